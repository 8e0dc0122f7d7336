package emit

import (
	"go/format"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// respaced returns source with other white space: one space between tokens, and the line
// breaks of the source.
func respaced(t *testing.T, source string) string {
	var b strings.Builder
	for source != "" {
		space := len(source) - len(strings.TrimLeft(source, " \t\n"))
		lines := strings.Count(source[:space], "\n")
		n := 0
		if source = source[space:]; source != "" {
			n = tokenLength(source)
			if n == 0 {
				t.Fatalf("no token at %.40q", source)
			}
		}
		switch {
		case lines > 0:
			b.WriteString(strings.Repeat("\n", lines))
		case space > 0:
			b.WriteByte(' ')
		}
		b.WriteString(source[:n])
		source = source[n:]
	}
	return b.String()
}

// TestLayoutsOfGeneratedFiles formats the generated files of this repository, with other
// white space, one after the other with the same cache, and compares them with gofmt.
func TestLayoutsOfGeneratedFiles(t *testing.T) {
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	names, _ := filepath.Glob(filepath.Join(root, "builtin", "*", FileName)) // the pattern is valid
	more, _ := filepath.Glob(filepath.Join(root, "examples", "*", FileName))
	if names = append(names, more...); len(names) < 5 {
		t.Fatalf("only %d generated files", len(names))
	}
	c := layoutCache{layouts: make(map[string]layout)}
	for _, name := range append(names, names...) {
		content, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		// The writer has two empty lines between declarations.
		source := respaced(t, strings.Replace(string(content), "\n)\n\n", "\n)\n\n\n", 1))
		want, err := format.Source([]byte(source))
		if err != nil {
			t.Fatal(err)
		}
		got, ok := c.formatted(source)
		if diff := cmp.Diff(string(want), string(got)); diff != "" || !ok {
			t.Errorf("%s (%v): -gofmt +got\n%s", name, ok, diff)
		}
	}
	if len(c.layouts) < 100 {
		t.Errorf("only %d layouts", len(c.layouts))
	}
}

// TestLayouts formats declarations one after the other with the same cache.
func TestLayouts(t *testing.T) {
	for _, test := range []struct {
		reason, first, second string
		layouts               int // after both
	}{
		{"the same form", "var a = T {A:1,\nBcd :2,\n}", "var x = Y {Z:1,\nUvw :2,\n}", 1},
		{"another length", "var a = T {\nA:  b,\nBcd : c,\n}", "var a = T {\nA:  b,\nBcde : c,\n}", 2},
		{"another number", "var a = 0X1F", "var a = 0x1F", 1},
		{"another keyword", "func f() { break\n}", "func f() { abcde\n}", 2},
		{"a character of two bytes", "var (\nabc = 1\nx = 2\n)", "var (\naé = 1\nx = 2\n)", 1},
		{"a text of two bytes", "var x = T {\n\"ab\": 1,\n\"abc\": 2,\n}", "var x = T {\n\"é\": 1,\n\"abc\": 2,\n}", 1},
		{"another line break", "var a = f(b,\nc)", "var a = f(b, c)", 2},
		{"an operator of two characters", "var a = b & ^ c", "var a = b &^ c", 2},
		{"a comment that gofmt changes", "//  - a list\n//  - of two\nvar a = 1", "//  - a list\n//  - or two\nvar b = 1", 0},
		{"a semicolon that gofmt removes", "type T struct { A ; B }", "type U struct { C ; D }", 0},
		{"a line directive", "func /*line a.go:1*/  (A) _() {}", "func /*line b.go:1*/ (B) _() {}", 1},
		{"a raw text of two lines", "var a = `x\ny` + b", "var a = `xyz` + b", 1},
		{"a comment alone", "// Only a comment. ", "// Another  comment.", 0},
	} {
		t.Run(test.reason, func(t *testing.T) {
			c := layoutCache{layouts: make(map[string]layout)}
			for _, declaration := range []string{test.first, test.second, test.second} {
				source := "// Header.\n\npackage p\n\n\n" + declaration + "\n\n\nvar last int\n"
				want, err := format.Source([]byte(source))
				if err != nil {
					t.Fatal(err)
				}
				got, ok := c.formatted(source)
				if diff := cmp.Diff(string(want), string(got)); diff != "" || !ok {
					t.Errorf("%s (%v): -gofmt +got\n%s", declaration, ok, diff)
				}
			}
			if got := len(c.layouts) - 1; got != test.layouts { // one is of the last declaration
				t.Errorf("%d layouts, want %d", got, test.layouts)
			}
		})
	}
}

// TestLayoutsOfInvalidCode checks that gofmt reports the errors of code that is not valid.
func TestLayoutsOfInvalidCode(t *testing.T) {
	for _, source := range []string{
		"package p\n\n\nvar a = (\n", "package p\n\n\nvar a = )\n\n\nvar b = 1\n", "package\n\n\nvar a = 1\n",
		"package p\n\n\nvar a = \"x\n", "package p\n\n\nvar a = `x\n", "package p\n\n\n/* x */ var a = 1\n", "package p\n\n\nvar a b c\n",
	} {
		c := layoutCache{layouts: make(map[string]layout)}
		if _, ok := c.formatted(source); ok {
			t.Errorf("%q is formatted", source)
		}
	}
}

// TestFullLayouts checks that the cache does not grow without limit.
func TestFullLayouts(t *testing.T) {
	c := layoutCache{layouts: make(map[string]layout)}
	for range 100 {
		c.add([]byte{byte(len(c.layouts))}, layout(strings.Repeat("x", maxLayouts/10)))
	}
	if c.size > maxLayouts || len(c.layouts) < 5 {
		t.Errorf("%d layouts with %d bytes", len(c.layouts), c.size)
	}
}
