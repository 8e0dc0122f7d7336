package reducers_test

import (
	"encoding/json"
	"fmt"
	goruntime "runtime"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/toolgen/toolgen/internal/raced"
	"github.com/toolgen/toolgen/reducers"
	"github.com/toolgen/toolgen/runtime"
)

// commands are one of each kind, and what is not one.
var commands = []string{
	"", "git status", "git status -s", "git diff", "git log -p", "go test ./...", "go test -json ./...", "pytest", "npx jest", "cargo test",
	"npm ci", "make", "eslint .", "cat a.txt", "./run.sh", "sh -c 'go test | tee log'", "\x00'\"$((", "git status && go test ./... | tail",
}

// hostile are texts that resist: each is for a size in bytes.
var hostile = []struct {
	name string
	text func(size int) string
}{
	{"one line", func(n int) string { return strings.Repeat("a", n) }},
	{"one line of wide characters", func(n int) string { return strings.Repeat("漢", n/3) }},
	{"one line of base64", func(n int) string { return strings.Repeat("aB3+", n/4) }},
	{"empty lines", func(n int) string { return strings.Repeat("\n", n) }},
	{"two lines in turn", func(n int) string { return strings.Repeat("a\nb\n", n/4) }},
	{"invalid UTF-8", func(n int) string { return strings.Repeat("\xff\xfe\x80\n\xc3", n/5) }},
	{"carriage returns", func(n int) string { return strings.Repeat("10%\r", n/4) }},
	{"escapes", func(n int) string { return strings.Repeat("\x1b", n) }},
	{"control strings without end", func(n int) string { return strings.Repeat("\x1b]8;;", n/5) }},
	{"sequences within sequences", func(n int) string { return strings.Repeat("\x1b[\x1b[0m0m", n/10) }},
	{"backspaces", func(n int) string { return strings.Repeat("ab\b\b\b", n/5) }},
	{"failures", func(n int) string { return strings.Repeat("--- FAIL: TestA (0.00s)\n", n/24) }},
	{"failures, each another", func(n int) string { return numbered("--- FAIL: Test%d (0.00s)\n    a_test.go:1: x\n", n) }},
	{"passes, each another", func(n int) string { return numbered("=== RUN   Test%[1]d\n--- PASS: Test%[1]d (0.00s)\n", n) }},
	{"sections", func(n int) string { return strings.Repeat("ok  \ta\t0.1s\n", n/12) }},
	{"panics", func(n int) string { return strings.Repeat("panic: a\n", n/9) }},
	{"data races without end", func(n int) string { return strings.Repeat("==================\nWARNING: DATA RACE\n", n/37) }},
	{"events", func(n int) string {
		return numbered(`{"Action":"output","Package":"p","Test":"T%d","Output":"--- PASS: T (0.00s)\n"}`+"\n", n)
	}},
	{"half an event", func(n int) string { return strings.Repeat(`{"Action":"output","Output":"`, n/29) }},
	{"rulers", func(n int) string {
		return strings.Repeat("====== FAILURES ======\n----- Captured stdout -----\n", n/51)
	}},
	{"failures of jest", func(n int) string { return strings.Repeat("  ● a › b\n\n    x\n\n", n/22) }},
	{"points of TAP", func(n int) string { return strings.Repeat("ok 1 - a\n  ---\n", n/15) }},
	{"heads of diffs", func(n int) string { return strings.Repeat("diff --git a/a b/a\n", n/19) }},
	{"commits", func(n int) string { return strings.Repeat("commit "+strings.Repeat("a", 40)+"\n", n/48) }},
	{"statuses", func(n int) string { return strings.Repeat("On branch a\n\n", n/13) }},
	{"entries", func(n int) string { return numbered(" M a%d\n?? b\n", n) }},
	{"errors", func(n int) string { return numbered("a.go:%d:1: undefined: x\n", n) }},
	{"errors of rustc without end", func(n int) string { return strings.Repeat("error[E1]: a\n", n/13) }},
	{"findings", func(n int) string { return numbered("a.go:%d: warning: x\n", n) }},
	{"colons", func(n int) string { return strings.Repeat(":1", n/2) }},
	{"notices", func(n int) string { return strings.Repeat(notice+"\n", n/(len(notice)+1)) }},
	{"notices on one line", func(n int) string { return strings.Repeat(notice, n/len(notice)) }},
	{"halves of notices", func(n int) string { return strings.Repeat("[truncated — ", n/15) }},
	{"exit statuses", func(n int) string { return numbered("exit status %d\n", n) }},
	{"our own marks", func(n int) string { return strings.Repeat("[… 3 more lines left out]\n[left out: 2 a]\n", n/45) }},
	{"links", func(n int) string { return strings.Repeat("- [a](b)\n", n/9) + "# end\n" }},
	{"brackets", func(n int) string { return strings.Repeat("[", n) }},
	{"tickets", func(n int) string { return "[" + strings.Repeat(`{"id":"A","status":"x"},`, n/24) + "{}]" }},
}

