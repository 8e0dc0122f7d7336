package terminal

import (
	"path"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/toolgen/toolgen/internal/shell"
)

// loss is what a program removes, overwrites or publishes, also in the working
// directory.
type loss struct {
	programs string // names, separated by spaces
	// subcommand is the first operand; empty for any.
	subcommand string
	// options are arguments of which one must be given; empty for none.
	options string
	// unless are arguments, separated by spaces, with which nothing is lost.
	unless string
	loses  string
	// paths returns the paths that the program changes, which can be exempt; nil if it
	// changes more than paths.
	paths func(args []string) []string
	// when is another condition; nil for none.
	when func(args []string) bool
}

// losses are the commands that Losses finds.
var losses = []loss{
	{programs: "rm unlink rmdir shred truncate", loses: "removes files", paths: removedPaths},
	{programs: "find fd", options: "-delete", loses: "removes files", paths: searchedPaths},
	{programs: "rsync", options: "--delete --del --delete-before --delete-during --delete-delay --delete-after --delete-excluded --remove-source-files", unless: "-n --dry-run", loses: "removes files", paths: lastPath},
	{programs: "tar bsdtar gtar", unless: "-k --keep-old-files --skip-old-files -t --list -O --to-stdout", loses: "may replace files", paths: unpackPaths("-C --directory"), when: isExtraction},
	{programs: "unzip", options: "-o", unless: "-l -t -p -n", loses: "may replace files", paths: unpackPaths("-d")},
	{programs: "7z 7za 7zz", options: "-y -aoa", loses: "may replace files"},
	{programs: "git", subcommand: "checkout", options: "-- . -f --force", loses: discards},
	{programs: "git", subcommand: "checkout", unless: "-b -B -t --track --orphan --detach", loses: discards, when: checksOutPaths},
	{programs: "git", subcommand: "switch", options: "-f --force --discard-changes", loses: discards},
	{programs: "git", subcommand: "restore", unless: "--staged -S", loses: discards},
	{programs: "git", subcommand: "restore", options: "--worktree -W", loses: discards},
	{programs: "git", subcommand: "clean", unless: "-n --dry-run", loses: "removes files that are not in version control"},
	{programs: "git", subcommand: "rm", unless: "-n --dry-run --cached", loses: "removes files"},
	{programs: "git", subcommand: "reset", options: "--hard --merge", loses: discards},
	{programs: "git", subcommand: "stash", options: "drop clear", loses: "discards stashed changes"},
	{programs: "git", subcommand: "branch", options: "-D", loses: "removes a branch with its commits"},
	{programs: "git", subcommand: "branch", options: "-d --delete", loses: "removes a branch with its commits", when: isForced},
	{programs: "git", subcommand: "tag", options: "-d --delete", loses: "removes a tag"},
	{programs: "git", subcommand: "worktree", options: "remove", loses: discards, when: isForced},
	{programs: "git", subcommand: "push", unless: "-n --dry-run", loses: "publishes commits"},
}

// discards is what is lost if files get their content of a commit.
const discards = "discards uncommitted changes"

// Losses returns what a command line removes, discards or publishes, also in the
// working directory, where Dangers reports less: rm, git checkout --, git push and
// similar commands. Commands whose paths are all below one of the directories exempt,
// which are relative to the working directory, such as "build", are left out. dir is
// the directory in which the command line starts. Losses looks at the words of the
// command line, of its "sh -c" and of "find -exec" only: it does not follow variables and scripts. A path that contains
// a variable, and a relative path in a command line with cd, is not exempt.
func Losses(command, dir string, exempt []string) (found []string) {
	file, err := parse(command)
	if err != nil {
		return nil
	}
	changesDir := false
	for node := range syntax.Preorder(file) {
		call, ok := node.(*syntax.CallExpr)
		if !ok || len(call.Args) == 0 {
			continue
		}
		words := make([]string, len(call.Args))
		for i, word := range call.Args {
			words[i] = literalOf(word)
		}
		changesDir = changesDir || shell.ContainsWord("cd pushd", words[0])
		for _, more := range Losses(scriptOf(words), dir, exempt) {
			if !slices.Contains(found, more) {
				found = append(found, more)
			}
		}
		if l := lossOf(words); l != nil && (l.paths == nil || changesDir || !areBelow(l.paths(withoutWrappers(words)[1:]), dir, exempt)) {
			if text := l.loses + ": " + showCommand(words); !slices.Contains(found, text) {
				found = append(found, text)
			}
		}
	}
	return found
}

