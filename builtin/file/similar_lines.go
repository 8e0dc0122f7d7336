package file

import (
	"context"
	"strings"

	"github.com/toolgen/toolgen/builtin/internal/names"
	"github.com/toolgen/toolgen/builtin/internal/texts"
)

// minSimilarity is the minimum similarity of a line that is shown, from 0 to
// 1.
const minSimilarity = 0.6

// similarLinesError returns the error for a text that does not occur. It
// quotes the most similar lines, if there are any.
func similarLinesError(ctx context.Context, in *textFile, old string) error {
	lines := strings.SplitAfter(strings.TrimSuffix(old, "\n"), "\n")
	anchor := 0
	for i, line := range lines {
		if len(displayLine(line)) > len(displayLine(lines[anchor])) {
			anchor = i
		}
	}
	at, err := mostSimilarLine(ctx, in.text, lines[anchor])
	if err != nil {
		return err
	}
	if at < 0 {
		return texts.Failure("TEXT_NOT_FOUND", "old_text", "old_text is not in %s, and no line is similar: read the file, and give the text exactly as in the file", names.Quoted(in.name))
	}
	start := lineStartBefore(in.text, at, anchor)
	end := lineEndAfter(in.text, start, min(len(lines), maxShownLines)-1)
	return texts.Quoting(texts.Failure("TEXT_NOT_FOUND", "old_text", "old_text is not in %s. The most similar lines begin at line %d; give the text exactly as in the file:\n%s",
		names.Quoted(in.name), 1+strings.Count(in.text[:start], "\n"), quoteLines(in.excerpt(start, end), trimLineEnd)))
}

// trimLineEnd returns a line without its line end.
func trimLineEnd(line string) string { return strings.TrimRight(line, "\r\n") }

// mostSimilarLine returns the start of the first of the lines that are most
// similar to the given line, or -1 if none is similar. It takes linear time.
func mostSimilarLine(ctx context.Context, text, line string) (at int, err error) {
	linePairs := countPairs(strings.TrimFunc(line, isBlank))
	at, best, start := -1, float64(minSimilarity), 0
	for candidate := range strings.Lines(text) {
		if err := ctx.Err(); err != nil {
			return -1, err
		}
		if similarity := linePairs.similarity(strings.TrimFunc(candidate, isBlank)); similarity > best {
			at, best = start, similarity
		}
		start += len(candidate)
	}
	return at, nil
}

// bytePairs counts how often each pair of adjacent bytes occurs in a text.
type bytePairs struct {
	counts [1 << 16]int32
	total  int
}

// countPairs counts the pairs of a text.
func countPairs(text string) *bytePairs {
	p := &bytePairs{total: max(len(text)-1, 0)}
	for i := range p.total {
		p.counts[pairAt(text, i)]++
	}
	return p
}

// pairAt returns the pair of bytes at index i.
func pairAt(text string, i int) uint16 { return uint16(text[i])<<8 | uint16(text[i+1]) }

// similarity returns the share of pairs that two texts have in common (the
// Sørensen–Dice coefficient). It is 1 for equal texts.
func (p *bytePairs) similarity(text string) float64 {
	total := max(len(text)-1, 0)
	if p.total == 0 || float64(2*min(total, p.total)) < minSimilarity*float64(total+p.total) {
		return 0 // the lengths differ too much for minSimilarity
	}
	common := 0
	for i := range total {
		n := &p.counts[pairAt(text, i)]
		if *n > 0 {
			common++
		}
		*n--
	}
	for i := range total {
		p.counts[pairAt(text, i)]++
	}
	return 2 * float64(common) / float64(total+p.total)
}
