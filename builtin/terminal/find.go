package terminal

import (
	"slices"
	"strings"

	"github.com/toolgen/toolgen/internal/shell"
)

// findFilters are the tests that reduce the files that find finds.
const findFilters = "-name -iname -path -ipath -wholename -regex -iregex -newer -mtime -mmin -atime -size -empty -inum -samefile"

// removers are programs that find starts to remove files.
const removers = "rm rmdir unlink shred trash"

// findRemovesProtectedDirectory reports whether find removes all of a protected
// directory. In the working directory it may remove the files that a filter
// selects.
func findRemovesProtectedDirectory(s *state, args []string) bool {
	if !slices.Contains(args, "-delete") && !slices.ContainsFunc(execCommands(args, findExec...), runsRemover) {
		return false
	}
	isFiltered := hasFindFilter(args)
	return slices.ContainsFunc(startDirectories(args), func(start string) bool {
		return s.isProtected(start) && (!isFiltered || !isWorkingDirectory(start) || isOutside(s.resolve(start)))
	})
}

// runsRemover reports whether the program of a script removes files.
func runsRemover(script string) bool {
	words := unwrapAll(strings.Fields(script))
	return len(words) > 0 && shell.ContainsWord(removers, programName(words[0]))
}

// startDirectories returns the directories in which find starts.
func startDirectories(args []string) []string {
	for len(args) > 0 && shell.ContainsWord("-L -H -P -O1 -O2 -O3", args[0]) {
		args = args[1:]
	}
	end := slices.IndexFunc(args, func(arg string) bool { return arg == "" || strings.ContainsAny(arg[:1], "-(!") })
	if end < 0 {
		end = len(args)
	}
	if end == 0 {
		return []string{"."}
	}
	return args[:end]
}

// hasFindFilter reports whether find starts each of its actions only for files that a test selects: a pattern that
// matches every name and a negated test do not, and a test counts only in its own alternative of -o.
func hasFindFilter(args []string) bool {
	e := findExpression{args: args}
	hasFilter := false
	for e.at < len(args) { // also after a closing parenthesis without an opening one
		hasFilter = e.alternatives() || hasFilter
		e.at++
	}
	return (hasFilter || e.hasAction) && !e.isUnfiltered
}

// findExpression is the expression of find. Its methods read args from at on.
type findExpression struct {
	args []string
	at   int
	// hasAction reports an action that removes files or starts a command, and isUnfiltered one that no test restricts.
	hasAction, isUnfiltered bool
	outer                   bool // a test before the current parentheses selects files
}

// alternatives reads terms that are joined by -o, up to a closing parenthesis. It reports whether each alternative
// selects files.
func (e *findExpression) alternatives() (filters bool) {
	filters = true
	for {
		filters = e.terms() && filters
		if e.at >= len(e.args) || !shell.ContainsWord("-o -or ,", e.args[e.at]) {
			return filters
		}
		e.at++
	}
}

// terms reads the terms of one alternative, and reports whether one of them selects files.
func (e *findExpression) terms() (filters bool) {
	outer := e.outer
	defer func() { e.outer = outer }()
	for isNegated := false; e.at < len(e.args); e.at++ {
		switch arg := e.args[e.at]; {
		case shell.ContainsWord("-o -or , )", arg):
			return filters
		case arg == "!" || arg == "-not":
			isNegated = !isNegated
			continue
		case arg == "(":
			e.at++
			e.outer = outer || filters
			selects := e.alternatives()
			filters = filters || selects && !isNegated
		case arg == "-delete" || slices.Contains(findExec, arg):
			e.hasAction = true
			e.isUnfiltered = e.isUnfiltered || !filters && !outer
			for arg != "-delete" && e.at < len(e.args) && e.args[e.at] != ";" && e.args[e.at] != "+" {
				e.at++
			}
		default:
			filters = filters || e.isFilter() && !isNegated
		}
		isNegated = false
	}
	return filters
}

// isFilter reports whether the argument is a test that selects some files.
func (e *findExpression) isFilter() bool {
	arg, next := e.args[e.at], e.at+1
	return arg == "-empty" || shell.ContainsWord(findFilters, arg) && next < len(e.args) && strings.Trim(e.args[next], "*?./") != ""
}

// findExec are the actions of find that start a command.
var findExec = []string{"-exec", "-execdir", "-ok", "-okdir"}

// findScripts returns the commands that find starts, with a start directory in
// place of {}.
func findScripts(args []string) (scripts []string) {
	start := startDirectories(args)[0]
	if hasFindFilter(args) && isWorkingDirectory(start) {
		start = "./" + unknownNonEmpty
	} else if hasFindFilter(args) {
		start += "/" + unknownNonEmpty
	}
	for _, script := range execCommands(args, findExec...) {
		scripts = append(scripts, strings.ReplaceAll(script, "{}", start))
	}
	return scripts
}

// execCommands returns the commands after each of these options, up to ; or +,
// as scripts.
func execCommands(args []string, options ...string) (scripts []string) {
	for i, arg := range args {
		if !slices.Contains(options, arg) {
			continue
		}
		end := i + 1
		for end < len(args) && args[end] != ";" && args[end] != "+" {
			end++
		}
		scripts = append(scripts, quoteWords(args[i+1:end]))
	}
	return scripts
}
