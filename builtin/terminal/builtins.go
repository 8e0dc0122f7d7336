package terminal

import (
	"slices"
	"strings"

	"github.com/toolgen/toolgen/internal/shell"
)

// builtins are the commands that change the state of the shell, by name.
var builtins map[string]func(i *inspector, args []string, s *state) flow

func init() { // the functions use the table
	builtins = map[string]func(i *inspector, args []string, s *state) flow{
		"cd": runCd, "chdir": runCd, "pushd": runPushd, "popd": runPopd,
		"exit": runExit, "return": runReturn, "break": runBreak, "continue": runBreak,
		"set": runSet, "shift": runShift, "unset": runUnset, "read": runRead, "mapfile": runRead, "readarray": runRead,
		"getopts": runRead, "printf": runPrintf, "eval": runEval, "trap": runTrap, "alias": runAlias, "hash": runHash, "enable": runEnable, ".": runSource, "source": runSource,
		"false": func(_ *inspector, _ []string, s *state) flow { return flow{fail: []*state{s}} },
		"true":  func(_ *inspector, _ []string, s *state) flow { return flow{ok: []*state{s}} },
		":":     func(_ *inspector, _ []string, s *state) flow { return flow{ok: []*state{s}} },
	}
}

// runCd changes the directory. When cd fails, the shell stays where it is.
func runCd(_ *inspector, args []string, s *state) flow {
	operands := shell.Operands(args, "")
	dir := "~"
	if value, ok := s.vars["HOME"]; ok {
		dir = value
	}
	if len(operands) > 0 {
		dir = operands[0]
	}
	after := s.clone()
	searched := s.vars["CDPATH"]
	switch {
	case searched != "" && strings.Trim(dir[:min(1, len(dir))], "./~-") != "":
		after.changeDir(unknown)
	case dir == "-":
		after.dir, after.previousDir = s.previousDir, s.dir
	case dir != "":
		after.changeDir(dir)
	}
	return flow{[]*state{after}, []*state{s}}
}

// runPushd changes the directory and saves the current one.
func runPushd(i *inspector, args []string, s *state) flow {
	if len(args) == 0 || strings.HasPrefix(args[0], "+") || strings.HasPrefix(args[0], "-") {
		after := s.clone()
		after.dir = unknown
		return flow{[]*state{after}, []*state{s}}
	}
	result := runCd(i, args, s)
	result.ok[0].stack = append(result.ok[0].stack, s.dir)
	return result
}

// runPopd changes to the directory that was saved last.
func runPopd(_ *inspector, args []string, s *state) flow {
	after := s.clone()
	if n := len(s.stack); n == 0 || len(args) > 0 {
		after.dir = unknown
	} else {
		after.dir, after.stack = s.stack[n-1], after.stack[:n-1]
	}
	return flow{[]*state{after}, []*state{s}}
}

// runExit ends the shell.
func runExit(i *inspector, args []string, s *state) flow {
	if len(args) > 1 {
		return sameFlow([]*state{s})
	}
	i.frame.exits = i.union(i.frame.exits, []*state{s})
	return flow{}
}

// runReturn ends a function.
func runReturn(i *inspector, args []string, s *state) flow {
	if len(args) > 1 {
		return sameFlow([]*state{s})
	}
	for _, functions := range i.functions {
		if slices.ContainsFunc(functions, func(f *function) bool { return f.depth > 0 }) {
			i.frame.returns = i.union(i.frame.returns, []*state{s})
			return flow{}
		}
	}
	return sameFlow([]*state{s})
}

// runBreak ends an iteration of a loop, or the loop. The commands after it are
// run too.
func runBreak(i *inspector, _ []string, s *state) flow {
	i.frame.breaks = i.union(i.frame.breaks, []*state{s.clone()})
	return sameFlow([]*state{s})
}

