package store_test

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/builtin/store"
)

// Several processes write to one file at the same time. No change is lost or
// made twice, and one item at most is in progress.
func TestSeveralProcesses(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		reason    string
		path      string
		before    int // number of tickets in the file
		processes int
	}{
		{"a new file", filepath.Join(t.TempDir(), "new", "store.db"), 0, 4},
		{"a file that must be migrated", createVersion1File(t), 1, 3},
	} {
		t.Run(test.reason, func(t *testing.T) {
			var children []*childProcess
			for range test.processes {
				children = append(children, startChild(t, "write a share", test.path))
			}
			for _, c := range children {
				if c.lines.Scan() {
					t.Error(c.lines.Text())
				}
				c.release(t)
			}
			s := open(t, test.path, nil)
			want := test.processes * shareSize
			if n := queryValue[int](t, s, "SELECT max(id) FROM tickets WHERE owner = 'ada'"); n != want+test.before {
				t.Errorf("the last ticket is %d, want %d", n, want+test.before)
			}
			if n := mustCall[store.Notes](t, s, "memory_read", `{"key":"shared"}`, turn()); strings.Count(n.Notes[0].Content, "x") != want {
				t.Errorf("the note has %d lines, want %d", strings.Count(n.Notes[0].Content, "x"), want)
			}
			inProgress := 0
			list := mustCall[store.TodoList](t, s, "todo_list", `{}`, turn())
			for _, item := range list.Items {
				if item.Status == store.TodoInProgress {
					inProgress++
				}
			}
			if len(list.Items) != want || inProgress != 1 {
				t.Errorf("%d items, %d of them in progress, want %d and 1", len(list.Items), inProgress, want)
			}
			checkIntegrity(t, s)
		})
	}
}

// A change that was confirmed before the process was killed is in the file,
// and no change is in the file in part.
func TestKilledProcessLosesNothing(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "store.db")
	confirmed := -1
	for round := range 4 {
		c := startChild(t, "write until killed", path)
		for range 3 + 5*round {
			confirmed = parseNumber(t, c.readLine(t))
		}
		if err := c.command.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		for c.lines.Scan() { // the output before the end of the process
			confirmed = parseNumber(t, c.lines.Text())
		}
		_ = c.command.Wait()
		checkConfirmedChanges(t, open(t, path, nil), confirmed)
	}
}

// parseNumber parses a line of a child's output.
func parseNumber(t *testing.T, line string) int {
	t.Helper()
	n, err := strconv.Atoi(line)
	if err != nil {
		t.Fatalf("the child process printed %q, want a number", line)
	}
	return n
}

// checkConfirmedChanges checks the file of writeUntilKilled: it has all changes up to
// the last confirmed number, and each change with a higher number completely
// or not at all.
func checkConfirmedChanges(t *testing.T, s *store.Store, confirmed int) {
	t.Helper()
	defer s.Close()
	checkIntegrity(t, s)
	questions, answers := queryValue[int](t, s, "SELECT count(*) FROM messages WHERE text LIKE 'question%'"), queryValue[int](t, s, "SELECT count(*) FROM messages WHERE text LIKE 'answer%'")
	if questions <= confirmed || questions != answers {
		t.Errorf("%d questions and %d answers, %d were confirmed", questions, answers, confirmed+1)
	}
	if n := queryValue[int](t, s, "SELECT count(*) FROM tickets"); n <= confirmed || n > confirmed+2 {
		t.Errorf("%d tickets, %d were confirmed", n, confirmed+1)
	}
	for i := max(0, confirmed-50); i <= confirmed; i++ {
		key := fmt.Sprintf(`{"key":"k%d"}`, i%100)
		got := mustCall[store.Notes](t, s, "memory_read", key, turn()).Notes[0].Content
		if want := fmt.Sprintf("v%d", i); got != want && got != fmt.Sprintf("v%d", i+100) {
			t.Errorf("the note %s is %s, want %s", key, got, want)
		}
	}
	if got := searchSnippets(t, s, fmt.Sprintf(`"answer %d"`, confirmed), turn()); len(got) != 1 {
		t.Errorf("the last answer is found %d times", len(got))
	}
}
