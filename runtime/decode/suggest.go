package decode

import "strings"

// maxSuggested is the longest name, in bytes, that is compared with others.
const maxSuggested = 64

// closest returns the name of the field that was most likely meant, or "".
func closest(name string, fields []Field) string {
	if len(name) > maxSuggested {
		return ""
	}
	name = plain(name)
	best, least := "", len(name)/3+1
	for n := range fields {
		f := &fields[n]
		for _, candidate := range append([]string{f.Name}, f.Aliases...) {
			if d := distance(name, plain(candidate)); d < least {
				best, least = f.Name, d
			}
		}
	}
	return best
}

// plain leaves out what spellings of one name differ in.
func plain(name string) string {
	return strings.ReplaceAll(strings.ReplaceAll(strings.ToLower(name), "_", ""), "-", "")
}

// distance counts the letters to insert, remove, replace or swap with their
// neighbour to get from one name to the other.
func distance(a, b string) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := range len(a) {
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			row[j+1] = min(last[j]+cost, last[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
