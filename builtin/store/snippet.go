package store

import (
	"slices"
	"strings"
	"unicode"

	"github.com/toolgen/toolgen/builtin/internal/texts"
)

// SQLite's own snippets are not used: they take time that grows with the square
// of the number of words found in a message, and cannot be interrupted.
const (
	snippetBytes = 400 // how long a snippet is at most, without its marks
	snippetLead  = 80  // how much of that stands before the first word found
)

// span is a part of a text, in bytes.
type span struct{ from, to int }

// snippet is the part of a text where most of the terms stand, on one line, with
// the terms in [ ].
func snippet(text string, terms []term) string {
	found := occurrences(text, terms)
	part := around(text, densest(found))
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

// around is the part to show, in whole characters, of which a given place is
// near the beginning.
func around(text string, place int) span {
	rest := texts.TrimPartialStart(text[max(place-snippetLead, 0):])
	from := len(text) - len(rest)
	return span{from, from + len(texts.TrimPartialEnd(rest[:min(snippetBytes, len(rest))]))}
}

// densest is where the first one stands of as many as fit into a snippet.
func densest(found []span) (place int) {
	most, last := 0, 0
	for first, f := range found {
		for last < len(found) && found[last].to <= f.from+snippetBytes-snippetLead {
			last++
		}
		if last-first > most {
			most, place = last-first, f.from
		}
	}
	if most == 0 && len(found) > 0 {
		return found[0].from // each is longer than a snippet
	}
	return place
}

// occurrences are the places of the terms in a text, in order; at one place,
// the longest.
func occurrences(text string, terms []term) (found []span) {
	words := wordsOf(text)
	wanted := make([][]word, len(terms))
	for i, t := range terms {
		wanted[i] = wordsOf(t.text)
	}
	for i := range words {
		longest := 0
		for k, t := range terms {
			if startsWith(words[i:], wanted[k], t.prefix) {
				longest = max(longest, len(wanted[k]))
			}
		}
		if longest > 0 {
			found = append(found, span{words[i].from, pastMarks(text, words[i+longest-1].to)})
		}
	}
	return found
}

// pastMarks is the place after the vowel signs and the like that belong to the
// character before a place.
func pastMarks(text string, place int) int {
	rest := strings.TrimLeftFunc(text[place:], unicode.IsMark)
	return len(text) - len(rest)
}

// startsWith reports whether words begin with those wanted, of which the last may
// go on if it is a prefix.
func startsWith(words, wanted []word, prefix bool) bool {
	last := len(wanted) - 1
	return last >= 0 && len(words) > last &&
		slices.EqualFunc(words[:last], wanted[:last], func(a, b word) bool { return a.folded == b.folded }) &&
		(words[last].folded == wanted[last].folded || prefix && strings.HasPrefix(words[last].folded, wanted[last].folded))
}
