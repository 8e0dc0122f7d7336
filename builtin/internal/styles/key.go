package styles

import (
	"slices"
	"strings"

	"github.com/tdewolff/parse/v2/css"
	"golang.org/x/net/html"
)

// maxAttributes is the maximum number of attributes that selectors can name.
// Selectors with other attributes match nothing.
const maxAttributes = 32

// addNames records the names in a selector, and returns its key: the id, the
// class or the name that every matching element has, or "" for none.
func (s *Sheet) addNames(text string) (key string) {
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
			s.addAttribute(name(raw))
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

// addAttribute records the name of an attribute.
func (s *Sheet) addAttribute(name string) {
	if len(s.attributes) < maxAttributes && !slices.Contains(s.attributes, name) {
		s.attributes = append(s.attributes, name)
	}
}

// NamesAttribute reports whether a selector has an attribute with that name.
func (s *Sheet) NamesAttribute(name string) bool { return slices.Contains(s.attributes, name) }

// NamesID reports whether a selector has that id.
func (s *Sheet) NamesID(id string) bool { return s.names["#"+id] }

// Classes returns the classes in the value of a class attribute that are in
// selectors, separated by spaces.
func (s *Sheet) Classes(value string) string {
	var kept []string
	for class := range strings.FieldsSeq(value) {
		if s.names["."+class] {
			kept = append(kept, class)
		}
	}
	return strings.Join(kept, " ")
}

// keys returns the keys of the selectors that can match an element.
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