// numbered repeats a format with a number up to that size.
func numbered(format string, size int) string {
	var out strings.Builder
	for i := 0; out.Len() < size; i++ {
		fmt.Fprintf(&out, format, i)
	}
	return out.String()
}

func TestHostileTexts(t *testing.T) {
	for _, h := range hostile {
		t.Run(h.name, func(t *testing.T) {
			for _, size := range []int{0, 1, 500, raced.Some(20_000, 8)} {
				text := h.text(size)
				for _, r := range reducers.All() {
					holds(t, r, full(size%2 == 0, text), terminalCall(""))
				}
				for _, command := range commands {
					holds(t, reducers.Terminal(), full(true, text), terminalCall(command))
				}
			}
		})
	}
}

// TestLargeTexts proves that memory is a small multiple of the text: what is
// allocated in all, freed or not, is bounded, and with it the time.
func TestLargeTexts(t *testing.T) {
	const large, all, brief, most = 10_000_000, 1_000_000, 100_000, 30
	for i, h := range hostile {
		size := large
		switch {
		case testing.Short(), raced.On:
			size = brief
		case i >= 6:
			size = all
		}
		text := h.text(size)
		for _, r := range reducers.All() {
			var before, after goruntime.MemStats
			goruntime.ReadMemStats(&before)
			got := r.Reduce(runtime.Text(text), terminalCall(commands[i%len(commands)])).Value
			goruntime.ReadMemStats(&after)
			if used := after.TotalAlloc - before.TotalAlloc; used > uint64(most*size) {
				t.Errorf("%s, %s: %d bytes allocated for %d", r.Tool(), h.name, used, len(text))
			}
			if len(got) > len(text) {
				t.Errorf("%s, %s: longer", r.Tool(), h.name)
			}
		}
	}
}

func TestArgumentsOfAllKinds(t *testing.T) {
	for _, args := range []string{"", "null", "[]", `"go test"`, "{", `{"command":7}`, `{"command":null}`, `{"command":["go","test"]}`, `{"start_line":{}}`, "\xff"} {
		for _, r := range reducers.All() {
			for _, h := range hostile {
				holds(t, r, full(true, h.text(raced.Some(9000, 10))), runtime.ReduceContext{Args: json.RawMessage(args)})
			}
		}
	}
}

func TestEachToolOnce(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range reducers.All() {
		if r.Tool() == "" || seen[r.Tool()] {
			t.Errorf("a second reducer, or none, for %q", r.Tool())
		}
		seen[r.Tool()] = true
	}
}

func FuzzReduce(f *testing.F) {
	for i, h := range hostile {
		f.Add(h.text(600), commands[i%len(commands)], uint8(i))
	}
	for i, r := range recordings(f) {
		f.Add(r.text[:min(len(r.text), 3000)], r.command, uint8(i%4*20))
	}
	f.Fuzz(func(t *testing.T, text, command string, times uint8) {
		if len(text) < 20_000 {
			text = strings.Repeat(text, int(times)%raced.Some(24, 12)+1)
		}
		for _, r := range reducers.All() {
			holds(t, r, full(times%2 == 0, text), terminalCall(command))
		}
		for name, pass := range passes {
			once := pass(text)
			if again := pass(once); again != once {
				t.Errorf("%s is not idempotent: %q, then %q", name, shortened(once), shortened(again))
			}
			if len(once) > len(text) || utf8.RuneCountInString(once) > utf8.RuneCountInString(text) {
				t.Errorf("%s made it longer", name)
			}
		}
	})
}

// passes are those that can be used alone.
var passes = map[string]reducers.Pass{
	"StripEscapes": reducers.StripEscapes, "FoldRepeats": reducers.FoldRepeats, "ReplaceBase64": reducers.ReplaceBase64, "CutLongLines": reducers.CutLongLines(200),
}
