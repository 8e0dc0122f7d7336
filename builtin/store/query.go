package store

import (
	"slices"
	"strings"
	"unicode"

	"github.com/toolgen/toolgen/builtin/internal/texts"
)

const (
	// maxTerms is how many words and phrases a query may have.
	maxTerms = 20
	// maxWords is how many words all of them may have together, a letter of a
	// dense script being one: the time that a phrase takes grows with its length.
	maxWords = 64
)

// term is a word or phrase that must occur.
type term struct {
	// text is the term as it was written, without quotes and control characters.
	text string
	// prefix says that the last word may go on.
	prefix bool
}

// parseQuery reads a query as people and models write it: words, "quoted
// phrases", and words that end in * and stand for all that begin like them. No
// other sign means anything. A query without a word, or beyond maxTerms or
// maxWords, is refused.
func parseQuery(query string) (terms []term, err error) {
	for i, part := range strings.Split(query, `"`) {
		quoted := i%2 == 1
		texts := []string{strings.Map(withoutControls, part)}
		if !quoted {
			texts = strings.Fields(texts[0])
		}
		for _, text := range texts {
			t := term{text, !quoted && strings.HasSuffix(text, "*")}
			if strings.IndexFunc(text, isWord) >= 0 && !slices.Contains(terms, t) {
				terms = append(terms, t)
			}
		}
	}
	words := 0
	for _, t := range terms {
		words += len(wordsOf(t.text))
	}
	switch {
	case len(terms) == 0:
		return nil, texts.Invalid("search_query", `search_query has no word to search for; write words such as release notes, or a "quoted phrase"`)
	case len(terms) > maxTerms:
		return nil, texts.Invalid("search_query", "search_query has %d different words and phrases, at most %d can be searched for at once", len(terms), maxTerms)
	case words > maxWords:
		return nil, texts.Invalid("search_query", "search_query has %d words, at most %d can be searched for at once: take the most telling ones", words, maxWords)
	}
	return terms, nil
}

func withoutControls(r rune) rune {
	if unicode.IsControl(r) {
		return ' '
	}
	return r
}

// match is a query for terms in the language of FTS5. Every term stands in
// quotes, so that nothing in it is an operator and no query is malformed.
func match(terms []term) string {
	quoted := make([]string, len(terms))
	for i, t := range terms {
		quoted[i] = `"` + apart(t.text) + `"`
		if t.prefix {
			quoted[i] += "*"
		}
	}
	return strings.Join(quoted, " AND ")
}
