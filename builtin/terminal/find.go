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

// hasFindFilter reports whether a test reduces the files that find finds. A
// pattern that matches every name and a negated test do not.
func hasFindFilter(args []string) bool {
	for i, arg := range args {
		isNegated := i > 0 && (args[i-1] == "!" || args[i-1] == "-not")
		if shell.ContainsWord(findFilters, arg) && !isNegated && i+1 < len(args) && strings.Trim(args[i+1], "*?./") != "" || arg == "-empty" {
			return true
		}
	}
	return false
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
