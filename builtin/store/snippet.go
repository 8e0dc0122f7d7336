package store

import (
	"slices"
	"strings"
	"unicode"

	"github.com/toolgen/toolgen/builtin/internal/texts"
)

// SQLite's snippet function is not used: its time grows with the square of the
// number of words found in a message, and it cannot be interrupted.
const (
	maxSnippetBytes  = 400 // the maximum length of a snippet without its marks
	snippetLeadBytes = 80  // the length of the part before the first term
)

// span is a part of a text, as byte offsets; to is exclusive.
type span struct{ from, to int }

// snippet returns the part of a text with the most terms, on one line. The
// terms are marked by [ ]. redact removes secrets, before the text is cut.
func snippet(text string, terms []term, redact func(string) string) string {
	text = redact(text)
	found := findTerms(text, terms)
	part := excerptAround(text, bestSnippetStart(found))
	var out strings.Builder
	at := part.from
	for _, f := range found {
		if f.to <= at || f.from >= part.to {
			continue
		}
		from, to := max(f.from, at), min(f.to, part.to)
		out.WriteString(text[at:from] + "[" + text[from:to] + "]")
		at = to
	}
	out.WriteString(text[at:part.to])
	line := texts.OneLine(out.String())
	if part.from > 0 {
		line = "…" + line
	}
	if part.to < len(text) {
		line += "…"
	}
	return line
}

// passage returns the part of a text with the most terms, as it was written. "…" is in
// place of the text before and after it.
func passage(text string, terms []term) string {
	part := excerptAround(text, bestSnippetStart(findTerms(text, terms)))
	shown := text[part.from:part.to]
	if part.from > 0 {
		shown = "…" + shown
	}
	if part.to < len(text) {
		shown += "…"
	}
	return shown
}

// excerptAround returns the part of a text that begins snippetLeadBytes before a
// position, and has at most maxSnippetBytes. No character is cut.
func excerptAround(text string, position int) span {
	rest := texts.TrimPartialStart(text[max(position-snippetLeadBytes, 0):])
	from := len(text) - len(rest)
	return span{from, from + len(texts.TrimPartialEnd(rest[:min(maxSnippetBytes, len(rest))]))}
}

// bestSnippetStart returns the position of the term at which a snippet with the
// most terms begins.
func bestSnippetStart(found []span) (position int) {
	maxCount, last := 0, 0
	for first, f := range found {
		for last < len(found) && found[last].to <= f.from+maxSnippetBytes-snippetLeadBytes {
			last++
		}
		if last-first > maxCount {
			maxCount, position = last-first, f.from
		}
	}
	if maxCount == 0 && len(found) > 0 {
		return found[0].from // every term is longer than a snippet
	}
	return position
}

// findTerms returns the positions of the terms in a text, in order. If several
// terms begin at one position, it returns the longest of them.
func findTerms(text string, terms []term) (found []span) {
	words := splitWords(text)
	termWords := make([][]word, len(terms))
	for i, t := range terms {
		termWords[i] = splitWords(t.text)
	}
	for i := range words {
		longest := 0
		for k, t := range terms {
			if beginsWithTerm(words[i:], termWords[k], t.prefix) {
				longest = max(longest, len(termWords[k]))
			}
		}
		if longest > 0 {
			found = append(found, span{words[i].from, skipMarks(text, words[i+longest-1].to)})
		}
	}
	return found
}

// skipMarks returns the position after the combining marks, such as vowel signs,
// that begin at a position.
func skipMarks(text string, position int) int {
	rest := strings.TrimLeftFunc(text[position:], unicode.IsMark)
	return len(text) - len(rest)
}

// beginsWithTerm reports whether words begin with the words of a term. If
// prefix is set, the last word of the term may be the beginning of a longer
// word.
func beginsWithTerm(words, term []word, prefix bool) bool {
	last := len(term) - 1
	return last >= 0 && len(words) > last &&
		slices.EqualFunc(words[:last], term[:last], func(a, b word) bool { return a.folded == b.folded }) &&
		(words[last].folded == term[last].folded || prefix && strings.HasPrefix(words[last].folded, term[last].folded))
}
