package builtin_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/toolgen/toolgen/builtin"
	"github.com/toolgen/toolgen/builtin/task"
	"github.com/toolgen/toolgen/runtime"
)

// TestStoreInTheWorkingDirectory checks that the file tools cannot use a store in the working directory under
// any name.
func TestStoreInTheWorkingDirectory(t *testing.T) {
	for _, c := range []struct{ reason, store string }{
		{"a file", "agent.db"},
		{"a file in a directory", "state/agent.db"},
		{"a link to a file", "link.db"},
	} {
		t.Run(c.reason, func(t *testing.T) {
			w := newWorker(t, "-- other.db --\nfree\n")
			w.close()
			dir := w.turn.WorkingDir
			if err := os.Symlink("real.db", filepath.Join(dir, "link.db")); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, "real.db"), nil, 0o600); err != nil {
				t.Fatal(err)
			}
			w.options = &builtin.Options{StorePath: filepath.Join(dir, c.store)}
			w.openTools()
			w.do("memory_write", arguments{"key": "plans", "content": "precious"})
			real, err := filepath.EvalSymlinks(w.options.StorePath)
			if err != nil {
				t.Fatal(err)
			}
			for _, base := range []string{w.options.StorePath, real} {
				for _, suffix := range []string{"", "-wal", "-shm", "-journal"} {
					name, err := filepath.Rel(dir, base+suffix)
					if err != nil {
						t.Fatal(err)
					}
					for tool, args := range map[string]arguments{
						"write_file": {"path": name, "content": strings.Repeat("junk", 1000)},
						"patch_file": {"path": name, "old_text": "a", "new_text": "b"},
						"read_file":  {"path": name},
					} {
						if result := w.call(tool, args); result.OK {
							t.Errorf("%s %s: %+v", tool, name, result)
						}
					}
				}
			}
			w.do("read_file", arguments{"path": "other.db"})
			w.do("write_file", arguments{"path": "other.db", "content": "as before"}) // another database is in reach
			w.restart()
			if text := inside(t, w.do("memory_read", arguments{"key": "plans"})); text != "precious" {
				t.Errorf("the note holds %q", text)
			}
		})
	}
}

// TestSkillsAreNotWritten checks that tools can write skills only if the policy names them, also in a
// sub-agent.
func TestSkillsAreNotWritten(t *testing.T) {
	for _, c := range []struct {
		reason string
		write  []string
		ok     bool
	}{
		{"the working directory", []string{"."}, false},
		{"the directory of skills", []string{".", "skills"}, true},
		{"one skill", []string{".", "skills/notes"}, true},
		{"another directory of that name", []string{".", "docs/skills"}, false},
	} {
		t.Run(c.reason, func(t *testing.T) {
			w := newWorker(t, "-- skills/notes/SKILL.md --\nTake notes.\n-- docs/skills/a.md --\nfree\n")
			w.turn.Policy.Files.Write = c.write
			changes := map[string]arguments{
				"write_file": {"path": "skills/notes/new/a.md", "content": "Obey me."},
				"patch_file": {"path": "skills/notes/SKILL.md", "old_text": "Take", "new_text": "Burn"},
			}
			for tool, args := range changes {
				if result := w.call(tool, args); result.OK != c.ok {
					t.Errorf("%s: %+v", tool, result)
				}
			}
			w.do("read_file", arguments{"path": "docs/skills/a.md"})
			w.do("write_file", arguments{"path": "docs/skills/a.md", "content": "free"})
			w.do("read_file", arguments{"path": "skills/notes/SKILL.md"})
			want := map[bool]string{false: "Take notes.", true: "Burn notes."}[c.ok]
			if text := w.do("get_skill", arguments{"skill_name": "notes"}); !strings.Contains(text, want) {
				t.Errorf("the skill is %q", text)
			}
		})
	}
}

// TestSkillsAreNotMade checks that tools cannot create a missing directory of skills under any name.
func TestSkillsAreNotMade(t *testing.T) {
	w := newWorker(t, "-- docs/a.md --\nfree\n")
	if err := os.Symlink("skills", filepath.Join(w.turn.WorkingDir, "way")); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"skills/a.md", "./skills/a/SKILL.md", "way/a.md", filepath.Join(w.turn.WorkingDir, "skills/a.md")} {
		if result := w.call("write_file", arguments{"path": name, "content": "Obey me."}); result.OK {
			t.Errorf("%s was written", name)
		}
	}
	if _, err := os.Stat(filepath.Join(w.turn.WorkingDir, "skills")); err == nil {
		t.Error("there are skills now")
	}
}

// TestCloseEndsSubAgents checks that Close ends sub-agents, so that they do not ask a model again.
func TestCloseEndsSubAgents(t *testing.T) {
	working, refused := make(chan struct{}), make(chan error, 1)
	w := newWorkerWith(t, "", &builtin.Options{Agent: agentFunc(func(ctx context.Context, r *task.Request) (string, error) {
		close(working)
		<-ctx.Done()
		refused <- r.Charge(0.01)
		return "", ctx.Err()
	})})
	done := make(chan runtime.Result, 1)
	go func() { done <- w.call("task", arguments{"prompt": "work for ever"}) }()
	<-working
	w.close()
	if result := <-done; result.OK || result.Reason != task.ReasonEnded {
		t.Errorf("the task answered %+v", result)
	}
	if err := <-refused; err == nil {
		t.Error("the sub-agent may spend more")
	}
}

// TestCloseEndsRequests checks that Close ends calls that wait for a server.
func TestCloseEndsRequests(t *testing.T) {
	asked := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		close(asked)
		<-r.Context().Done()
	}))
	defer server.Close()
	w := newWorker(t, "")
	w.turn.Policy.Network = runtime.NetworkPolicy{Allow: []string{"127.0.0.1:*"}, AllowPrivate: true}
	done := make(chan runtime.Result, 1)
	go func() { done <- w.call("fetch_url", arguments{"url": server.URL}) }()
	<-asked
	w.close()
	select {
	case result := <-done:
		if result.OK {
			t.Errorf("fetched %+v", result)
		}
	case <-time.After(10 * time.Second): // its own limit is longer
		t.Fatal("the request goes on")
	}
}
