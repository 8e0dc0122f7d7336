package stats

import (
	"cmp"
	"slices"
	"unicode"
)

// isNotLetter reports whether r is not a letter.
func isNotLetter(r rune) bool { return !unicode.IsLetter(r) }

// mostFrequentWords returns the most frequent words. Words with the same
// frequency are in alphabetical order.
func mostFrequentWords(counts map[string]int, limit int) []WordCount {
	words := make([]WordCount, 0, len(counts))
	for word, n := range counts {
		words = append(words, WordCount{word, n})
	}
	slices.SortFunc(words, func(a, b WordCount) int {
		return cmp.Or(b.Count-a.Count, cmp.Compare(a.Word, b.Word))
	})
	return words[:min(limit, len(words))]
}
