package diag_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/internal/gen/diag"
)

// source writes a file with lines that are difficult to align.
func source(t *testing.T) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "größe x.go")
	text := "package p\n\tvar ä, b = 1\r\n" + strings.Repeat("x", 200) + "\n\x1b[2Jvar c = 1\n"
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

func TestExcerpts(t *testing.T) {
	name := source(t)
	tests := []struct {
		reason                 string
		line, column, end      int
		wantLine, wantCaretRow string
	}{
		{"a range after a tab and a letter of two bytes", 2, 10, 15, "\tvar ä, b = 1", "\t       ^~~~~"},
		{"a letter of two bytes", 2, 6, 8, "\tvar ä, b = 1", "\t    ^"},
		{"the end of the line", 2, 15, 0, "\tvar ä, b = 1", "\t            ^"},
		{"a very long line", 3, 1, 2, "", ""},
		{"control characters for a terminal", 4, 5, 6, "", ""},
		{"a line after the end", 9, 1, 0, "", ""},
		{"a column after the end", 1, 99, 0, "", ""},
	}
	for _, test := range tests {
		d := diag.Diagnostic{Pos: at(name, test.line, test.column), Code: "TG1001", Message: "m"}
		if test.end > 0 {
			d.End = at(name, test.line, test.end)
		}
		var b bytes.Buffer
		if err := diag.WriteText(&b, []diag.Diagnostic{d}, &diag.Options{Excerpts: true}); err != nil {
			t.Fatal(err)
		}
		_, got, _ := strings.Cut(b.String(), "\n")
		want := ""
		if test.wantLine != "" {
			want = "\t" + test.wantLine + "\n\t" + test.wantCaretRow + "\n"
		}
		if got != want {
			t.Errorf("%s:\n%q\nwant\n%q", test.reason, got, want)
		}
	}
}

func TestSARIF(t *testing.T) {
	name := source(t)
	list := append(sample(), diag.Diagnostic{
		Pos: at(name, 2, 10), End: at(name, 2, 12), Code: diag.UnknownDirective, Message: "m", Fix: "f",
		Related: []diag.Related{{Pos: at(name, 1, 1), Message: "here"}},
		Edits:   []diag.Edit{{Pos: at(name, 2, 10), End: at(name, 2, 10), Text: "added"}},
	})
	var b bytes.Buffer
	if err := diag.WriteSARIF(&b, list, &diag.Options{Base: filepath.Dir(name)}); err != nil {
		t.Fatal(err)
	}
	var log struct {
		Version string
		Runs    []struct {
			Tool struct {
				Driver struct{ Rules []struct{ ID string } }
			}
			Results []struct {
				RuleID           string
				Message          struct{ Text string }
				Locations        []struct{ PhysicalLocation any }
				RelatedLocations []any
			}
		}
	}
	if err := json.Unmarshal(b.Bytes(), &log); err != nil {
		t.Fatal(err)
	}
	results := log.Runs[0].Results
	if log.Version != "2.1.0" || len(results) != 5 || len(log.Runs[0].Tool.Driver.Rules) != 3 {
		t.Fatalf("%d results and %d rules, want 5 and 3:\n%s", len(results), len(log.Runs[0].Tool.Driver.Rules), &b)
	}
	for _, want := range []string{`"uri": "gr%C3%B6%C3%9Fe%20x.go"`, `"uri": "file:///src/notes/notes.go"`, `"startColumn": 9`, `"endColumn": 11`, `"text": "m\nfix: f"`, `"text": "added"`} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %s in\n%s", want, &b)
		}
	}
}
