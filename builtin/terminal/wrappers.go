package terminal

import (
	"slices"
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
	// splits are options whose value is a command line.
	splits string
}

const asRoot = "runs as another user"

// wrappers by name.
var wrappers = map[string]wrapper{
	"sudo":     {options: "-u -g -h -C -p -U -r -t -D -R -T", danger: asRoot},
	"doas":     {options: "-u -C", danger: asRoot},
	"pkexec":   {options: "--user", danger: asRoot},
	"runuser":  {options: "-u -g -G", danger: asRoot},
	"setpriv":  {danger: asRoot},
	"env":      {options: "-u -C --unset --chdir", splits: "-S --split-string"},
	"time":     {options: "-f -o"},
	"nice":     {options: "-n"},
	"ionice":   {options: "-c -n -p"},
	"chrt":     {options: "-p", operands: 1},
	"taskset":  {options: "-p", operands: 1},
	"nohup":    {},
	"timeout":  {options: "-s -k --signal --kill-after", operands: 1},
	"stdbuf":   {options: "-i -o -e"},
	"setsid":   {},
	"nsenter":  {options: "-t -S -G", danger: asRoot},
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
	rest := operands(w.split(words[1:]), w.options)
	for len(rest) > 0 && isAssignment(rest[0]) {
		rest = rest[1:]
	}
	if len(rest) <= w.operands {
		return nil
	}
	return slices.Concat(rest[w.operands:], w.more)
}

// split takes apart the values of options that are command lines.
func (w wrapper) split(words []string) []string {
	if w.splits == "" {
		return words
	}
	var all []string
	for i, word := range words {
		option, value, _ := strings.Cut(word, "=")
		switch {
		case isWord(w.splits, option):
			all = append(all, strings.Fields(value)...)
		case strings.HasPrefix(word, "-S"):
			all = append(all, strings.Fields(word[2:])...)
		case i > 0 && isWord(w.splits, words[i-1]):
			all = append(all, strings.Fields(word)...)
		default:
			all = append(all, word)
		}
	}
	return all
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

// bare is a command without its wrappers.
func bare(words []string) []string {
	for range maxDepth {
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
