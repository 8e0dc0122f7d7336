package reducers

import (
	"strings"

	"github.com/toolgen/toolgen/internal/shell"
)

// packageRunners are programs that run a command of a package, with the words
// after which that command is, such as exec in "pnpm exec".
var packageRunners = map[string]string{
	"npm":     "exec x",
	"pnpm":    "exec dlx",
	"yarn":    "exec dlx",
	"go":      "tool",
	"uv":      "run",
	"poetry":  "run",
	"pipenv":  "run",
	"python":  "-m",
	"python3": "-m",
	"py":      "-m",
}

// packageCommands are commands of packages that "yarn NAME" and "pnpm NAME" run.
const packageCommands = "jest vitest mocha ava tap eslint tsc"

// maxWrappers is the maximum number of wrappers that unwrap removes.
const maxWrappers = 16

// unwrap removes assignments, wrappers and package runners from a command, and
// the directory from its program. For a shell it also returns the script in the
// arguments, if any.
func unwrap(words []string) (command []string, script string) {
	for range maxWrappers {
		inner, wrapper := shell.Unwrap(words)
		switch {
		case wrapper == nil && len(inner) == 0:
			return nil, "" // only assignments
		case len(inner) == 0:
			return words, "" // the wrapper itself prints something
		case wrapper != nil:
			words = inner
			continue
		}
		name := shell.ProgramName(inner[0])
		if shell.ContainsWord(shell.Shells, name) {
			script, _ := shell.Script(inner[1:])
			return []string{name, ""}, script
		}
		var ok bool
		if words, ok = packageCommand(name, inner[1:]); !ok {
			return append([]string{name}, inner[1:]...), ""
		}
	}
	return words, ""
}

// packageCommand returns the command of a package that a package runner runs. It
// reports false for other programs and subcommands.
func packageCommand(name string, args []string) (command []string, ok bool) {
	if (name == "yarn" || name == "pnpm") && len(args) > 0 && shell.ContainsWord(packageCommands, args[0]) {
		return args, true
	}
	if i := strings.IndexByte(name, '.'); i > 0 && strings.HasPrefix(name, "python") {
		name = name[:i] // python3.12
	}
	subcommands := packageRunners[name]
	for len(args) > 0 && strings.HasPrefix(args[0], "-") && !shell.ContainsWord(subcommands, args[0]) {
		args = args[1:]
	}
	if len(args) == 0 || !shell.ContainsWord(subcommands, args[0]) {
		return nil, false
	}
	command = shell.Operands(args[1:], "")
	return command, len(command) > 0
}
