package reducers

import "strings"

// wrapper is a program that runs the command in its arguments.
type wrapper struct {
	// options are those that take the next word.
	options string
	// operands is how many words stand before the command, such as the
	// duration of timeout.
	operands int
	// words must follow the name, one of them, such as exec in "pnpm exec".
	words string
}

// wrappers by name. What follows them is the command that prints.
var wrappers = map[string][]wrapper{
	"sudo":     {{options: "-u -g -h -C -p -U -r -t"}},
	"doas":     {{options: "-u -C"}},
	"env":      {{options: "-u -C -S --unset --chdir"}},
	"time":     {{options: "-f -o"}},
	"nice":     {{options: "-n"}},
	"ionice":   {{options: "-c -n"}},
	"nohup":    {{}},
	"timeout":  {{options: "-s -k --signal --kill-after", operands: 1}},
	"gtimeout": {{options: "-s -k", operands: 1}},
	"stdbuf":   {{options: "-i -o -e"}},
	"setsid":   {{}},
	"unbuffer": {{}},
	"command":  {{}},
	"exec":     {{}},
	"xvfb-run": {{options: "-s -n"}},
	"npx":      {{options: "-p --package"}},
	"pnpx":     {{}},
	"bunx":     {{}},
	"corepack": {{}},
	"npm":      {{words: "exec x"}},
	"pnpm":     {{words: "exec dlx"}},
	"yarn":     {{words: "exec dlx"}, {words: "jest"}, {words: "vitest"}},
	"go":       {{words: "tool"}},
	"uv":       {{words: "run"}},
	"poetry":   {{words: "run"}},
	"pipenv":   {{words: "run"}},
	"python":   {{words: "-m"}},
	"python3":  {{words: "-m"}},
	"py":       {{words: "-m"}},
}

// runners are commands of packages that "yarn NAME" and "pnpm NAME" run too.
const runners = "jest vitest mocha ava tap eslint tsc"

// shells run the script behind -c.
const shells = "sh bash zsh dash ksh ash"

// unwrap takes assignments and wrappers off a command, and its program's
// folder; script is what a shell was asked to run.
func unwrap(words []string) (command []string, script string) {
	for range 16 {
		for len(words) > 0 && isAssignment(words[0]) {
			words = words[1:]
		}
		if len(words) == 0 {
			return nil, ""
		}
		name := base(words[0])
		if isWord(shells, name) {
			return []string{name, ""}, scriptOf(words[1:])
		}
		rest, ok := inside(name, words[1:])
		if !ok {
			return append([]string{name}, words[1:]...), ""
		}
		words = rest
	}
	return words, ""
}

// inside is the command that a wrapper runs.
func inside(name string, words []string) (rest []string, ok bool) {
	if (name == "yarn" || name == "pnpm") && len(words) > 0 && isWord(runners, words[0]) {
		return words, true
	}
	if i := strings.IndexByte(name, '.'); i > 0 && strings.HasPrefix(name, "python") {
		name = name[:i] // python3.12
	}
	for _, w := range wrappers[name] {
		if rest, ok := w.unwrap(words); ok {
			return rest, true
		}
	}
	return nil, false
}

// unwrap takes the wrapper's own words away.
func (w wrapper) unwrap(words []string) (rest []string, ok bool) {
	if w.words != "" {
		for len(words) > 0 && strings.HasPrefix(words[0], "-") && !isWord(w.words, words[0]) {
			words = words[1:]
		}
		if len(words) == 0 || !isWord(w.words, words[0]) {
			return nil, false
		}
		words = words[1:]
	}
	for len(words) > 0 && strings.HasPrefix(words[0], "-") {
		if isWord(w.options, words[0]) && len(words) > 1 {
			words = words[1:]
		}
		words = words[1:]
	}
	for len(words) > 0 && isAssignment(words[0]) {
		words = words[1:]
	}
	if w.operands >= len(words) {
		return nil, false
	}
	return words[w.operands:], true
}

// isAssignment says whether the word sets a variable.
func isAssignment(word string) bool {
	name, _, ok := strings.Cut(word, "=")
	if !ok || name == "" || '0' <= name[0] && name[0] <= '9' {
		return false
	}
	return strings.Trim(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_") == ""
}

// scriptOf is the script of a shell: the word behind an option with a c in it.
func scriptOf(words []string) string {
	for i, word := range words {
		if !strings.HasPrefix(word, "-") {
			return ""
		}
		if !strings.HasPrefix(word, "--") && strings.HasSuffix(word, "c") && i+1 < len(words) {
			return words[i+1]
		}
	}
	return ""
}
