package comparisons

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/toolgen/toolgen/runtime"
)

// TestBatchesAnswerEveryCall checks that every variant calls the tool once for each
// call in each run, and has the results in the order of the calls. The largest batch
// has more calls than the limit.
func TestBatchesAnswerEveryCall(t *testing.T) {
	for _, variant := range variants {
		for _, n := range []int{1, 3, 200} {
			ids := callIDs(n)
			var mu sync.Mutex
			called := make(map[string]int)
			b := variant.batch(ids, func(_ context.Context, id string) runtime.Result {
				mu.Lock()
				defer mu.Unlock()
				called[id]++
				return runtime.Text(fmt.Sprint(id, " for the ", called[id]))
			})
			for round := 1; round <= 3; round++ {
				if err := b.run(); err != nil {
					t.Fatalf("%s: %v", variant.name, err)
				}
				for i, id := range ids {
					want := fmt.Sprint(id, " for the ", round)
					if got := b.answer(i); !got.OK || got.Value != want {
						t.Fatalf("%s: answer %d of %d is %+v, want %q", variant.name, i, n, got, want)
					}
				}
			}
		}
	}
}

// TestDeadlines checks which variants have a deadline for every call.
func TestDeadlines(t *testing.T) {
	deadlines := map[string]bool{
		"errgroup, limited, context.WithTimeout each": true,
		"toolgen: policy, deadline, recovery, budget": true,
	}
	for _, variant := range variants {
		b := variant.batch(callIDs(3), func(ctx context.Context, _ string) runtime.Result {
			_, has := ctx.Deadline()
			return runtime.Text(fmt.Sprint(has))
		})
		if err := b.run(); err != nil {
			t.Fatal(err)
		}
		for i := range 3 {
			if got, want := b.answer(i).Value, fmt.Sprint(deadlines[variant.name]); got != want {
				t.Errorf("%s: call %d has a deadline: %s, want %s", variant.name, i, got, want)
			}
		}
	}
}

// TestTexts checks the sizes of the texts, and that they are valid UTF-8.
func TestTexts(t *testing.T) {
	for _, text := range texts() {
		if n := len(text.text); n < textSize*99/100 || n > textSize*101/100 {
			t.Errorf("%s has %d bytes, want about %d", text.name, n, textSize)
		}
		if !utf8.ValidString(text.text) {
			t.Errorf("%s is not UTF-8", text.name)
		}
		chars := utf8.RuneCountInString(text.text)
		if ascii := chars == len(text.text); ascii == slices.Contains([]string{"CJK", "mixed, repeated", "mixed, at random"}, text.name) {
			t.Errorf("%s has %d code points in %d bytes", text.name, chars, len(text.text))
		}
	}
}

// TestEveryVariantRuns runs every variant of every comparison twice.
func TestEveryVariantRuns(t *testing.T) {
	all, err := All()
	if err != nil {
		t.Fatal(err)
	}
	for _, comparison := range all {
		if comparison.Close != nil {
			defer comparison.Close()
		}
		for _, variant := range comparison.Variants {
			if len(variant.Run) != len(comparison.Loads) {
				t.Errorf("%s: %s has %d loads, want %d", comparison.Title, variant.Name, len(variant.Run), len(comparison.Loads))
			}
			for i, run := range variant.Run {
				for range 2 {
					if err := run(); err != nil {
						t.Errorf("%s: %s, %s: %v", comparison.Title, variant.Name, comparison.Loads[i], err)
					}
				}
			}
		}
	}
}

// TestCopies checks that the tools are complete and have different names.
func TestCopies(t *testing.T) {
	seen := make(map[string]bool)
	for _, tool := range copies(1000) {
		seen[tool.Name] = true
		if tool.Input == "" || tool.Decode == nil || tool.Description == "" {
			t.Fatalf("%s is not complete", tool.Name)
		}
	}
	if len(seen) != 1000 {
		t.Errorf("%d names, want 1000", len(seen))
	}
}
