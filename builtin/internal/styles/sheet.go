package styles

import (
	"slices"

	"github.com/tdewolff/parse/v2/css"
)

// Sheet holds the rules of the style sheets of a page. The zero value has none.
type Sheet struct {
	rules      int
	candidates map[string][]candidate // by the key of the selector
	names      map[string]bool        // classes as ".x", ids as "#x"
	attributes []string
	expanded   int // bytes of the selectors of nested rules
	matcher    matcher
}

// rule applies declarations to the elements that match one of its selectors.
type rule struct {
	selectors    []string
	declarations []declaration
	order        int
	// isWeak says that declarations hide, but do not replace others that hide.
	isWeak bool

	isCompiled bool
	compiled   []*selector // parallel to selectors; nil for those that are not known
}

// candidate is one of the selectors of a rule.
type candidate struct {
	rule  *rule
	index int
}

// IsEmpty reports whether no rule can hide text.
func (s *Sheet) IsEmpty() bool { return s.rules == 0 }

// Add reads the content of one style element.
func (s *Sheet) Add(text string) {
	r := sheetReader{sheet: s, text: text, blocks: []block{{}}}
	for lex := newLexer(text); ; {
		from := lex.offset
		kind, _ := lex.next()
		if kind == css.ErrorToken {
			break
		}
		r.addToken(kind, from, lex.offset)
	}
	r.finish()
}

// HasMedia reports whether the media attribute of a style element matches every
// screen.
func HasMedia(media string) bool { return isScreen(media) }

// add adds a rule with the declarations of a block.
func (s *Sheet) add(b *block) {
	if len(b.declarations) == 0 {
		return
	}
	if s.candidates == nil {
		s.candidates, s.names = make(map[string][]candidate), make(map[string]bool)
	}
	s.rules++
	added := &rule{selectors: b.selectors, declarations: lastOfEach(b.declarations), order: s.rules, isWeak: b.isWeak}
	for i, text := range b.selectors {
		key := s.addNames(text)
		s.candidates[key] = append(s.candidates[key], candidate{added, i})
	}
}

// lastOfEach returns the last declaration of each property, and the last
// important one. The others have no effect.
func lastOfEach(list []declaration) (last []declaration) {
	for _, d := range slices.Backward(list) {
		if !slices.ContainsFunc(last, func(other declaration) bool {
			return other.property == d.property && other.isImportant == d.isImportant
		}) {
			last = append(last, d)
		}
	}
	return last
}
