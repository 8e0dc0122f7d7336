package terminal_test

import (
	goruntime "runtime"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/toolgen/toolgen/builtin/terminal"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/toolstest"
)

// The text and the memory are bounded when a command prints without end.
func TestEndlessOutput(t *testing.T) {
	for _, c := range []struct {
		command, reason string
		end             string
	}{
		{"yes", "standard output", terminal.ReasonTimeout},
		{"yes out & yes err >&2", "both streams", terminal.ReasonTimeout},
		{"yes & sleep 0.3; exit 3", "a process in the background of a command that ends", terminal.ReasonExitStatus},
	} {
		var before, after goruntime.MemStats
		goruntime.ReadMemStats(&before)
		r := run(t, t.TempDir(), terminal.RunArgs{Command: c.command, TimeoutSeconds: 2})
		goruntime.ReadMemStats(&after)
		if o := outcome(t, r); r.Reason != c.end || o.OutputBytes <= o.OmittedBytes || o.OmittedBytes == 0 || len(text(r)) > 66<<10 {
			t.Errorf("%s: %s %+v, %d bytes", c.reason, r.Reason, o, len(text(r)))
		}
		if used := after.TotalAlloc - before.TotalAlloc; used > 16<<20 {
			t.Errorf("%s: %d bytes were allocated", c.reason, used)
		}
	}
}

// Long output is cut between lines, and the note has the number of omitted bytes.
func TestLongOutput(t *testing.T) {
	const command = `i=0; while [ $i -lt 60000 ]; do echo "line $i"; i=$((i+1)); done; echo the end; exit 4`
	r := run(t, t.TempDir(), terminal.RunArgs{Command: command})
	o, got := outcome(t, r), text(r)
	if !strings.HasPrefix(got, "line 0\nline 1\n") || !strings.HasSuffix(got, "line 59999\nthe end\nexit status 4") || len(got) > 66<<10 {
		t.Errorf("%d bytes: %.40q … %q", len(got), got, got[max(0, len(got)-60):])
	}
	kept := 0
	for line := range strings.Lines(got) {
		switch {
		case strings.HasPrefix(line, "line ") && strings.HasSuffix(line, "\n"), line == "the end\n":
			kept += len(line)
		case strings.HasPrefix(line, "[… "), line == "exit status 4":
		default:
			t.Errorf("the cut is within a line: %q", line)
		}
	}
	if o.OmittedBytes == 0 || int64(kept)+o.OmittedBytes != o.OutputBytes {
		t.Errorf("%d kept of %+v", kept, o)
	}
	if !strings.Contains(got, "[… ") || !strings.Contains(got, " bytes left out]\n") {
		t.Error("there is no note about the omitted bytes")
	}
}

// The tool cuts the text to the budget of the call, so that the runtime does not
// cut the end.
func TestSmallBudget(t *testing.T) {
	turn := &runtime.Turn{WorkingDir: t.TempDir(), ResultBudgetChars: 4000}
	call := toolstest.CallWith(t, options(t, nil, false), tool(t), terminal.RunArgs{Command: "yes 0123456789 | head -n 100000; echo the end; exit 4"}, turn)
	if got := text(call.Result); !strings.HasSuffix(got, "the end\nexit status 4") || call.Truncated != nil {
		t.Errorf("%+v %q", call.Truncated, got[max(0, len(got)-60):])
	}
}

func TestBinaryOutput(t *testing.T) {
	for _, c := range []struct{ command, want, reason string }{
		{`printf 'a\0b'`, "a\uFFFDb", "NUL"},
		{`printf 'a\377\376b'`, "a\uFFFDb", "invalid UTF-8"},
		{`printf '\303'; printf '\251'`, "é", "a character in two writes"},
	} {
		if r := run(t, t.TempDir(), terminal.RunArgs{Command: c.command}); text(r) != c.want {
			t.Errorf("%s: %q", c.reason, text(r))
		}
	}
	r := run(t, t.TempDir(), terminal.RunArgs{Command: "head -c 300000 /dev/zero | tr '\\0' '\\303'"})
	if got := text(r); !utf8.ValidString(got) || outcome(t, r).OutputBytes != 300_000 {
		t.Errorf("%d bytes", len(got))
	}
}
