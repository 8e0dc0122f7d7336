package terminal_test

import (
	"strings"
	"testing"

	"github.com/toolgen/toolgen/builtin/terminal"
)

// A result says that processes in the background were ended, unless the command waits
// for them.
func TestBackgroundIsNamed(t *testing.T) {
	for command, want := range map[string]bool{
		"sleep 600 & echo started":    true,
		"(sleep 600 &) ; echo x":      true,
		"sleep 0.01 & wait; echo x":   false,
		"echo 'a & b' && echo c 2>&1": false,
	} {
		r := run(t, t.TempDir(), terminal.RunArgs{Command: command})
		if got := strings.Contains(text(r), "[processes in the background were ended with the command]"); got != want || !r.OK {
			t.Errorf("%s: named is %v, want %v: %s", command, got, want, text(r))
		}
	}
}
