package reducers

import (
	"encoding/json"
	"strings"

	"github.com/toolgen/toolgen/internal/shell"
)

// kind is a set of kinds of programs, by what they print.
type kind uint16

const (
	gitStatus kind = 1 << iota
	gitDiff
	gitLog
	goTest
	pythonTest
	scriptTest // jest, vitest, Node's own runner, TAP
	cargoTest
	install
	build
	linter
	// viewer prints what is in files: nothing of it is noise.
	viewer
	// unknown may run anything: what it prints decides.
	unknown
)

// tests are the kinds of test runs.
const tests = goTest | pythonTest | scriptTest | cargoTest

// program is a row of the table of commands: a program, its subcommands, and
// what they print. No subcommands: any, or none.
type program struct {
	name        string
	subcommands string
	kind        kind
}

// programs is searched from the top; the first row that fits decides. Programs
// that are not in it are unknown.
var programs = []program{
	{"git", "status st", gitStatus},
	{"git", "diff show stash format-patch", gitDiff | gitLog},
	{"git", "log reflog shortlog whatchanged", gitLog | gitDiff},
	{"git", "clone fetch pull push", install},
	{"git", "grep blame ls-files cat-file", viewer},
	{"go", "test", goTest | build},
	{"go", "build vet install run generate", build | install},
	{"go", "mod get work", install},
	{"go", "doc env list version", viewer},
	{"gotestsum", "", goTest | build},
	{"staticcheck", "", linter},
	{"golangci-lint", "", linter},
	{"pytest", "", pythonTest},
	{"py.test", "", pythonTest},
	{"unittest", "", pythonTest},
	{"tox", "", pythonTest | install},
	{"nox", "", pythonTest | install},
	{"ruff", "", linter},
	{"flake8", "", linter},
	{"pylint", "", linter},
	{"mypy", "", linter},
	{"jest", "", scriptTest},
	{"vitest", "", scriptTest},
	{"mocha", "", scriptTest},
	{"ava", "", scriptTest},
	{"tap", "", scriptTest},
	{"eslint", "", linter},
	{"tsc", "", build},
	{"vue-tsc", "", build},
	{"npm", "install i ci add update up audit uninstall remove rm prune dedupe link", install},
	{"pnpm", "install i add update up remove rm prune audit dedupe import fetch", install},
	{"yarn", "install add upgrade remove audit dedupe", install},
	{"bun", "install i add update remove", install},
	{"bun", "test", scriptTest},
	{"pip", "", install},
	{"pip3", "", install},
	{"uv", "", install},
	{"pipx", "", install},
	{"poetry", "", install},
	{"cargo", "test t nextest", cargoTest | build},
	{"cargo", "build b check c clippy doc bench run r", build},
	{"cargo", "fetch update install add", install},
	{"rustc", "", build},
	{"make", "", build | unknown},
	{"gmake", "", build | unknown},
	{"ninja", "", build | unknown},
	{"cmake", "", build | unknown},
	{"gcc", "", build},
	{"g++", "", build},
	{"cc", "", build},
	{"clang", "", build},
	{"apt", "", install},
	{"apt-get", "", install},
	{"cat", "", viewer},
	{"head", "", viewer},
	{"tail", "", viewer},
	{"sed", "", viewer},
	{"awk", "", viewer},
	{"grep", "", viewer},
	{"egrep", "", viewer},
	{"rg", "", viewer},
	{"ls", "", viewer},
	{"find", "", viewer},
	{"fd", "", viewer},
	{"tree", "", viewer},
	{"wc", "", viewer},
	{"sort", "", viewer},
	{"uniq", "", viewer},
	{"cut", "", viewer},
	{"tr", "", viewer},
	{"jq", "", viewer},
	{"nl", "", viewer},
	{"less", "", viewer},
	{"more", "", viewer},
	{"bat", "", viewer},
	{"xxd", "", viewer},
	{"diff", "", viewer},
	{"tee", "", viewer},
	{"column", "", viewer},
}

// mute are commands that print nothing worth a kind of its own.
var mute = map[string]bool{
	"cd": true, "set": true, "export": true, "source": true, ".": true, "true": true, "false": true, ":": true,
	"mkdir": true, "rm": true, "cp": true, "mv": true, "touch": true, "sleep": true, "exit": true, "echo": true,
	"printf": true, "pushd": true, "popd": true, "ulimit": true, "umask": true, "unset": true, "trap": true, "chmod": true,
}

// withValue are options that take the next word, before the subcommand.
var withValue = map[string]bool{
	"-C": true, "-c": true, "--git-dir": true, "--work-tree": true, "--prefix": true, "--cwd": true, "--dir": true,
	"--filter": true, "-F": true, "--manifest-path": true, "-w": true, "--workspace": true, "--color": true,
}

// commandLine is the command in the arguments of the terminal tool, empty when
// there is none.
func commandLine(args json.RawMessage) string {
	var call struct {
		Command string `json:"command"`
	}
	if json.Unmarshal(args, &call) != nil {
		return ""
	}
	return call.Command
}

// deepest is how many shells within shells are looked into.
const deepest = 4

// kindsOf is what the commands of a command line print. No command: unknown.
func kindsOf(line string) kind {
	kinds := kindsWithin(line, deepest)
	if kinds == 0 {
		return unknown
	}
	return kinds
}

func kindsWithin(line string, depth int) (kinds kind) {
	if depth == 0 {
		return unknown
	}
	for _, words := range shell.Split(line) {
		words, script := unwrap(words)
		switch {
		case script != "":
			kinds |= kindsWithin(script, depth-1)
		case len(words) > 0 && !mute[words[0]]:
			kinds |= kindOf(words)
		}
	}
	return kinds
}

// kindOf looks the command up in the table.
func kindOf(words []string) kind {
	name, sub := words[0], subcommand(words[1:])
	if name == "yarn" && sub == "" {
		return install
	}
	for _, row := range programs {
		if row.name == name && (row.subcommands == "" || shell.ContainsWord(row.subcommands, sub)) {
			return row.kind
		}
	}
	return unknown
}

// subcommand is the first word that is not an option.
func subcommand(words []string) string {
	for i := 0; i < len(words); i++ {
		switch word := words[i]; {
		case withValue[word]:
			i++
		case !strings.HasPrefix(word, "-") && !strings.HasPrefix(word, "+"):
			return word
		}
	}
	return ""
}
