package builtin_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/builtin"
	"github.com/toolgen/toolgen/runtime"
)

// With LossApproval.Dir, replacing a file that git does not know asks, except below a directory
// that is exempt.
func TestUntrackedFilesAreAskedAbout(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	for _, version := range []string{"2", "4"} {
		var asked []string
		loss := &builtin.LossApproval{Exempt: []string{"build"}}
		w := newWorkerWith(t, "-- sub/a.txt --\nx\n-- sub/ab.txt --\nx\n-- mine.txt --\nx\n-- build/b.txt --\nx\n", &builtin.Options{
			LossApproval: loss,
			Runtime: &runtime.Options{Approver: func(_ context.Context, r runtime.ApprovalRequest) (runtime.Decision, error) {
				asked = append(asked, r.Why)
				return runtime.Decision{Reason: "not now"}, nil
			}},
		})
		loss.Dir = w.turn.WorkingDir
		w.restart()
		for _, args := range [][]string{{"init", "-q"}, {"config", "index.version", version}, {"add", "sub"}} {
			git := exec.Command("git", args...)
			git.Dir = w.turn.WorkingDir
			if out, err := git.CombinedOutput(); err != nil {
				t.Fatalf("git %v: %v\n%s", args, err, out)
			}
		}
		for _, name := range []string{"mine.txt", "sub/a.txt", "build/b.txt"} {
			w.call("read_file", arguments{"path": name})
		}
		for _, c := range []struct {
			tool  string
			args  arguments
			asked string
		}{
			{"write_file", arguments{"path": "mine.txt", "content": "y"}, "mine.txt"},
			{"write_file", arguments{"path": "sub/a.txt", "content": "y"}, ""},
			{"write_file", arguments{"path": "new.txt", "content": "y"}, ""},
			{"write_file", arguments{"path": "build/b.txt", "content": "y"}, ""},
			{"terminal", arguments{"command": "echo y > mine.txt"}, "mine.txt"},
			{"terminal", arguments{"command": "echo y > ../mine.txt", "dir": "sub"}, "mine.txt"},
			{"terminal", arguments{"command": "cp build/b.txt mine.txt"}, "mine.txt"},
			{"terminal", arguments{"command": "sed -i s/x/y/ mine.txt"}, "mine.txt"},
			{"terminal", arguments{"command": "cd sub && sed -i s/x/y/ ../*.txt"}, "mine.txt"},
			{"terminal", arguments{"command": "curl -so mine.txt http://127.0.0.1:1/"}, "mine.txt"},
			{"terminal", arguments{"command": "sed -i s/x/y/ sub/*.txt build/b.txt"}, ""},
			{"terminal", arguments{"command": "echo y > sub/ab.txt; echo y > build/b.txt; echo y >> mine.txt"}, ""},
		} {
			asked = nil
			r := w.call(c.tool, c.args)
			if r.OK != (c.asked == "") || len(asked) > 0 != (c.asked != "") || c.asked != "" && !strings.Contains(asked[0], "replaces a file that is not in version control: "+c.asked) {
				t.Errorf("version %s, %s %v: asked %q, %+v", version, c.tool, c.args, asked, r)
			}
		}
		if _, err := os.Stat(filepath.Join(w.turn.WorkingDir, "new.txt")); err != nil {
			t.Error(err)
		}
	}
}
