package terminal

import "strings"

// WhyDestructive returns the reason why a person must approve the command line
// before it runs: the first dangers that Dangers finds, on one line, separated
// by semicolons. It is empty for a command line without dangers.
func WhyDestructive(args RunArgs) string {
	const maxShown = 5
	dangers := Dangers(args.Command)
	if len(dangers) > maxShown {
		dangers = append(dangers[:maxShown], "and more")
	}
	return strings.Join(dangers, "; ")
}

// Dangers returns what a command line would destroy, publish or take over, as
// far as its text shows it; none for most command lines. It parses the grammar
// of shells: quotes, lists, pipelines, substitutions, functions, variables with
// known values, here-documents, programs that run other programs (sudo, env,
// xargs, find -exec) and shells within shells. A program whose name is not known
// before the command line runs is a danger. At most 20 dangers are returned.
// Each is one line of at most 220 code points without invisible characters.
//
// Dangers finds accidents. It does not find dangers that an author hides.
func Dangers(command string) []string {
	i := &inspector{}
	i.inspectScript(command, nil)
	return i.dangers
}
