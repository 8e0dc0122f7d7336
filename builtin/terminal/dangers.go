package terminal

import (
	"cmp"
	"strings"
	"unicode/utf8"

	"github.com/toolgen/toolgen/builtin/internal/texts"
)

// maxReason is the maximum length of the reason, in code points. The runtime cuts
// longer reasons.
const maxReason = 480

// WhyDestructive returns the reason why a person must approve the command line
// before it runs: the first dangers that Dangers finds, on one line, separated
// by semicolons. Different kinds of dangers come first. It is empty for a command
// line without dangers, and has at most 500 code points.
func WhyDestructive(args RunArgs) string {
	const maxShown = 5
	dangers := kindsFirst(dangersIn(args.Command, args.Dir))
	if len(dangers) > maxShown {
		dangers = append(dangers[:maxShown], "and more")
	}
	text := strings.Join(dangers, "; ")
	if utf8.RuneCountInString(text) <= maxReason {
		return text
	}
	for n, danger := range dangers {
		dangers[n] = texts.Cut(danger, maxReason/len(dangers)-len("; …"))
	}
	return strings.Join(dangers, "; ")
}

// kindsFirst returns the dangers with the first one of each kind, which is the
// text before the colon, before the others.
func kindsFirst(dangers []string) []string {
	var first, others []string
	kinds := map[string]bool{}
	for _, danger := range dangers {
		if kind, _, _ := strings.Cut(danger, ":"); !kinds[kind] {
			kinds[kind] = true
			first = append(first, danger)
		} else {
			others = append(others, danger)
		}
	}
	return append(first, others...)
}

// Dangers returns what a command line would destroy, publish or take over, as
// far as its text shows it; none for most command lines. It parses the grammar
// of shells: quotes, lists, pipelines, substitutions, functions, variables with
// known values, here-documents, programs that run other programs (sudo, env,
// xargs, find -exec) and shells within shells. It tracks the directory through
// cd. A path that a command changes and a program whose name are known only when
// the command line runs are dangers. The command line starts in the working
// directory. At most 20 dangers are returned. Each is one line of at most 220
// code points without invisible characters.
//
// Dangers finds accidents. It does not find dangers that an author hides.
func Dangers(command string) []string { return dangersIn(command, ".") }

// dangersIn returns the dangers of a command line that starts in a directory,
// which is relative to the working directory.
func dangersIn(command, dir string) []string {
	i := newInspector()
	i.inspect(command, cmp.Or(dir, "."))
	return i.dangers
}
