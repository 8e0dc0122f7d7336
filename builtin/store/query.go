package store

import (
	"slices"
	"strings"
	"unicode"

	"github.com/toolgen/toolgen/builtin/internal/texts"
)

const (
	// maxTerms is the maximum number of words and phrases in a query.
	maxTerms = 20
	// maxWords is the maximum number of words in all terms of a query, where a
	// letter of an unspaced script counts as a word. It limits the search
	// time, which grows with the length of a phrase.
	maxWords = 64
)

// term is a word or phrase that must occur in a message.
type term struct {
	// text is the term as written, without quotes and control characters.
	text string
	// prefix reports whether the last word may be the beginning of a longer word.
	prefix bool
}

// parseQuery splits a query into terms: words, "quoted phrases", and words that
// end in *, which find every word with that beginning. No other character has a
// meaning. A query without a word, or beyond maxTerms or maxWords, is an error of the
// argument field.
func parseQuery(field, query string) (terms []term, err error) {
	for i, part := range strings.Split(query, `"`) {
		quoted := i%2 == 1
		texts := []string{strings.Map(replaceControlRune, part)}
		if !quoted {
			texts = strings.Fields(texts[0])
		}
		for _, text := range texts {
			t := term{text, !quoted && strings.HasSuffix(text, "*")}
			if strings.IndexFunc(text, isWordRune) >= 0 && !slices.Contains(terms, t) {
				terms = append(terms, t)
			}
		}
	}
	words := 0
	for _, t := range terms {
		words += len(splitWords(t.text))
	}
	switch {
	case len(terms) == 0:
		return nil, texts.Invalid(field, `the query has no words; write words such as release notes, or a "quoted phrase"`)
	case len(terms) > maxTerms:
		return nil, texts.Invalid(field, "the query has %d different words and phrases, at most %d are allowed: use fewer", len(terms), maxTerms)
	case words > maxWords:
		return nil, texts.Invalid(field, "the query has %d words, at most %d are allowed: use the most specific ones", words, maxWords)
	}
	return terms, nil
}

// replaceControlRune returns a space for a control character, and any other
// character unchanged.
func replaceControlRune(r rune) rune {
	if unicode.IsControl(r) {
		return ' '
	}
	return r
}

// matchExpression returns the FTS5 query for messages that contain all terms.
// Every term is quoted, so that a term contains no operators and the query is
// always valid.
func matchExpression(terms []term) string {
	quoted := make([]string, len(terms))
	for i, t := range terms {
		quoted[i] = `"` + separateLetters(t.text) + `"`
		if t.prefix {
			quoted[i] += "*"
		}
	}
	return strings.Join(quoted, " AND ")
}

// hasAllTerms reports whether all terms occur in a text.
func hasAllTerms(text string, terms []term) bool {
	for i := range terms {
		if len(findTerms(text, terms[i:i+1])) == 0 {
			return false
		}
	}
	return true
}