// literalOf returns a word without its quotes, and unknown if it has an expansion.
func literalOf(word *syntax.Word) string {
	var b strings.Builder
	for _, part := range word.Parts {
		switch part := part.(type) {
		case *syntax.Lit:
			b.WriteString(part.Value)
		case *syntax.SglQuoted:
			b.WriteString(part.Value)
		case *syntax.DblQuoted:
			for _, inner := range part.Parts {
				literal, ok := inner.(*syntax.Lit)
				if !ok {
					return unknown
				}
				b.WriteString(literal.Value)
			}
		default:
			return unknown
		}
	}
	return b.String()
}

// lossOf returns the row for a command, or nil.
func lossOf(words []string) *loss {
	if words = withoutWrappers(words); len(words) == 0 {
		return nil
	}
	name := programName(words[0])
	if name == "git" {
		words = withoutGlobalOptions(words)
	}
	args := words[1:]
	subcommand := ""
	if operands := withoutOptions(args); len(operands) > 0 {
		subcommand = operands[0]
	}
	for i := range losses {
		l := &losses[i]
		if shell.ContainsWord(l.programs, name) && (l.subcommand == "" || l.subcommand == subcommand) && (l.options == "" || hasOneOf(args, l.options)) &&
			!hasOneOf(args, l.unless) && (l.when == nil || l.when(args)) {
			return l
		}
	}
	return nil
}

// withoutWrappers removes assignments and programs that start another one, such as
// sudo and xargs, from the beginning of a command.
func withoutWrappers(words []string) []string {
	for range maxDepth {
		inner, wrapper := shell.Unwrap(words)
		if words = inner; wrapper == nil {
			break
		}
	}
	return words
}

// hasOneOf reports whether the arguments have one of the words in a list. An option of one
// letter is also found in a group, such as -n in -nfd.
func hasOneOf(args []string, list string) bool {
	for each := range strings.FieldsSeq(list) {
		isLetter := len(each) == 2 && each[0] == '-' && each[1] != '-'
		for _, arg := range args {
			if arg == each || isLetter && strings.HasPrefix(arg, "-") && strings.Trim(arg[1:], letters) == "" && strings.Contains(arg, each[1:]) {
				return true
			}
			if arg == "--" {
				break
			}
		}
	}
	return false
}

// letters are the names of short options.
const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// withoutOptions returns the arguments that do not begin with a hyphen.
func withoutOptions(args []string) []string {
	return slices.DeleteFunc(slices.Clone(args), func(arg string) bool { return strings.HasPrefix(arg, "-") })
}

// withoutGlobalOptions returns a command line of git without the options before its
// subcommand.
func withoutGlobalOptions(words []string) []string {
	rest := words[1:]
	for len(rest) > 0 && strings.HasPrefix(rest[0], "-") {
		n := 1
		if shell.ContainsWord("-C -c --git-dir --work-tree --namespace --exec-path", rest[0]) {
			n = min(2, len(rest))
		}
		rest = rest[n:]
	}
	return append([]string{words[0]}, rest...)
}

// scriptOf returns the command line that a program runs: that of "sh -c" and of "find -exec";
// empty for others.
func scriptOf(words []string) string {
	if words = withoutWrappers(words); len(words) == 0 {
		return ""
	}
	options := ""
	switch program := programName(words[0]); {
	case shell.ContainsWord("sh bash dash zsh ksh", program):
		options = "-c -lc -ec -xc"
	case program == "eval":
		return strings.Join(words[1:], " ")
	case program == "find" || program == "fd":
		options = "-exec -execdir -ok -okdir -x -X --exec"
	}
	for i, word := range words {
		if i > 0 && i+1 < len(words) && shell.ContainsWord(options, word) {
			if program := programName(words[0]); program != "find" && program != "fd" {
				return words[i+1]
			}
			return strings.Join(words[i+1:], " ")
		}
	}
	return ""
}

// areBelow reports whether all paths are below one of the directories, and there is one.
// Pattern characters in a path are a part of its last names.
func areBelow(paths []string, dir string, exempt []string) bool {
	for _, arg := range paths {
		name := path.Join(dir, arg)
		if arg == "" || path.IsAbs(arg) || strings.HasPrefix(arg, "~") || strings.Contains(arg, unknown) || !slices.ContainsFunc(exempt, func(each string) bool {
			each = path.Clean(each)
			return name == each || strings.HasPrefix(name, each+"/")
		}) {
			return false
		}
	}
	return len(paths) > 0
}
