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
	// option must be an argument; empty for none.
	option string
	// unless are arguments, separated by spaces, with which nothing is lost.
	unless string
	loses  string
	// hasPaths reports that the operands are paths, which can be exempt.
	hasPaths bool
}

// losses are the commands that Losses finds.
var losses = []loss{
	{"rm unlink rmdir shred truncate", "", "", "", "removes files", true},
	{"find fd", "", "-delete", "", "removes files", true},
	{"git", "checkout", "--", "", "discards uncommitted changes", false},
	{"git", "checkout", ".", "", "discards uncommitted changes", false},
	{"git", "checkout", "-f", "", "discards uncommitted changes", false},
	{"git", "checkout", "--force", "", "discards uncommitted changes", false},
	{"git", "switch", "-f", "", "discards uncommitted changes", false},
	{"git", "switch", "--discard-changes", "", "discards uncommitted changes", false},
	{"git", "restore", "", "--staged -S", "discards uncommitted changes", false},
	{"git", "restore", "--worktree", "", "discards uncommitted changes", false},
	{"git", "clean", "", "-n --dry-run", "removes files that are not in version control", false},
	{"git", "rm", "", "-n --dry-run --cached", "removes files", false},
	{"git", "reset", "--hard", "", "discards uncommitted changes", false},
	{"git", "stash", "drop", "", "discards stashed changes", false},
	{"git", "stash", "clear", "", "discards stashed changes", false},
	{"git", "branch", "-D", "", "removes a branch with its commits", false},
	{"git", "push", "", "-n --dry-run", "publishes commits", false},
}

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
		if l := lossOf(words); l != nil && (!l.hasPaths || changesDir || !areBelow(words[1:], dir, exempt)) {
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
	for len(words) > 1 && shell.ContainsWord("sudo command env nice nohup time exec xargs", programName(words[0])) {
		words = words[1:]
	}
	if programName(words[0]) == "git" {
		words = withoutGlobalOptions(words)
	}
	operands := slices.DeleteFunc(slices.Clone(words[1:]), func(word string) bool { return strings.HasPrefix(word, "-") })
	for i := range losses {
		l := &losses[i]
		if shell.ContainsWord(l.programs, programName(words[0])) && (l.subcommand == "" || len(operands) > 0 && operands[0] == l.subcommand) &&
			(l.option == "" || slices.Contains(words, l.option)) && !slices.ContainsFunc(words, func(word string) bool { return shell.ContainsWord(l.unless, word) }) {
			return l
		}
	}
	return nil
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
	for len(words) > 1 && shell.ContainsWord("sudo command env nice nohup time exec xargs", programName(words[0])) {
		words = words[1:]
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

// areBelow reports whether all operands are paths below one of the directories, and
// there is one. Pattern characters in a path are a part of its last names.
func areBelow(args []string, dir string, exempt []string) bool {
	hasOperand := false
	for _, arg := range args {
		if strings.HasPrefix(arg, "-") {
			continue
		}
		hasOperand = true
		name := path.Join(dir, arg)
		if arg == "" || path.IsAbs(arg) || strings.HasPrefix(arg, "~") || strings.Contains(arg, unknown) || !slices.ContainsFunc(exempt, func(each string) bool {
			each = path.Clean(each)
			return name == each || strings.HasPrefix(name, each+"/")
		}) {
			return false
		}
	}
	return hasOperand
}
