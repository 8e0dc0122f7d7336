// Package edit computes the edit distance of two words, for suggestions such as "did you mean". The callers
// decide which distance is small enough. It imports no package of this module, because runtime/decode uses it.
package edit

// Distance returns how many code points must be inserted, removed, replaced or swapped with their neighbour to
// turn one word into the other (the restricted Damerau-Levenshtein distance). If the lengths differ by more
// than limit, it returns limit+1 at once; any result above limit only means "more than limit". Otherwise it
// takes time in proportion to the product of the lengths.
func Distance(from, to string, limit int) int {
	a, b := []rune(from), []rune(to)
	if len(a)-len(b) > limit || len(b)-len(a) > limit {
		return limit + 1
	}
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			replaced := last[j-1]
			if a[i-1] != b[j-1] {
				replaced++
			}
			row[j] = min(replaced, last[j]+1, row[j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
