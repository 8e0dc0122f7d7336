package reducers

import (
	"encoding/json"
	"strings"

	"github.com/toolgen/toolgen/internal/shell"
)

// programKinds is a set of kinds of programs. The kinds differ in their output.
type programKinds uint16

const (
	gitStatus programKinds = 1 << iota
	gitDiff
	gitLog
	goTest
	pythonTest
	scriptTest // jest, vitest, the test runner of Node, TAP
	cargoTest
	installer
	builder
	linter
	// viewer prints lines of files, of which nothing is left out as noise.
	viewer
	// fileText is the output of programs that print what the command names, such as
	// a file or a diff.
	fileText
	// unknown programs are recognized by their output. It is the last kind.
	unknown
)

// tests are the kinds of test runners.
const tests = goTest | pythonTest | scriptTest | cargoTest

// program is a program with some of its subcommands, separated by spaces. When
// there are none, the row is about the program with any arguments.
type program struct {
	name        string
	subcommands string
	kinds       programKinds
}

// programs are the known programs. The first row that matches a command has its
// kinds; a command without a row is unknown.
var programs = []program{
	{"git", "status st", gitStatus},
	{"git", "diff show stash format-patch", fileText | gitDiff | gitLog},
	{"git", "log reflog shortlog whatchanged", gitLog | gitDiff},
	{"git", "clone fetch pull push", installer},
	{"git", "blame cat-file", fileText},
	{"git", "grep ls-files", viewer},
	{"go", "test", goTest | builder},
	{"go", "build vet install run generate", builder | installer},
	{"go", "mod get work", installer},
	{"go", "doc", fileText},
	{"go", "env list version", viewer},
	{"gotestsum", "", goTest | builder},
	{"staticcheck", "", linter},
	{"golangci-lint", "", linter},
	{"pytest", "", pythonTest},
	{"py.test", "", pythonTest},
	{"unittest", "", pythonTest},
	{"tox", "", pythonTest | installer},
	{"nox", "", pythonTest | installer},
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
	{"tsc", "", builder},
	{"vue-tsc", "", builder},
	{"npm", "install i ci add update up audit uninstall remove rm prune dedupe link", installer},
	{"pnpm", "install i add update up remove rm prune audit dedupe import fetch", installer},
	{"yarn", "install add upgrade remove audit dedupe", installer},
	{"bun", "install i add update remove", installer},
	{"bun", "test", scriptTest},
	{"pip", "", installer},
	{"pip3", "", installer},
	{"uv", "", installer},
	{"pipx", "", installer},
	{"poetry", "", installer},
	{"cargo", "test t nextest", cargoTest | builder},
	{"cargo", "build b check c clippy doc bench run r", builder},
	{"cargo", "fetch update install add", installer},
	{"rustc", "", builder},
	{"make", "", builder | unknown},
	{"gmake", "", builder | unknown},
	{"ninja", "", builder | unknown},
	{"cmake", "", builder | unknown},
	{"gcc", "", builder},
	{"g++", "", builder},
	{"cc", "", builder},
	{"clang", "", builder},
	{"apt", "", installer},
	{"apt-get", "", installer},
	{"cat", "", fileText},
	{"head", "", fileText},
	{"tail", "", fileText},
	{"sed", "", fileText},
	{"awk", "", fileText},
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
	{"cut", "", fileText},
	{"tr", "", fileText},
	{"jq", "", fileText},
	{"nl", "", fileText},
	{"less", "", fileText},
	{"more", "", fileText},
	{"bat", "", fileText},
	{"xxd", "", fileText},
	{"diff", "", fileText},
	{"tee", "", fileText},
	{"column", "", fileText},
}

// silentPrograms print nothing, or only a short text.
var silentPrograms = map[string]bool{
	"cd": true, "set": true, "export": true, "source": true, ".": true, "true": true, "false": true, ":": true,
	"mkdir": true, "rm": true, "cp": true, "mv": true, "touch": true, "sleep": true, "exit": true, "echo": true,
	"printf": true, "pushd": true, "popd": true, "ulimit": true, "umask": true, "unset": true, "trap": true, "chmod": true,
}

// optionsWithValue are options before a subcommand whose value is the next word.
var optionsWithValue = map[string]bool{
	"-C": true, "-c": true, "--git-dir": true, "--work-tree": true, "--prefix": true, "--cwd": true, "--dir": true,
	"--filter": true, "-F": true, "--manifest-path": true, "-w": true, "--workspace": true, "--color": true,
}

// commandLine returns the command line in the arguments of the tool terminal. It
// is empty when there is none.
func commandLine(args json.RawMessage) string {
	var call struct {
		Command string `json:"command"`
	}
	if json.Unmarshal(args, &call) != nil {
		return ""
	}
	return call.Command
}

// maxShellDepth is the maximum number of shells within shells.
const maxShellDepth = 4

// kindsOf returns the kinds of the programs in a command line. A line without
// commands is unknown.
func kindsOf(line string) programKinds {
	kinds := kindsWithin(line, maxShellDepth)
	if kinds == 0 {
		return unknown
	}
	return kinds
}

// kindsWithin returns the kinds of the programs in a command line, without
// unknown for a line without commands. It reads at most depth scripts within
// scripts.
func kindsWithin(line string, depth int) (kinds programKinds) {
	if depth == 0 {
		return unknown
	}
	for _, words := range shell.Split(line) {
		words, script := unwrap(words)
		switch {
		case script != "":
			kinds |= kindsWithin(script, depth-1)
		case len(words) > 0 && !silentPrograms[words[0]]:
			kinds |= lookUpKinds(words)
		}
	}
	return kinds
}

// lookUpKinds returns the kinds of a command in the table of programs.
func lookUpKinds(words []string) programKinds {
	name, sub := words[0], subcommand(words[1:])
	if name == "yarn" && sub == "" {
		return installer
	}
	for _, row := range programs {
		if row.name == name && (row.subcommands == "" || shell.ContainsWord(row.subcommands, sub)) {
			return row.kinds
		}
	}
	return unknown
}

// subcommand returns the first word that is not an option. It is empty when
// there is none.
func subcommand(words []string) string {
	for i := 0; i < len(words); i++ {
		switch word := words[i]; {
		case optionsWithValue[word]:
			i++
		case !strings.HasPrefix(word, "-") && !strings.HasPrefix(word, "+"):
			return word
		}
	}
	return ""
}
