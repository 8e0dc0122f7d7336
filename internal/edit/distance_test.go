package edit_test

import (
	"fmt"
	"testing"

	"github.com/toolgen/toolgen/internal/edit"
)

func TestDistance(t *testing.T) {
	for _, test := range []struct {
		reason, from, to string
		limit, want      int
	}{
		{"equal words", "query", "query", 9, 0},
		{"one letter more", "query", "queries", 9, 3},
		{"one letter less", "query", "quer", 9, 1},
		{"one letter replaced", "query", "quary", 9, 1},
		{"neighbours swapped are one slip", "qurey", "query", 9, 1},
		{"letters count, not bytes", "größe", "grosse", 9, 3},
		{"from nothing", "", "abc", 9, 3},
		{"a difference in length beyond the limit is not measured", "a", "abcdef", 2, 3},
	} {
		if got := edit.Distance(test.from, test.to, test.limit); got != test.want {
			t.Errorf("%s: Distance(%q, %q, %d) = %d, want %d", test.reason, test.from, test.to, test.limit, got, test.want)
		}
		if got := edit.Distance(test.to, test.from, test.limit); got != test.want {
			t.Errorf("%s, the other way round: %d, want %d", test.reason, got, test.want)
		}
	}
}

func ExampleDistance() {
	fmt.Println(edit.Distance("serach_notes", "search_notes", 3))
	// Output: 1
}
