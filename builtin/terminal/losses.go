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
	loses  string
	// hasPaths reports that the operands are paths, which can be exempt.
	hasPaths bool
}

// losses are the commands that Losses finds.
var losses = []loss{
	{"rm unlink rmdir shred truncate", "", "", "removes files", true},
	{"find fd", "", "-delete", "removes files", true},
	{"git", "checkout", "--", "discards uncommitted changes", false},
	{"git", "checkout", ".", "discards uncommitted changes", false},
	{"git", "restore", "", "discards uncommitted changes", false},
	{"git", "clean", "", "removes files that are not in version control", false},
	{"git", "rm", "", "removes files", false},
	{"git", "reset", "--hard", "discards uncommitted changes", false},
	{"git", "stash", "drop", "discards stashed changes", false},
	{"git", "push", "", "publishes commits", false},
}

// Losses returns what a command line removes, discards or publishes, also in the
// working directory, where Dangers reports less: rm, git checkout --, git push and
// similar commands. Commands whose paths are all below one of the directories exempt,
// which are relative to the working directory, such as "build", are left out. dir is
// the directory in which the command line starts. Losses looks at the words of the
// command line only: it does not follow variables and scripts. A path that contains
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
	operands := slices.DeleteFunc(slices.Clone(words[1:]), func(word string) bool { return strings.HasPrefix(word, "-") })
	for i := range losses {
		l := &losses[i]
		if shell.ContainsWord(l.programs, programName(words[0])) && (l.subcommand == "" || len(operands) > 0 && operands[0] == l.subcommand) &&
			(l.option == "" || slices.Contains(words, l.option)) {
			return l
		}
	}
	return nil
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
