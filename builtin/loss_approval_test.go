package builtin_test

import (
	"context"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/builtin"
	"github.com/toolgen/toolgen/runtime"
)

// With LossApproval, commands that lose something in the working directory ask with their
// words and a preview, except below the directories that the application names.
func TestLossApproval(t *testing.T) {
	var asked []runtime.ApprovalRequest
	w := newWorkerWith(t, "-- a.txt --\nx\n-- build/b.txt --\nx\n", &builtin.Options{
		LossApproval: &builtin.LossApproval{Exempt: []string{"build"}},
		Runtime: &runtime.Options{Approver: func(_ context.Context, r runtime.ApprovalRequest) (runtime.Decision, error) {
			asked = append(asked, r)
			return runtime.Decision{Reason: "not now"}, nil
		}},
	})
	w.do("terminal", arguments{"command": "rm -rf build && ls"})
	if len(asked) != 0 {
		t.Errorf("asked below a directory that is exempt: %+v", asked)
	}
	for tool, command := range map[string]string{"terminal": "rm a.txt", "terminal_start": "git push"} {
		asked = nil
		if r := w.call(tool, arguments{"command": command}); r.OK || r.Reason != runtime.ReasonDenied {
			t.Errorf("%s %s: %+v", tool, command, r)
		}
		if len(asked) != 1 || !strings.Contains(asked[0].Why, ": "+command) || !strings.Contains(asked[0].Preview, command) || strings.Contains(asked[0].Preview, "does not look destructive") {
			t.Errorf("%s %s: asked %+v", tool, command, asked)
		}
	}
	if w.content("a.txt") != "x\n" {
		t.Error("the file was changed")
	}
	asked = nil
	if r := w.call("terminal", arguments{"command": "rm -rf /etc"}); r.OK || len(asked) != 1 || !strings.Contains(asked[0].Why, "removes a system directory") {
		t.Errorf("the dangers of terminal: %+v", asked)
	}
	newWorker(t, "-- a.txt --\nx\n").do("terminal", arguments{"command": "rm a.txt"}) // without LossApproval
}
