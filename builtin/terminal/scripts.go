package terminal

import (
	"slices"
	"strings"
)

// shells run the script behind -c, or the one on their standard input.
const shells = "sh bash zsh dash ksh ash mksh fish rbash"

// interpreters run a program on their standard input when no file is named.
const interpreters = "python python2 python3 perl ruby node deno bun php lua pwsh"

// scriptRunners give the scripts in the arguments of programs that run them.
var scriptRunners = map[string]func(args []string) []string{
	"eval":   joined,
	"trap":   func(args []string) []string { return first(operands(args, "")) },
	"alias":  aliases,
	"su":     func(args []string) []string { return optionValue(args, "-c", "--command") },
	"script": recorded,
	"ssh":    remote,
	"find":   found,
	"fd":     func(args []string) []string { return after(args, "-x", "-X", "--exec", "--exec-batch") },
	"git":    foreach,
}

// scriptRunner is the one of a program; nil for most.
func scriptRunner(name string) func(args []string) []string {
	if isWord(shells, name) {
		return shellScript
	}
	return scriptRunners[name]
}

func joined(words []string) []string {
	if len(words) == 0 {
		return nil
	}
	return []string{strings.Join(words, " ")}
}

// aliases are the values of "alias name=value".
func aliases(words []string) (scripts []string) {
	for _, word := range words {
		if _, value, ok := strings.Cut(word, "="); ok {
			scripts = append(scripts, value)
		}
	}
	return scripts
}

// optionValue is the word behind one of these options.
func optionValue(words []string, options ...string) []string {
	for i, word := range words {
		if slices.Contains(options, word) && i+1 < len(words) {
			return []string{words[i+1]}
		}
	}
	return nil
}

// shellScript is the script behind -c, also -ec and its like.
func shellScript(words []string) []string {
	for len(words) > 0 && words[0] != "--" && strings.ContainsAny(words[0][:min(1, len(words[0]))], "-+") {
		word := words[0]
		switch words = words[1:]; {
		case isWord("-o +o -O +O --rcfile --init-file", word) && len(words) > 0:
			words = words[1:]
		case !strings.HasPrefix(word, "--") && strings.Contains(word, "c"):
			return first(operands(words, "-o -O"))
		}
	}
	return nil
}

// remote is the command that ssh runs.
func remote(words []string) []string {
	rest := operands(words, "-b -c -D -E -e -F -I -i -J -L -l -m -O -o -p -Q -R -S -W -w")
	if len(rest) < 2 {
		return nil
	}
	return joined(rest[1:])
}

// found are the commands that find runs, on the directories it starts from.
func found(words []string) []string {
	start := starts(words)[0]
	if narrowed(words) && isHere(start) {
		start = "./" + filled
	}
	var command []string
	for _, word := range after(words, "-exec", "-execdir", "-ok", "-okdir") {
		command = append(command, strings.ReplaceAll(word, "{}", start))
	}
	return command
}

// after is what stands behind one of these options up to ; or +, as a script.
func after(words []string, options ...string) (scripts []string) {
	for i, word := range words {
		if !slices.Contains(options, word) {
			continue
		}
		end := i + 1
		for end < len(words) && words[end] != ";" && words[end] != "+" {
			end++
		}
		scripts = append(scripts, quoted(words[i+1:end]))
	}
	return scripts
}

// recorded is what script runs: -c may stand at the end of several letters.
func recorded(words []string) []string {
	for i, word := range words {
		if word == "--command" || strings.HasPrefix(word, "-") && !strings.HasPrefix(word, "--") && strings.HasSuffix(word, "c") {
			return first(words[i+1:])
		}
	}
	return nil
}

// foreach is the command that git submodule foreach and git bisect run start,
// or that an alias stands for.
func foreach(words []string) []string {
	for i, word := range words {
		if _, command, ok := strings.Cut(word, "=!"); ok && strings.HasPrefix(word, "alias.") {
			return []string{command}
		}
		if command, ok := strings.CutPrefix(word, "!"); ok && i > 0 && strings.HasPrefix(words[i-1], "alias.") {
			return []string{command}
		}
		if word == "foreach" || word == "run" && i > 0 && words[i-1] == "bisect" {
			return joined(operands(words[i+1:], ""))
		}
	}
	return nil
}

// quoted joins words to a script that has the same words, but for those with
// unknown parts, which stay as they are.
func quoted(words []string) string {
	var script []string
	for _, word := range words {
		if !strings.Contains(word, unknown) && strings.Trim(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./~") != "" {
			word = "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
		}
		script = append(script, word)
	}
	return strings.Join(script, " ")
}

// readsScript reports whether a command is a shell that reads its script from
// its standard input.
func readsScript(words []string) bool {
	words = bare(words)
	if len(words) == 0 || !isWord(shells, base(words[0])) {
		return false
	}
	rest := operands(words[1:], "-o -O --rcfile --init-file")
	return shellScript(words[1:]) == nil && (len(rest) == 0 || isWord(strings.Join(words[1:len(words)-len(rest)], " "), "-s"))
}

// readsProgram is the same of an interpreter.
func readsProgram(words []string) bool {
	words = bare(words)
	return len(words) > 0 && isWord(interpreters, base(words[0])) && (len(words) == 1 || words[1] == "-")
}
