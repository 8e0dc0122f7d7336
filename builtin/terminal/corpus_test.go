package terminal_test

import (
	"os"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/builtin/terminal"
	"github.com/toolgen/toolgen/internal/racetest"
)

// readCorpus returns the command lines of a file, one on each line. Empty lines
// and lines that begin with "##" are left out. The text "⏎" is a line feed.
func readCorpus(t *testing.T, name string) (commands []string) {
	t.Helper()
	data, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSuffix(line, "\n")
		if line != "" && !strings.HasPrefix(line, "##") {
			commands = append(commands, strings.ReplaceAll(line, "⏎", "\n"))
		}
	}
	if len(commands) < 300 {
		t.Fatalf("%s has %d command lines, want at least 300", name, len(commands))
	}
	return commands
}

// needsApproval reports whether a command line needs approval. The tool must
// accept it.
func needsApproval(t *testing.T, command string) bool {
	t.Helper()
	args := terminal.RunArgs{Command: command}
	if err := args.Validate(); err != nil {
		t.Errorf("%q: %v", command, err)
	}
	return terminal.WhyDestructive(args) != ""
}

// Ordinary command lines of development need no approval.
func TestOrdinaryCommands(t *testing.T) {
	commands := readCorpus(t, "ordinary.txt")
	questions := 0
	for _, command := range commands {
		if needsApproval(t, command) {
			questions++
			t.Errorf("%q needs approval: %q", command, terminal.Dangers(command))
		}
	}
	t.Logf("%d of %d ordinary command lines need approval", questions, len(commands))
}

// Dangerous command lines need approval.
func TestDangerousCommands(t *testing.T) {
	commands := readCorpus(t, "dangerous.txt")
	missed := 0
	for _, command := range commands {
		if !needsApproval(t, command) {
			missed++
			t.Errorf("%q needs no approval", command)
		}
	}
	t.Logf("%d of %d dangerous command lines need no approval", missed, len(commands))
}

// What people read has no mark of the guard for an unknown value.
func TestReasonsHaveNoMarks(t *testing.T) {
	commands := append(readCorpus(t, "dangerous.txt"),
		"tmp=$(mktemp); $tmp --help", "$(date) x", "x=$RANDOM; /opt/$x", "git -c core.pager=$(mktemp) log", "echo > $(date).lock/../../$UNKNOWN", `rm -rf "${A:?}"`, "docker run -v /$(date):/x a")
	for _, command := range commands {
		for _, danger := range terminal.Dangers(command) {
			if lower := strings.ToLower(danger); strings.Contains(lower, `\ufd`) || strings.Contains(lower, `\uff`) || strings.ContainsAny(danger, "\uFFFF\uFFFE\uFDD0") {
				t.Errorf("%q: %q", command, danger)
			}
		}
	}
}

// quoteSingle returns a text in single quotes for a shell.
func quoteSingle(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }

