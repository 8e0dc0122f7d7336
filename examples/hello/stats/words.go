package stats

import (
	"cmp"
	"slices"
	"unicode"
)

func notLetter(r rune) bool { return !unicode.IsLetter(r) }

// mostFrequent returns the words that occur most, equally frequent ones in
// alphabetical order.
func mostFrequent(counts map[string]int, limit int) []WordCount {
	words := make([]WordCount, 0, len(counts))
	for word, n := range counts {
		words = append(words, WordCount{word, n})
	}
	slices.SortFunc(words, func(a, b WordCount) int {
		return cmp.Or(b.Count-a.Count, cmp.Compare(a.Word, b.Word))
	})
	return words[:min(limit, len(words))]
}
