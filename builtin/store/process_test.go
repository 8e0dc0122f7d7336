package store_test

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/builtin/store"
)

// Several processes work on one file, which none of them has before: nothing is
// lost, nothing is done twice, and what must be single is.
func TestSeveralProcesses(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		reason    string
		path      string
		before    int // tickets in the file
		processes int
	}{
		{"a new file", filepath.Join(t.TempDir(), "new", "store.db"), 0, 4},
		{"a file that has to be migrated", oldFile(t), 1, 3},
	} {
		t.Run(test.reason, func(t *testing.T) {
			var children []*started
			for range test.processes {
				children = append(children, start(t, "do a share", test.path))
			}
			for _, c := range children {
				if c.lines.Scan() {
					t.Error(c.lines.Text())
				}
				c.release(t)
			}
			s := open(t, test.path, nil)
			want := test.processes * sharePart
			if n := query[int](t, s, "SELECT max(id) FROM tickets WHERE owner = 'ada'"); n != want+test.before {
				t.Errorf("the last ticket is %d, want %d", n, want+test.before)
			}
			if n := must[store.Notes](t, s, "memory_read", `{"key":"shared"}`, turn()); strings.Count(n.Notes[0].Content, "x") != want {
				t.Errorf("the note has %d lines, want %d", strings.Count(n.Notes[0].Content, "x"), want)
			}
			inProgress := 0
			list := must[store.TodoList](t, s, "todo_list", `{}`, turn())
			for _, item := range list.Items {
				if item.Status == store.TodoInProgress {
					inProgress++
				}
			}
			if len(list.Items) != want || inProgress != 1 {
				t.Errorf("%d items, %d of them in progress, want %d and 1", len(list.Items), inProgress, want)
			}
			intact(t, s)
		})
	}
}

// A process that is killed in the middle of its work loses nothing that was
// acknowledged, and leaves nothing half done.
func TestKilled(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "store.db")
	acknowledged := -1
	for round := range 4 {
		c := start(t, "write for ever", path)
		for range 3 + 5*round {
			acknowledged = number(t, c.line(t))
		}
		if err := c.command.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		for c.lines.Scan() { // what it printed before the kill
			acknowledged = number(t, c.lines.Text())
		}
		_ = c.command.Wait()
		checkKilled(t, open(t, path, nil), acknowledged)
	}
}

func number(t *testing.T, line string) int {
	t.Helper()
	n, err := strconv.Atoi(line)
	if err != nil {
		t.Fatalf("the child says %q", line)
	}
	return n
}

// checkKilled checks the file of a child that wrote for ever: everything up to
// a number is there, and of the next one each part wholly or not at all.
func checkKilled(t *testing.T, s *store.Store, acknowledged int) {
	t.Helper()
	defer s.Close()
	intact(t, s)
	questions, answers := query[int](t, s, "SELECT count(*) FROM messages WHERE text LIKE 'question%'"), query[int](t, s, "SELECT count(*) FROM messages WHERE text LIKE 'answer%'")
	if questions <= acknowledged || questions != answers {
		t.Errorf("%d questions and %d answers, %d were acknowledged", questions, answers, acknowledged+1)
	}
	if n := query[int](t, s, "SELECT count(*) FROM tickets"); n <= acknowledged || n > acknowledged+2 {
		t.Errorf("%d tickets, %d were acknowledged", n, acknowledged+1)
	}
	for i := max(0, acknowledged-50); i <= acknowledged; i++ {
		key := fmt.Sprintf(`{"key":"k%d"}`, i%100)
		got := must[store.Notes](t, s, "memory_read", key, turn()).Notes[0].Content
		if want := fmt.Sprintf("v%d", i); got != want && got != fmt.Sprintf("v%d", i+100) {
			t.Errorf("the note %s holds %s, want %s", key, got, want)
		}
	}
	if got := search(t, s, fmt.Sprintf(`"answer %d"`, acknowledged), turn()); len(got) != 1 {
		t.Errorf("the last answer is found %d times", len(got))
	}
}
