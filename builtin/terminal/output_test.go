package terminal_test

import (
	"context"
	"encoding/json"
	"fmt"
	goruntime "runtime"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/toolgen/toolgen/builtin/terminal"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability"
	"github.com/toolgen/toolgen/runtime/capability/secrets"
	"github.com/toolgen/toolgen/runtime/spill"
)

// The text and the memory are bounded when a command prints without end.
func TestEndlessOutput(t *testing.T) {
	for _, c := range []struct {
		command, reason string
		end             string
		seconds         int
	}{
		{"yes", "standard output", terminal.ReasonTimeout, 2},
		{"yes out & yes err >&2", "both streams", terminal.ReasonTimeout, 2},
		{"yes | head -c 10000000; yes & exit 3", "a process in the background of a command that ends", terminal.ReasonExitStatus, 60},
	} {
		var before, after goruntime.MemStats
		goruntime.ReadMemStats(&before)
		r := run(t, t.TempDir(), terminal.RunArgs{Command: c.command, TimeoutSeconds: c.seconds})
		goruntime.ReadMemStats(&after)
		if o := outcome(t, r); r.Reason != c.end || o.OutputBytes <= o.OmittedBytes || o.OmittedBytes == 0 {
			t.Errorf("%s: %s %+v, %d bytes", c.reason, r.Reason, o, len(text(r)))
		}
		if n := len(text(r)); n > 100<<10 {
			t.Errorf("%s: the text has %d bytes", c.reason, n)
		}
		if used := after.TotalAlloc - before.TotalAlloc; used > 160<<20 {
			t.Errorf("%s: %d bytes were allocated", c.reason, used)
		}
	}
}

// The text has the beginning and the end of long output, and read_result returns
// the rest.
func TestLongOutput(t *testing.T) {
	const command = `i=0; while [ $i -lt 60000 ]; do echo "line $i"; i=$((i+1)); done; echo the end; exit 4`
	store, err := spill.NewFiles(&spill.FilesOptions{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	config := options(t, nil, false)
	config.Spill = store
	registry := runtime.NewRegistry(config)
	if err := registry.Register(tool(t)); err != nil {
		t.Fatal(err)
	}
	turn := &runtime.Turn{WorkingDir: t.TempDir(), Session: runtime.NewSession("s", "k"), ResultBudgetChars: 9000}
	args, _ := json.Marshal(terminal.RunArgs{Command: command})
	call := registry.ExecuteParallel(t.Context(), []runtime.ToolCall{{ID: "1", Name: "terminal", Args: args}}, turn)[0]
	got := text(call.Result)
	if n := utf8.RuneCountInString(got); n > 9000 || n < 8000 {
		t.Errorf("the text has %d code points", n)
	}
	if o := outcome(t, call.Result); o.OmittedBytes != 0 {
		t.Errorf("%+v", o)
	}
	notice := fmt.Sprintf(" lines omitted; call read_result with handle %s]\n", call.Truncated.Handle)
	if !strings.Contains(got, "line 0\nline 1\n") || !strings.Contains(got, "line 59999\nthe end\nexit status 4") || !strings.Contains(got, notice) {
		t.Errorf("%.80q … %q", got, got[max(0, len(got)-80):])
	}
	for line := range strings.Lines(got) {
		if strings.Contains(line, "line") && !strings.HasPrefix(line, "[") && !strings.HasPrefix(line, "<untrusted source=") && !strings.HasPrefix(line, "line ") {
			t.Errorf("the cut is within a line: %q", line)
		}
	}
	args = fmt.Appendf(nil, `{"handle": %q}`, call.Truncated.Handle)
	rest := registry.ExecuteParallel(t.Context(), []runtime.ToolCall{{ID: "2", Name: runtime.ReadResultTool, Args: args}}, turn)[0]
	_, after, _ := strings.Cut(text(rest.Result), "\nline ")
	before, _, _ := strings.Cut(got, "\n</untrusted>\n[")
	number, _ := strconv.Atoi(before[strings.LastIndexByte(before, ' ')+1:])
	if !strings.HasPrefix(after, strconv.Itoa(number+2)+"\n") {
		t.Errorf("after line %d, read_result begins with %.60q", number, after)
	}
}

// A secret at the edge of the omitted output is not shown in part.
func TestSecretAtOmittedOutput(t *testing.T) {
	const secret = "swordfish-0123456789-abcdefghij-klmnopqrst"
	keys := capability.Needs{Kinds: capability.KindSecrets, Secrets: []string{"key"}}
	config := options(t, nil, false)
	config.Backends.Secrets = secrets.New(&secrets.Options{Store: secrets.Map(map[string]string{"key": secret})}).Open
	registry := runtime.NewRegistry(config)
	get := &runtime.Tool{Name: "get", Needs: &keys, Invoke: func(ctx context.Context, c *runtime.Call) runtime.Result {
		_, err := c.Capabilities().Secrets.Get(ctx, "key")
		return runtime.Text(fmt.Sprint(err))
	}}
	if err := registry.Register(tool(t), get); err != nil {
		t.Fatal(err)
	}
	turn := &runtime.Turn{WorkingDir: t.TempDir(), Session: runtime.NewSession("s", "k"), ResultBudgetChars: 40 << 20}
	registry.ExecuteParallel(t.Context(), []runtime.ToolCall{{ID: "1", Name: "get"}}, turn)
	for _, command := range []string{"yes " + secret + " | head -c 12000000", "yes " + secret + ` | tr -d '\n' | head -c 12000000`} {
		args, _ := json.Marshal(terminal.RunArgs{Command: command})
		got := text(registry.ExecuteParallel(t.Context(), []runtime.ToolCall{{ID: "2", Name: "terminal", Args: args}}, turn)[0].Result)
		shown := strings.ReplaceAll(got, "[REDACTED]", "")
		// The end of the output itself may have a part.
		if end := strings.LastIndex(shown, "swordfish"); end >= 0 && end < len(shown)-200 || strings.Count(shown, "swordf") > 1 || strings.Count(shown, "klmnopqrst") > 1 {
			t.Errorf("%s: a part of the secret stays: %.300q", command, shown)
		}
		if !strings.HasSuffix(got, " bytes of output omitted; not stored: write the output to a file, and read a part of it]") {
			t.Errorf("%s: nothing was omitted", command)
		}
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
