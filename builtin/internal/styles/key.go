package styles

import (
	"slices"
	"strings"

	"github.com/tdewolff/parse/v2/css"
	"golang.org/x/net/html"
)

// maxAttributes is how many attributes selectors can name; a selector of more
// matches nothing.
const maxAttributes = 32

// note notes the names of a selector, and returns its key: the id, class or name
// that every element has that the selector matches, or "" for none.
func (s *Sheet) note(text string) (key string) {
	var nested brackets
	var last css.TokenType
	rank, isCompound := 0, false // isCompound: a compound has begun
	for lex := newLexer(text); ; {
		kind, raw := lex.next()
		inside := nested.add(kind)
		found, itsRank := "", 0
		switch {
		case kind == css.ErrorToken:
			return key
		case kind == css.CommentToken:
			continue
		case !inside && (kind == css.WhitespaceToken || kind == css.DelimToken && strings.ContainsAny(raw, ">+~")):
			isCompound, last = false, css.WhitespaceToken
			continue
		case kind == css.HashToken:
			found, itsRank = "#"+unescape(raw[1:]), 3
		case kind != css.IdentToken && kind != css.CustomPropertyNameToken:
		case last == css.DelimToken:
			found, itsRank = "."+unescape(raw), 2
		case last == css.LeftBracketToken:
			s.noteAttribute(name(raw))
		case !inside && last != css.ColonToken:
			found, itsRank = name(raw), 1
		}
		if !isCompound {
			key, rank, isCompound = "", 0, true
		}
		if found != "" && itsRank > 1 {
			s.names[found] = true
		}
		if !inside && itsRank > rank {
			key, rank = found, itsRank
		}
		if kind != css.WhitespaceToken {
			last = kind
		}
	}
}

func (s *Sheet) noteAttribute(name string) {
	if len(s.attributes) < maxAttributes && !slices.Contains(s.attributes, name) {
		s.attributes = append(s.attributes, name)
	}
}

// NamesAttribute reports whether a selector is about an attribute of that name.
func (s *Sheet) NamesAttribute(name string) bool { return slices.Contains(s.attributes, name) }

// NamesID reports whether a selector is about that id.
func (s *Sheet) NamesID(id string) bool { return s.names["#"+id] }

// Classes returns those classes of the value of a class attribute that selectors
// are about, separated by spaces.
func (s *Sheet) Classes(value string) string {
	var kept []string
	for class := range strings.FieldsSeq(value) {
		if s.names["."+class] {
			kept = append(kept, class)
		}
	}
	return strings.Join(kept, " ")
}

// keys are the keys of the selectors that can match an element.
func keys(n *html.Node) []string {
	list := []string{"", n.Data}
	for _, a := range n.Attr {
		switch a.Key {
		case "id":
			list = append(list, "#"+a.Val)
		case "class":
			for class := range strings.FieldsSeq(a.Val) {
				list = append(list, "."+class)
			}
		}
	}
	return list
}
