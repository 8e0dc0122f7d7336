package terminal

import (
	"strings"

	"github.com/toolgen/toolgen/internal/shell"
)

// shellOptions are the options of shells whose value is the next word.
const shellOptions = "-o -O --rcfile --init-file"

// scriptsIn are functions that return the scripts in the arguments of a program,
// by the name of the program.
var scriptsIn = map[string]func(args []string) []string{
	"eval":   joinWords,
	"trap":   func(args []string) []string { return firstOf(shell.Operands(args, "")) },
	"alias":  aliasValues,
	"su":     func(args []string) []string { return optionValue(args, "-c", "--command") },
	"script": scriptCommand,
	"ssh":    remoteCommand,
	"find":   findScripts,
	"fd":     func(args []string) []string { return execCommands(args, "-x", "-X", "--exec", "--exec-batch") },
	"git":    gitScripts,
}

// scriptsOf returns the scripts that a program gets as arguments.
func scriptsOf(program string, args []string) []string {
	if shell.ContainsWord(shell.Shells, program) {
		if script, ok := shell.Script(args); ok {
			return []string{script}
		}
		return nil
	}
	if scripts := scriptsIn[program]; scripts != nil {
		return scripts(args)
	}
	return nil
}

// joinWords returns one script of the words, which is not in the list when there
// are no words.
func joinWords(words []string) []string {
	if len(words) == 0 {
		return nil
	}
	return []string{strings.Join(words, " ")}
}

// aliasValues returns the values in the arguments of "alias name=value".
func aliasValues(args []string) (scripts []string) {
	for _, arg := range args {
		if _, value, ok := strings.Cut(arg, "="); ok {
			scripts = append(scripts, value)
		}
	}
	return scripts
}

// remoteCommand returns the command in the arguments of ssh.
func remoteCommand(args []string) []string {
	operands := shell.Operands(args, "-b -c -D -E -e -F -I -i -J -L -l -m -O -o -p -Q -R -S -W -w")
	if len(operands) < 2 {
		return nil
	}
	return joinWords(operands[1:])
}

// scriptCommand returns the command in the arguments of the program script,
// which is after -c or a group of options that ends in c.
func scriptCommand(args []string) []string {
	for i, arg := range args {
		if arg == "--command" || strings.HasPrefix(arg, "-") && !strings.HasPrefix(arg, "--") && strings.HasSuffix(arg, "c") {
			return firstOf(args[i+1:])
		}
	}
	return nil
}

// plainCharacters do not change their meaning in quotes.
const plainCharacters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./~"

// quoteWords returns a script whose command has these words. Words with unknown
// parts are not quoted.
func quoteWords(words []string) string {
	script := make([]string, len(words))
	for i, word := range words {
		if !strings.Contains(word, unknown) && strings.Trim(word, plainCharacters) != "" {
			word = shell.Quote(word)
		}
		script[i] = word
	}
	return strings.Join(script, " ")
}
