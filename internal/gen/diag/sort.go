package diag

import (
	"cmp"
	"go/token"
	"slices"
)

// Sorted returns the diagnostics in the order of file, line, column, code and
// message. It merges diagnostics that are equal in all of these: the result has
// the related positions of all of them, and the first fix and edits. It does not
// change its argument.
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

// compare compares two diagnostics by position, code and message.
func compare(a, b Diagnostic) int {
	return cmp.Or(
		comparePositions(a.Pos, b.Pos),
		cmp.Compare(a.Code, b.Code),
		cmp.Compare(a.Message, b.Message),
	)
}

// comparePositions compares file, line and column.
func comparePositions(a, b token.Position) int {
	return cmp.Or(
		cmp.Compare(a.Filename, b.Filename),
		cmp.Compare(a.Line, b.Line),
		cmp.Compare(a.Column, b.Column),
	)
}

// merge adds the related positions, the fix and the edits of b to a.
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
