package terminal_test

import (
	"strings"
	"sync"
	"testing"

	"github.com/toolgen/toolgen/builtin/terminal"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/toolstest"
)

// runWithProgress runs a command line and returns the messages of its progress.
func runWithProgress(t *testing.T, command string) (messages []string) {
	t.Helper()
	var mu sync.Mutex
	turn := &runtime.Turn{WorkingDir: t.TempDir(), Emit: func(e runtime.ProgressEvent) {
		mu.Lock()
		defer mu.Unlock()
		if e.Audience != runtime.AudienceUser {
			t.Errorf("an event is for %q", e.Audience)
		}
		messages = append(messages, e.Message)
	}}
	if r := toolstest.CallWith(t, options(t, nil, true), tool(t), terminal.RunArgs{Command: command}, turn).Result; !r.OK {
		t.Error(r.Error)
	}
	mu.Lock()
	defer mu.Unlock()
	return messages
}

// While a command runs, people see the last lines of its output.
func TestProgress(t *testing.T) {
	for _, test := range []struct{ reason, command, want string }{
		{"the last five lines", `for i in 1 2 3 4 5 6 7; do echo "line $i"; done; sleep 1`, "line 3\nline 4\nline 5\nline 6\nline 7"},
		{"an incomplete line is not shown", `echo one; printf two; sleep 1`, "one"},
		{"a line that is overwritten", `printf 'a\n10 %%\r20 %%\r30 %%\r'; sleep 1`, "a\n30 %"},
		{"colours", `printf '\033[31mred\033[0m\n'; sleep 1`, "red"},
		{"only the end of a long line", `head -c 9000 /dev/zero | tr '\0' x; echo; echo end; sleep 1`, "x\nend"},
		{"a key that began before these lines", `echo '-----BEGIN PRIVATE KEY-----'; for i in 1 2 3 4 5 6 7 8; do echo "MIIE$i"; done; sleep 1`, "[REDACTED:private-key]"},
	} {
		messages := runWithProgress(t, test.command)
		if len(messages) == 0 || !strings.HasSuffix(messages[len(messages)-1], test.want) || test.reason != "only the end of a long line" && messages[len(messages)-1] != test.want {
			t.Errorf("%s: the messages are %q, want %q at the end", test.reason, messages, test.want)
		}
	}
}

// A quick command and a silent one report no progress, and equal output is
// reported once.
func TestProgressIsQuiet(t *testing.T) {
	if messages := runWithProgress(t, "echo quick"); len(messages) > 0 {
		t.Errorf("a quick command: %q", messages)
	}
	if messages := runWithProgress(t, "sleep 0.6"); len(messages) > 0 {
		t.Errorf("a silent command: %q", messages)
	}
	if messages := runWithProgress(t, "echo once; sleep 1.2"); len(messages) != 1 {
		t.Errorf("one line: %q", messages)
	}
}
