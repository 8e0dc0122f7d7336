package terminal

import (
	"slices"
	"strings"

	"github.com/toolgen/toolgen/internal/shell"
)

// shellOptions are the options of shells whose value is the next word.
const shellOptions = "-o -O --rcfile --init-file"

// scriptsIn are functions that return the scripts in the arguments of a program,
// by the name of the program.
var scriptsIn = map[string]func(args []string) []string{
	"tmux":   quotedOperands,
	"screen": quotedOperands,
	"bwrap":  quotedOperands,
	"gdb":    afterArgs,
	"lldb":   afterArgs,
	"su":     func(args []string) []string { return optionValue(args, "-c", "--command") },
	"script": scriptCommand,
	"ssh":    remoteCommand,
	"find":   findScripts,
	"fd":     fdScripts,
	"fdfind": fdScripts,
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

// afterArgs returns the command after the option --args, or after "--".
func afterArgs(args []string) []string {
	for n, arg := range args {
		if (arg == "--args" || arg == "--") && n+1 < len(args) {
			return []string{quoteWords(args[n+1:])}
		}
	}
	return nil
}

// fdExec are the options of fd that start a command.
var fdExec = []string{"-x", "-X", "--exec", "--exec-batch"}

// fdScripts returns the commands that fd starts, with a path that it finds.
func fdScripts(args []string) (scripts []string) {
	end := slices.IndexFunc(args, func(arg string) bool { return slices.Contains(fdExec, strings.SplitN(arg, "=", 2)[0]) })
	if end < 0 {
		return nil
	}
	if option, value, ok := strings.Cut(args[end], "="); ok {
		args = append(slices.Clone(args[:end]), option, value)
	}
	p := parseOptions(args[:end], "-e --extension -t --type -d --max-depth -E --exclude -g --glob -S --size --changed-within --changed-before -c -j")
	found := "./*"
	if len(p.operands) > 1 {
		found = p.operands[1] + "/*"
	}
	if p.has("-e --extension -g --glob -S --size --changed-within --changed-before") || len(p.operands) > 0 && strings.Trim(p.operands[0], ".*^$") != "" {
		found = strings.TrimSuffix(found, "*") + unknownNonEmpty
	}
	for _, script := range execCommands(args, fdExec...) {
		if strings.Contains(script, "{}") {
			scripts = append(scripts, strings.ReplaceAll(script, "{}", found))
		} else {
			scripts = append(scripts, script+" "+found)
		}
	}
	return scripts
}

// joinWords returns one script of the words, which is not in the list when there
// are no words.
func joinWords(words []string) []string {
	if len(words) == 0 {
		return nil
	}
	return []string{strings.Join(words, " ")}
}

// quotedOperands returns the arguments that are command lines, and the commands
// that begin with one of the first arguments, because one of them is the command.
func quotedOperands(args []string) (scripts []string) {
	for n, each := range args {
		if strings.Contains(each, " ") {
			scripts = append(scripts, each)
		}
		if n < maxDepth && n+1 < len(args) && !strings.HasPrefix(each, "-") {
			scripts = append(scripts, quoteWords(args[n:]))
		}
	}
	return scripts
}

// remoteCommand returns the command in the arguments of ssh.
func remoteCommand(args []string) []string {
	operands := shell.Operands(args, sshValues)
	if len(operands) < 2 {
		return nil
	}
	return joinWords(shell.Operands(operands[1:], ""))
}

// sshValues are the options of ssh that have a value.
const sshValues = "-b -c -D -E -e -F -I -i -J -L -l -m -O -o -p -Q -R -S -W -w"

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
const plainCharacters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./~*?[]=:,+@%" + placeholders

// quoteWords returns a script whose command has these words. Patterns
// are not quoted.
func quoteWords(words []string) string {
	script := make([]string, len(words))
	for i, word := range words {
		if word == "" || strings.Trim(word, plainCharacters) != "" {
			word = shell.Quote(word)
		}
		script[i] = word
	}
	return strings.Join(script, " ")
}
