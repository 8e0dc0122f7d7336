package diag

import (
	"cmp"
	"go/token"
	"slices"
)

// Sorted returns the diagnostics in the order of file, line, column, code and
// message. Those that agree in all of these are one diagnostic, which keeps
// the related places of all of them, and the first fix and edits. The
// argument stays as it is.
func Sorted(list []Diagnostic) []Diagnostic {
	sorted := slices.Clone(list)
	slices.SortStableFunc(sorted, compare)
	merged := sorted[:0]
	for _, d := range sorted {
		if n := len(merged); n > 0 && compare(merged[n-1], d) == 0 {
			merged[n-1] = merge(merged[n-1], d)
			continue
		}
		merged = append(merged, d)
	}
	return merged
}

func compare(a, b Diagnostic) int {
	return cmp.Or(
		comparePlaces(a.Pos, b.Pos),
		cmp.Compare(a.Code, b.Code),
		cmp.Compare(a.Message, b.Message),
	)
}

// comparePlaces leaves the offset out: it follows from line and column.
func comparePlaces(a, b token.Position) int {
	return cmp.Or(
		cmp.Compare(a.Filename, b.Filename),
		cmp.Compare(a.Line, b.Line),
		cmp.Compare(a.Column, b.Column),
	)
}

func merge(a, b Diagnostic) Diagnostic {
	a.Related = slices.Clone(a.Related)
	for _, r := range b.Related {
		if !slices.Contains(a.Related, r) {
			a.Related = append(a.Related, r)
		}
	}
	a.Fix = cmp.Or(a.Fix, b.Fix)
	if len(a.Edits) == 0 {
		a.Edits = b.Edits
	}
	return a
}
