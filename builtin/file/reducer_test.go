package file_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/reducers"
	"github.com/toolgen/toolgen/runtime"
)

// The reducer for read_file handles the results of the tool correctly.
func TestReducerResults(t *testing.T) {
	numbered := func(count int, rest string) string {
		var b strings.Builder
		for i := range count {
			fmt.Fprintf(&b, "line %d%s\n", i+1, rest)
		}
		return b.String()
	}
	mark := "[%s lines omitted; call read_file with start_line=1001]"
	const rest = " of 20 bytes"
	fixed := func(count int) string { return strings.Repeat("a line"+rest+"!\n", count) }
	wide := strings.Repeat(" wide", 40)
	for _, c := range []struct {
		reason, content string
		arguments       args
		want            string // empty means the result without the reducer
	}{
		{"more than 20,000 bytes", fixed(1500), args{}, header("a", 1, 1000, 1500) + fixed(1000) + fmt.Sprintf(mark, "500")},
		{"20,000 bytes", fixed(1000), args{}, ""},
		{"a range", numbered(5000, ""), args{"start_line": 1, "end_line": 2000}, ""},
		{"a range without an end", numbered(1500, rest), args{"start_line": 1}, ""},
		{"a range with the name of an alias", numbered(1500, rest), args{"limit": 1400}, ""},
		{"more lines than fit", fixed(5000), args{}, header("a", 1, 1000, 5000) + fixed(1000) + fmt.Sprintf(mark, "4,000")},
		{"wide lines", numbered(80, wide), args{}, ""},
		{"a failure", "\x00", args{}, ""},
	} {
		w := newFixture(t)
		w.writeFile("a", c.content)
		c.arguments["path"] = "a"
		plain := w.call("read_file", c.arguments)
		w.options.Reducers = new(runtime.Reducers)
		if _, err := w.options.Reducers.Register(reducers.ReadFile()); err != nil {
			t.Fatal(err)
		}
		w.turn.Session = runtime.NewSession("another", "")
		got := w.call("read_file", c.arguments)
		if c.want == "" {
			c.want = plain.Value
		}
		if got.Value != c.want || got.Error != plain.Error {
			t.Errorf("%s: got %.200q … %q, want %.200q … %q", c.reason, got.Value, got.Value[max(0, len(got.Value)-150):], c.want, c.want[max(0, len(c.want)-150):])
		}
	}
}
