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
	hint := "The file has %d lines; these are lines 1–200. For more, call read_file with start_line and end_line.\n"
	wide := strings.Repeat(" wide", 40)
	for _, c := range []struct {
		reason, content string
		arguments       args
		want            string // empty means the result without the reducer
	}{
		{"more than 200 lines", numbered(500, " of many"), args{}, fmt.Sprintf(hint, 500) + header("a", 1, 200, 500) + numbered(200, " of many")},
		{"an empty line at the beginning", "\n" + numbered(499, " of many"), args{}, fmt.Sprintf(hint, 500) + header("a", 1, 200, 500) + "\n" + numbered(199, " of many")},
		{"200 lines", numbered(200, " of a file"), args{}, ""},
		{"a range", numbered(500, " of many"), args{"start_line": 1, "end_line": 400}, ""},
		{"a range without an end", numbered(500, " of many"), args{"start_line": 1}, ""},
		{"more lines than fit", numbered(5000, " of many"), args{}, fmt.Sprintf(hint, 5000) + header("a", 1, 200, 5000) + numbered(200, " of many")},
		{"fewer than 200 lines fit, and the notice stays", numbered(900, wide), args{}, ""},
		{"a failure", "\x00", args{}, ""},
	} {
		w := newFixture(t)
		w.writeFile("a", c.content)
		c.arguments["file_path"] = "a"
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
			t.Errorf("%s: got %.300q, want %.300q", c.reason, got.Value, c.want)
		}
	}
}