// runSet sets options and the positional parameters.
func runSet(_ *inspector, args []string, s *state) flow {
	for n, arg := range args {
		isOption := len(arg) > 1 && strings.ContainsAny(arg[:1], "-+")
		switch {
		case arg == "--":
			s.params = slices.Clone(args[n+1:])
			return sameFlow([]*state{s})
		case isOption && strings.Contains(arg[1:], "e"):
			s.exitsOnError = arg[0] == '-'
		case n > 0 && strings.HasSuffix(args[n-1], "o"):
			if arg == "errexit" {
				s.exitsOnError = args[n-1][0] == '-'
			}
		case !isOption:
			s.params = slices.Clone(args[n:])
			return sameFlow([]*state{s})
		}
	}
	return sameFlow([]*state{s})
}

// runShift removes positional parameters.
func runShift(_ *inspector, args []string, s *state) flow {
	switch {
	case slices.Contains(s.params, unknown):
		s.params = []string{unknown}
	case len(args) == 0 && len(s.params) > 0:
		s.params = s.params[1:]
	case len(args) > 0:
		s.params = []string{unknown}
	}
	return sameFlow([]*state{s})
}

// runUnset removes variables.
func runUnset(_ *inspector, args []string, s *state) flow {
	for _, name := range args {
		if !strings.HasPrefix(name, "-") {
			s.set(name, "")
			delete(s.vars, name+arraySuffix)
		}
	}
	return sameFlow([]*state{s})
}

// runRead sets variables to what a command reads.
func runRead(i *inspector, args []string, s *state) flow {
	value := unknown
	if names := shell.Operands(args, "-d -n -N -p -t -u -i -a"); len(names) <= 1 {
		value = i.inputText()
	}
	for _, name := range args {
		if strings.Trim(name, nameCharacters) == "" && name != "" {
			s.set(name, value)
			s.set(name+arraySuffix, unknown)
		}
	}
	s.set("REPLY", value)
	return sameFlow([]*state{s})
}

// nameCharacters are the characters of the names of variables.
const nameCharacters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_"

// runPrintf sets the variable of printf -v.
func runPrintf(_ *inspector, args []string, s *state) flow {
	for _, name := range optionValue(args, "-v") {
		s.set(name, unknown)
	}
	return sameFlow([]*state{s})
}

// runEval runs a script in the current shell.
func runEval(i *inspector, args []string, s *state) flow {
	script := strings.Join(shell.Operands(args, ""), " ")
	if script != "" && strings.TrimSpace(removePlaceholders(script)) == "" {
		i.add(unknownScript)
		return sameFlow([]*state{s})
	}
	return i.runText(script, []*state{s})
}

// runTrap records a script that runs at the end of the shell or at a signal.
func runTrap(i *inspector, args []string, s *state) flow {
	operands := shell.Operands(args, "")
	if len(operands) < 2 || operands[0] == "" || operands[0] == "-" || strings.HasPrefix(operands[0], unknown) {
		if len(operands) > 1 && strings.HasPrefix(operands[0], unknown) {
			i.add(unknownScript)
		}
		return sameFlow([]*state{s})
	}
	s.addTrap(operands[0])
	return sameFlow([]*state{s})
}

// runAlias records aliases. Their scripts are inspected at once.
func runAlias(i *inspector, args []string, s *state) flow {
	for _, arg := range args {
		if name, value, ok := strings.Cut(arg, "="); ok {
			i.aliases[name] = value
			i.inspectScript(value, s)
		}
	}
	return sameFlow([]*state{s})
}

// runHash records the program that hash -p gives a name, as an alias.
func runHash(i *inspector, args []string, s *state) flow {
	for _, program := range optionValue(args, "-p") {
		for _, name := range shell.Operands(args, "-p") {
			i.aliases[name] = program
		}
	}
	return sameFlow([]*state{s})
}

// runEnable finds a library that the shell loads.
func runEnable(i *inspector, args []string, s *state) flow {
	if hasFlag(args, "f", "") {
		i.addCommand(launchDanger, append([]string{"enable"}, args...))
	}
	return sameFlow([]*state{s})
}

// runSource runs a file in the current shell, if its text is known.
func runSource(i *inspector, args []string, s *state) flow {
	if len(args) == 0 {
		return sameFlow([]*state{s})
	}
	if file, ok := i.files[s.resolve(args[0])]; ok && file.origin == known {
		return i.runText(file.text, []*state{s})
	}
	return sameFlow([]*state{s})
}
