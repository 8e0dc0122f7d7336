package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const sample = `package sample

const limit = 2 * second

type counter struct{ n int }

func (c *counter) add(values []int) (sum int) {
	for _, value := range values {
		if value < limit { // a comment
			c.n++
			log(value)
			c.n--
		}
	}
	log(sum)
	return sum + c.n
}

func fields() []field { return []field{{Name: "a", Size: 1}, {Name: "b"}} }
`

func writeSample(t *testing.T) (root string) {
	t.Helper()
	root = t.TempDir()
	if err := os.Mkdir(filepath.Join(root, "sample"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(root, "sample", "sample.go"), []byte(sample), 0o600); err != nil {
		t.Fatal(err)
	}
	return root
}

func TestApply(t *testing.T) {
	tests := []struct{ reason, decl, pattern, replacement, old, want string }{
		{"a wildcard matches a variable of any name", "sample.counter.add", "v < limit", "v > limit", "value < limit", "value > limit"},
		{"a repeated wildcard matches the same expression", "sample.counter.add", "c.n++; log(v); c.n--", "c.n += v", "c.n++\n\t\t\tlog(value)\n\t\t\tc.n--", "c.n += value"},
		{"the second of two locations", "sample.counter.add", "#2/2 log(v)", "log(0)", "log(sum)", "log(0)"},
		{"a statement", "sample.counter.add", "return x", "return 0", "return sum + c.n", "return 0"},
		{"a constant", "sample.limit", "2", "3", "2 * second", "3 * second"},
		{"an element of a composite literal", "sample.fields", `{Name: "b"}`, "", `, {Name: "b"}`, ", "},
		{"a name after a dot is not a wildcard", "sample.counter.add", "s + c.n", "s + c.n + c.s", "sum + c.n", "sum + c.n + c.s"},
	}
	root := writeSample(t)
	for _, test := range tests {
		m := mutant{name: "m", decl: test.decl, pattern: test.pattern, replacement: test.replacement}
		_, got, err := m.apply(root)
		if err != nil {
			t.Errorf("%s: %v", test.reason, err)
			continue
		}
		if want := strings.Replace(sample, test.old, test.want, 1); string(got) != want {
			t.Errorf("%s: got\n%s\nwant\n%s", test.reason, got, want)
		}
	}
}

func TestApplyErrors(t *testing.T) {
	tests := []struct{ reason, decl, pattern, want string }{
		{"two locations", "sample.counter.add", "log(v)", "sample.go:11: in counter.add: log(value)"},
		{"fewer locations than expected", "sample.counter.add", "#1/3 log(v)", "matches 2 locations instead of 3"},
		{"similar source in the declaration", "sample.counter.add", "v < bound", "most similar source is:\n\tsample.go:9: in counter.add: value < limit"},
		{"another declaration has the source", "sample.fields", "v < limit", "matches elsewhere:\n\tsample.go:9: in counter.add: value < limit"},
		{"a similar name", "sample.counter.ad", "bound", "similar names are counter.add"},
		{"no Go files", "other.f", "x", "has no Go files"},
		{"not Go", "sample.fields", "a b c", "neither an expression nor a list of statements"},
		{"no pattern", "sample.fields", "", "is empty"},
		{"a wrong prefix", "sample.fields", "#3/2 x", "must start with #i/n"},
	}
	root := writeSample(t)
	for _, test := range tests {
		m := mutant{name: "m", decl: test.decl, pattern: test.pattern}
		if _, _, err := m.apply(root); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v; want an error with %q", test.reason, err, test.want)
		}
	}
}
