package reducers_test

import (
	"strings"

	"github.com/toolgen/toolgen/reducers"
)

// commands are a command line of each kind, command lines with options and several
// programs, and texts that are not one.
var commands = append(reducers.CommandsOfKinds(),
	"", "git status -s", "git log -p", "go test -json ./...", "npx jest", "./run.sh", "sh -c 'go test | tee log'", "\x00'\"$((", "git status && go test ./... | tail",
)

// hostileTexts are texts that are difficult to reduce. The function text returns
// one of at most that size in bytes, or a few more.
var hostileTexts = []struct {
	name string
	text func(size int) string
}{
	{"one line", func(n int) string { return strings.Repeat("a", n) }},
	{"one line of wide characters", func(n int) string { return strings.Repeat("漢", n/3) }},
	{"one line of base64", func(n int) string { return strings.Repeat("aB3+", n/4) }},
	{"empty lines", func(n int) string { return strings.Repeat("\n", n) }},
	{"two alternating lines", func(n int) string { return strings.Repeat("a\nb\n", n/4) }},
	{"invalid UTF-8", func(n int) string { return strings.Repeat("\xff\xfe\x80\n\xc3", n/5) }},
	{"carriage returns", func(n int) string { return strings.Repeat("10%\r", n/4) }},
	{"escapes", func(n int) string { return strings.Repeat("\x1b", n) }},
	{"control strings without end", func(n int) string { return strings.Repeat("\x1b]8;;", n/5) }},
	{"sequences within sequences", func(n int) string { return strings.Repeat("\x1b[\x1b[0m0m", n/10) }},
	{"backspaces", func(n int) string { return strings.Repeat("ab\b\b\b", n/5) }},
	{"failures", func(n int) string { return strings.Repeat("--- FAIL: TestA (0.00s)\n", n/24) }},
	{"different failures", func(n int) string { return repeatNumbered("--- FAIL: Test%d (0.00s)\n    a_test.go:1: x\n", n) }},
	{"different passing tests", func(n int) string { return repeatNumbered("=== RUN   Test%[1]d\n--- PASS: Test%[1]d (0.00s)\n", n) }},
	{"sections", func(n int) string { return strings.Repeat("ok  \ta\t0.1s\n", n/12) }},
	{"panics", func(n int) string { return strings.Repeat("panic: a\n", n/9) }},
	{"data races without end", func(n int) string { return strings.Repeat("==================\nWARNING: DATA RACE\n", n/37) }},
	{"events", func(n int) string {
		return repeatNumbered(`{"Action":"output","Package":"p","Test":"T%d","Output":"--- PASS: T (0.00s)\n"}`+"\n", n)
	}},
	{"incomplete events", func(n int) string { return strings.Repeat(`{"Action":"output","Output":"`, n/29) }},
	{"rulers", func(n int) string {
		return strings.Repeat("====== FAILURES ======\n----- Captured stdout -----\n", n/51)
	}},
	{"failures of jest", func(n int) string { return strings.Repeat("  ● a › b\n\n    x\n\n", n/22) }},
	{"points of TAP", func(n int) string { return strings.Repeat("ok 1 - a\n  ---\n", n/15) }},
	{"headers of diffs", func(n int) string { return strings.Repeat("diff --git a/a b/a\n", n/19) }},
	{"commits", func(n int) string { return strings.Repeat("commit "+strings.Repeat("a", 40)+"\n", n/48) }},
	{"statuses", func(n int) string { return strings.Repeat("On branch a\n\n", n/13) }},
	{"entries", func(n int) string { return repeatNumbered(" M a%d\n?? b\n", n) }},
	{"errors", func(n int) string { return repeatNumbered("a.go:%d:1: undefined: x\n", n) }},
	{"errors of rustc without end", func(n int) string { return strings.Repeat("error[E1]: a\n", n/13) }},
	{"findings", func(n int) string { return repeatNumbered("a.go:%d: warning: x\n", n) }},
	{"colons", func(n int) string { return strings.Repeat(":1", n/2) }},
	{"notices", func(n int) string { return strings.Repeat(notice+"\n", n/(len(notice)+1)) }},
	{"notices on one line", func(n int) string { return strings.Repeat(notice, n/len(notice)) }},
	{"incomplete notices", func(n int) string { return strings.Repeat("[truncated — ", n/15) }},
	{"exit statuses", func(n int) string { return repeatNumbered("exit status %d\n", n) }},
	{"marks of this package", func(n int) string { return strings.Repeat("[3 more lines omitted]\n[2 a omitted]\n", n/45) }},
	{"links", func(n int) string { return strings.Repeat("- [a](b)\n", n/9) + "# end\n" }},
	{"brackets", func(n int) string { return strings.Repeat("[", n) }},
	{"tickets", func(n int) string { return "[" + strings.Repeat(`{"id":"A","status":"x"},`, n/24) + "{}]" }},
}