// wrapCommand are command lines that run another one.
var wrapCommand = map[string]func(command string) string{
	"a subshell":      func(c string) string { return "( " + c + "\n)" },
	"a group":         func(c string) string { return "{ " + c + "\n}" },
	"after &&":        func(c string) string { return "true && {\n" + c + "\n}" },
	"after ||":        func(c string) string { return "make || {\n" + c + "\n}" },
	"in a pipeline":   func(c string) string { return "{ " + c + "\n} | tail -n 5" },
	"the background":  func(c string) string { return "{ " + c + "\n} &" },
	"a condition":     func(c string) string { return "if test -f go.mod; then\n" + c + "\nfi" },
	"a loop":          func(c string) string { return "for i in 1 2; do\n" + c + "\ndone" },
	"a while loop":    func(c string) string { return "while read -r line; do\n" + c + "\ndone < list" },
	"a case":          func(c string) string { return "case $1 in\n*)\n" + c + "\n;;\nesac" },
	"a function":      func(c string) string { return "work() {\n" + c + "\n}\nwork" },
	"sh -c":           func(c string) string { return "sh -c " + quoteSingle(c) },
	"bash -lc":        func(c string) string { return "bash -lc " + quoteSingle(c) },
	"env":             func(c string) string { return "env A=b sh -c " + quoteSingle(c) },
	"timeout":         func(c string) string { return "timeout 5 sh -c " + quoteSingle(c) },
	"timeout options": func(c string) string { return "timeout --signal KILL 5 sh -c " + quoteSingle(c) },
	"nice":            func(c string) string { return "nice -n 10 sh -c " + quoteSingle(c) },
	"nohup":           func(c string) string { return "nohup sh -c " + quoteSingle(c) + " > out.log 2>&1 &" },
	"eval":            func(c string) string { return "eval " + quoteSingle(c) },
	"a variable":      func(c string) string { return "script_text=" + quoteSingle(c) + `; eval "$script_text"` },
	"a here-document": func(c string) string { return "sh <<'END_OF_SCRIPT'\n" + c + "\nEND_OF_SCRIPT" },
	"a here-string":   func(c string) string { return "bash <<< " + quoteSingle(c) },
	"a substitution":  func(c string) string { return "echo \"$(\n" + c + "\n)\"" },
	"a trap":          func(c string) string { return "trap " + quoteSingle(c) + " EXIT; make" },
	"xargs":           func(c string) string { return "ls | xargs -I{} sh -c " + quoteSingle(c) },
	"find -exec":      func(c string) string { return "find . -name x -exec sh -c " + quoteSingle(c) + ` \;` },
	"a script file":   func(c string) string { return "cat > run.sh <<'END_OF_SCRIPT'\n" + c + "\nEND_OF_SCRIPT\nsh run.sh" },
	"two shells":      func(c string) string { return "sh -c " + quoteSingle("sh -c "+quoteSingle(c)) },
	"time":            func(c string) string { return "time {\n" + c + "\n}" },
	"a negation":      func(c string) string { return "! {\n" + c + "\n}" },
	"after set -u":    func(c string) string { return "set -u\n" + c },
	"after exit":      func(c string) string { return "test -f x || exit 0\n" + c },
	"shells and env":  func(c string) string { return "sh -c " + quoteSingle("env sh -c "+quoteSingle(c)) },
}

// Within another command line, a dangerous command line remains dangerous.
func TestWrappedDangersNeedApproval(t *testing.T) {
	commands := readCorpus(t, "dangerous.txt")
	for n := range racetest.Fewer(len(commands), 10) {
		command := commands[n*len(commands)/racetest.Fewer(len(commands), 10)]
		for name, wrap := range wrapCommand {
			replaces := strings.Contains(wrap("{}"), "-I{}") || strings.Contains(wrap("{}"), "find ")
			if replaces && strings.Contains(command, "{}") {
				continue // these programs replace the braces
			}
			if !needsApproval(t, wrap(command)) {
				t.Errorf("%s: %q needs no approval", name, wrap(command))
			}
		}
	}
}

// An ordinary command line needs no approval in the constructions that are usual
// for it.
func TestWrappedOrdinaryCommands(t *testing.T) {
	commands := readCorpus(t, "ordinary.txt")
	for n := range racetest.Fewer(len(commands), 10) {
		command := commands[n*len(commands)/racetest.Fewer(len(commands), 10)]
		for _, name := range []string{"a subshell", "a group", "after &&", "after ||", "in a pipeline", "a condition", "a loop", "a function", "sh -c", "timeout", "after set -u"} {
			if needsApproval(t, wrapCommand[name](command)) {
				t.Errorf("%s: %q needs approval: %q", name, wrapCommand[name](command), terminal.Dangers(wrapCommand[name](command)))
			}
		}
	}
}

// Quotes and backslashes in the first word do not hide a program.
func TestQuotedProgramsNeedApproval(t *testing.T) {
	for _, command := range readCorpus(t, "dangerous.txt") {
		name, rest, ok := strings.Cut(command, " ")
		if !ok || len(name) < 2 || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz") != "" || isReserved[name] {
			continue
		}
		for _, quoted := range []string{`\` + name, `"` + name + `"`, "'" + name[:1] + "'" + name[1:], name[:1] + `\` + name[1:], name[:1] + `""` + name[1:]} {
			if !needsApproval(t, quoted+" "+rest) {
				t.Errorf("%q needs no approval", quoted+" "+rest)
			}
		}
	}
}

// isReserved are words that lose their meaning in quotes.
var isReserved = map[string]bool{
	"for": true, "if": true, "while": true, "until": true, "case": true, "function": true, "export": true, "local": true, "declare": true,
	"readonly": true, "time": true, "coproc": true, "select": true, "let": true,
}
