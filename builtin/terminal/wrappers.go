package terminal

import (
	"strconv"
	"strings"
)

// wrapper is a program that runs the command in its arguments.
type wrapper struct {
	// options are those that take the next word.
	options string
	// operands is how many words stand before the command, such as the duration
	// of timeout.
	operands int
	// danger is why running anything by it is one.
	danger string
	// more are words that it adds to the command.
	more []string
}

const asRoot = "runs as another user"

// wrappers by name.
var wrappers = map[string]wrapper{
	"sudo":     {options: "-u -g -h -C -p -U -r -t -D -R -T", danger: asRoot},
	"doas":     {options: "-u -C", danger: asRoot},
	"pkexec":   {options: "--user", danger: asRoot},
	"runuser":  {options: "-u -g -G", danger: asRoot},
	"setpriv":  {danger: asRoot},
	"env":      {options: "-u -C -S --unset --chdir"},
	"time":     {options: "-f -o"},
	"nice":     {options: "-n"},
	"ionice":   {options: "-c -n -p"},
	"chrt":     {options: "-p", operands: 1},
	"taskset":  {options: "-p", operands: 1},
	"nohup":    {},
	"timeout":  {options: "-s -k --signal --kill-after", operands: 1},
	"stdbuf":   {options: "-i -o -e"},
	"setsid":   {},
	"strace":   {options: "-o -e -p -s"},
	"unshare":  {},
	"chroot":   {operands: 1},
	"command":  {},
	"builtin":  {},
	"exec":     {options: "-a"},
	"busybox":  {},
	"toybox":   {},
	"xvfb-run": {options: "-s -n"},
	"flock":    {options: "-w -E", operands: 1},
	"watch":    {options: "-n -d"},
	"entr":     {},
	"npx":      {options: "-p --package"},
	"xargs":    {options: "-a -d -E -I -L -n -P -s --arg-file --delimiter --max-lines --max-args --max-procs --max-chars", more: []string{unknown + "/"}},
	"parallel": {options: "-j --jobs -a -S --colsep", more: []string{unknown + "/"}},
}

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
	"script": func(args []string) []string { return optionValue(args, "-c", "--command") },
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

// unwrap takes assignments and one wrapper off a command; ok says that there was
// one, and danger what to say of it.
func unwrap(words []string) (inner []string, danger string, ok bool) {
	for len(words) > 0 && isAssignment(words[0]) {
		words = words[1:]
	}
	if len(words) == 0 {
		return nil, "", false
	}
	w, ok := wrappers[base(words[0])]
	if !ok {
		return words, "", false
	}
	return w.inside(words), w.danger, true
}

// inside is the command that a wrapper runs.
func (w wrapper) inside(words []string) []string {
	rest := operands(words[1:], w.options)
	for len(rest) > 0 && isAssignment(rest[0]) {
		rest = rest[1:]
	}
	if len(rest) <= w.operands {
		return nil
	}
	return append(append([]string{}, rest[w.operands:]...), w.more...)
}

// operands are the words from the first one on that is no option; options names
// those that take the next word.
func operands(words []string, options string) []string {
	for len(words) > 0 && strings.HasPrefix(words[0], "-") {
		if words[0] == "--" {
			return words[1:]
		}
		if isWord(options, words[0]) && len(words) > 1 {
			words = words[1:]
		}
		words = words[1:]
	}
	return words
}

func first(words []string) []string { return words[:min(1, len(words))] }

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
		for _, option := range options {
			if word == option && i+1 < len(words) {
				return []string{words[i+1]}
			}
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
	start := "."
	if len(words) > 0 && !strings.HasPrefix(words[0], "-") {
		start = words[0]
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
		if !isWord(strings.Join(options, " "), word) {
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

// foreach is the command that git submodule foreach and git bisect run start.
func foreach(words []string) []string {
	for i, word := range words {
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

// bare is a command without its wrappers.
func bare(words []string) []string {
	for range deepest {
		inner, _, ok := unwrap(words)
		if words = inner; !ok {
			break
		}
	}
	return words
}

// isAssignment reports whether the word sets a variable.
func isAssignment(word string) bool {
	name, _, ok := strings.Cut(word, "=")
	if !ok || name == "" || '0' <= name[0] && name[0] <= '9' {
		return false
	}
	return strings.Trim(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_") == ""
}

// unescapeANSI is the text of $'…'.
func unescapeANSI(s string) string {
	var text strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			text.WriteByte(s[i])
			continue
		}
		i++
		if at := strings.IndexByte("abefnrtv", s[i]); at >= 0 {
			text.WriteByte("\a\b\x1b\f\n\r\t\v"[at])
			continue
		}
		digits, number := numeral(s[i:])
		if digits == 0 {
			text.WriteByte(s[i])
			continue
		}
		text.WriteRune(number)
		i += digits - 1
	}
	return text.String()
}

// numeral reads x41, u0041, U00000041 or 101 and says how long it is.
func numeral(s string) (length int, character rune) {
	prefix, base, most := 1, 16, map[byte]int{'x': 2, 'u': 4, 'U': 8}[s[0]]
	if most == 0 {
		prefix, base, most = 0, 8, 3
	}
	end := prefix
	for end < len(s) && end < prefix+most && strings.IndexByte("0123456789abcdefABCDEF"[:map[int]int{8: 8, 16: 22}[base]], s[end]) >= 0 {
		end++
	}
	number, err := strconv.ParseUint(s[prefix:end], base, 31)
	if err != nil {
		return 0, 0
	}
	return end, rune(number)
}
