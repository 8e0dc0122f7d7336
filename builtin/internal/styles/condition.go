package styles

import (
	"slices"
	"strings"

	"github.com/tdewolff/parse/v2/css"
)

// isUnconditional reports whether the content of an at-rule applies on every
// screen: layers, features that browsers support, and media queries for
// screens.
func isUnconditional(prelude string) bool {
	keyword, condition := splitKeyword(prelude)
	switch keyword {
	case "@layer":
		return true
	case "@supports":
		list := tokens(condition)
		return len(list) == 0 || list[0].text != "not"
	case "@media":
		return isScreen(condition)
	}
	return false
}

// splitKeyword returns the keyword of an at-rule and what follows it.
func splitKeyword(prelude string) (keyword, rest string) {
	lex := newLexer(prelude)
	_, raw := lex.next()
	return name(raw), prelude[lex.offset:]
}

// screens are the media queries that match every screen.
var screens = []string{"", "all", "screen", "only all", "only screen", "not print"}

// isScreen reports whether one of a list of media queries matches every screen.
func isScreen(queries string) bool {
	for _, query := range split(queries) {
		var words []string
		for _, t := range tokens(query) {
			words = append(words, t.text)
		}
		if slices.Contains(screens, strings.Join(words, " ")) {
			return true
		}
	}
	return false
}

// split splits a list at its commas.
func split(list string) (parts []string) {
	var nested brackets
	start, lex := 0, newLexer(list)
	for {
		from := lex.offset
		kind, _ := lex.next()
		switch {
		case kind == css.ErrorToken:
			return append(parts, list[start:])
		case !nested.add(kind) && kind == css.CommaToken:
			parts = append(parts, list[start:from])
			start = lex.offset
		}
	}
}

// maxExpanded limits the selectors of nested rules in one page, in bytes.
const maxExpanded = 1 << 20

// nest returns the selectors of a rule inside another one (CSS Nesting). An
// ampersand means a selector of the outer rule; a selector without one is that
// of descendants. Beyond maxExpanded the inner selectors are returned alone.
func (s *Sheet) nest(outer, inner []string) (list []string) {
	for _, child := range inner {
		before, hasParent := cutAmpersand(child)
		for _, parent := range outer {
			parent = strings.TrimSpace(parent)
			nested := parent + " " + strings.TrimSpace(child)
			if hasParent {
				nested = strings.Join(before, parent)
			}
			if s.expanded += len(nested); s.expanded > maxExpanded {
				return inner
			}
			list = append(list, nested)
		}
	}
	return list
}

// cutAmpersand returns the parts of a selector around its ampersands.
func cutAmpersand(text string) (parts []string, found bool) {
	start, lex := 0, newLexer(text)
	for {
		from := lex.offset
		switch kind, raw := lex.next(); {
		case kind == css.ErrorToken:
			return append(parts, text[start:]), len(parts) > 0
		case kind == css.DelimToken && raw == "&":
			parts = append(parts, text[start:from])
			start = lex.offset
		}
	}
}
