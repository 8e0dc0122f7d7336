package builtin_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/builtin"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/spill"
)

// Matches that a search leaves out can be read with a handle, and a value that an enum does not
// have gets the similar one.
func TestFoldedMatchesHaveAHandle(t *testing.T) {
	stored, err := spill.NewFiles(&spill.FilesOptions{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	var archive strings.Builder
	for _, name := range []string{"a.txt", "b.txt"} {
		fmt.Fprintf(&archive, "-- %s --\n", name)
		for line := range 60 {
			fmt.Fprintf(&archive, "the word in line %d\n", line+1)
		}
	}
	w := newWorkerWith(t, archive.String(), &builtin.Options{Runtime: &runtime.Options{Spill: stored}})
	found := w.call("search_files", arguments{"query": "word", "max_results": 1000})
	handle := regexp.MustCompile(`call read_result with handle (\w+)`).FindStringSubmatch(found.Value)
	if handle == nil || strings.Contains(found.Value, "line 57") {
		t.Fatalf("no handle: %s", found.Value)
	}
	if rest := w.call("read_result", arguments{"handle": handle[1], "query": "in line 57"}); strings.Count(rest.Value, "line 57") < 2 {
		t.Errorf("the rest: %s%s", rest.Value, rest.Error)
	}
	if r := w.call("search_files", arguments{"query": "word", "mode": "countz"}); !strings.Contains(r.Error, `"countz" (did you mean "counts"?)`) {
		t.Errorf("a similar value: %s", r.Error)
	}
}

// A to-do item has a number in texts and an id in arguments: both names are accepted.
func TestNumberOfItem(t *testing.T) {
	w := newWorker(t, "")
	w.do("todo_add", arguments{"items": []string{"a", "b"}})
	var got runtime.Result
	for _, args := range []string{`{"updates": [{"number": 1, "status": "completed"}]}`, `{"number": 2, "status": "in_progress"}`} {
		got = w.tools.ExecuteParallel(t.Context(), []runtime.ToolCall{{ID: args, Name: "todo_update", Args: []byte(args)}}, &w.turn)[0].Result
	}
	if !got.OK || !strings.Contains(got.Value, "[x] 1. a") {
		t.Errorf("got %+v", got)
	}
}
