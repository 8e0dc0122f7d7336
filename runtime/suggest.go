package runtime

import "strings"

// nearest is the candidate most like the name, or empty when none is: one edit
// in three characters, case apart, is alike. The first of equals wins.
func nearest(name string, candidates []string) string {
	if len(name) > maxNameLength {
		return ""
	}
	name = strings.ToLower(name)
	best, meant := max(1, len(name)/3)+1, ""
	for _, candidate := range candidates {
		if abs(len(candidate)-len(name)) >= best {
			continue
		}
		if d := distance(name, strings.ToLower(candidate)); d < best {
			best, meant = d, candidate
		}
	}
	return meant
}

func abs(n int) int { return max(n, -n) }

// distance is the number of bytes to insert, delete, replace or swap with
// their neighbour to turn a into b (Damerau-Levenshtein, each place edited
// once).
func distance(a, b string) int {
	before, above, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range above {
		above[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(above[j]+1, row[j-1]+1, above[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, above, row = above, row, before
	}
	return above[len(b)]
}
