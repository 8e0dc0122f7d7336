package diag_test

import (
	"go/token"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/toolgen/toolgen/internal/gen/diag"
)

func at(file string, line, column int) token.Position {
	return token.Position{Filename: file, Line: line, Column: column}
}

func TestSorted(t *testing.T) {
	a := diag.Diagnostic{Pos: at("a.go", 2, 9), Code: "TG1002", Message: "m"}
	file, line, column, code, message := a, a, a, a, a
	file.Pos = at("b.go", 1, 1)
	line.Pos = at("a.go", 10, 1)
	column.Pos = at("a.go", 2, 10)
	code.Code = "TG1003"
	message.Message = "n"
	nowhere := diag.Diagnostic{Code: "TG1101", Message: "nothing to load"}

	got := diag.Sorted([]diag.Diagnostic{file, line, column, code, message, a, nowhere})
	want := []diag.Diagnostic{nowhere, a, message, code, column, line, file}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("order (-want +got):\n%s", d)
	}
}

func TestSortedMergesDuplicates(t *testing.T) {
	first := diag.Related{Pos: at("a.go", 1, 1), Message: "one"}
	second := diag.Related{Pos: at("c.go", 1, 1), Message: "two"}
	edit := diag.Edit{Pos: at("a.go", 2, 9), End: at("a.go", 2, 12), Text: "x"}
	d := diag.Diagnostic{Pos: at("a.go", 2, 9), Code: "TG1002", Message: "m"}
	plain, related, complete := d, d, d
	related.Related = []diag.Related{first}
	complete.Related, complete.Fix, complete.Edits = []diag.Related{first, second}, "do it", []diag.Edit{edit}
	list := []diag.Diagnostic{plain, related, complete}

	want := []diag.Diagnostic{complete}
	if d := cmp.Diff(want, diag.Sorted(list)); d != "" {
		t.Errorf("merged (-want +got):\n%s", d)
	}
	if d := cmp.Diff([]diag.Diagnostic{plain, related, complete}, list); d != "" {
		t.Errorf("Sorted changed its argument (-want +got):\n%s", d)
	}
}

func TestSortedIgnoresOffsets(t *testing.T) {
	a := diag.Diagnostic{Pos: at("a.go", 2, 9), Code: "TG1002", Message: "m"}
	b := a
	b.Pos.Offset = 40
	if got := diag.Sorted([]diag.Diagnostic{a, b}); len(got) != 1 {
		t.Errorf("the same line and column with another offset: %d diagnostics", len(got))
	}
}
