package contests

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/toolgen/toolgen/runtime"
)

// Every way answers every call once, in the order of the calls, and each time
// anew; the last of them are more than run at once.
func TestBatchesAnswerEveryCall(t *testing.T) {
	for _, way := range ways {
		for _, n := range []int{1, 3, 200} {
			ids := ids(n)
			var mu sync.Mutex
			called := make(map[string]int)
			b := way.batch(ids, func(_ context.Context, id string) runtime.Result {
				mu.Lock()
				defer mu.Unlock()
				called[id]++
				return runtime.Text(fmt.Sprint(id, " for the ", called[id]))
			})
			for round := 1; round <= 3; round++ {
				if err := b.run(); err != nil {
					t.Fatalf("%s: %v", way.name, err)
				}
				for i, id := range ids {
					want := fmt.Sprint(id, " for the ", round)
					if got := b.answer(i); !got.OK || got.Value != want {
						t.Fatalf("%s: answer %d of %d is %+v, want %q", way.name, i, n, got, want)
					}
				}
			}
		}
	}
}

// Who has a deadline gives it to every call.
func TestDeadlines(t *testing.T) {
	deadlines := map[string]bool{
		"errgroup, limited, context.WithTimeout each": true,
		"toolgen: policy, deadline, recovery, budget": true,
	}
	for _, way := range ways {
		b := way.batch(ids(3), func(ctx context.Context, _ string) runtime.Result {
			_, has := ctx.Deadline()
			return runtime.Text(fmt.Sprint(has))
		})
		if err := b.run(); err != nil {
			t.Fatal(err)
		}
		for i := range 3 {
			if got, want := b.answer(i).Value, fmt.Sprint(deadlines[way.name]); got != want {
				t.Errorf("%s: call %d has a deadline: %s, want %s", way.name, i, got, want)
			}
		}
	}
}

// The texts are what their names say, about as long, and valid.
func TestTexts(t *testing.T) {
	for _, text := range texts() {
		if n := len(text.text); n < textSize*99/100 || n > textSize*101/100 {
			t.Errorf("%s has %d bytes, want about %d", text.name, n, textSize)
		}
		if !utf8.ValidString(text.text) {
			t.Errorf("%s is not UTF-8", text.name)
		}
		chars := utf8.RuneCountInString(text.text)
		if ascii := chars == len(text.text); ascii != (text.name == "ASCII") {
			t.Errorf("%s has %d code points in %d bytes", text.name, chars, len(text.text))
		}
	}
}

// Every way of every contest does what it is measured with, more than once.
func TestEveryWayRuns(t *testing.T) {
	all, err := All()
	if err != nil {
		t.Fatal(err)
	}
	for _, contest := range all {
		if contest.Close != nil {
			defer contest.Close()
		}
		for _, way := range contest.Ways {
			if len(way.Run) != len(contest.Loads) {
				t.Errorf("%s: %s has %d loads, want %d", contest.Title, way.Name, len(way.Run), len(contest.Loads))
			}
			for i, run := range way.Run {
				for range 2 {
					if err := run(); err != nil {
						t.Errorf("%s: %s, %s: %v", contest.Title, way.Name, contest.Loads[i], err)
					}
				}
			}
		}
	}
}

// The tools differ in their names alone, and are whole.
func TestCopies(t *testing.T) {
	seen := make(map[string]bool)
	for _, tool := range copies(1000) {
		seen[tool.Name] = true
		if tool.Input == "" || tool.Decode == nil || tool.Description == "" {
			t.Fatalf("%s is not a whole tool", tool.Name)
		}
	}
	if len(seen) != 1000 {
		t.Errorf("%d names, want 1000", len(seen))
	}
}
