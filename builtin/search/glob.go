package search

import "strings"

// glob is a pattern for one part of a path, with the syntax of .gitignore
// files. It matches bytes, like git.
type glob struct {
	kind   globKind
	text   string  // for exactText and textSuffix
	tokens []token // for tokenSequence
}

// globKind is the kind of a glob. Simple kinds are matched faster.
type globKind uint8

const (
	tokenSequence globKind = iota // any sequence of tokens
	exactText                     // a fixed text
	textSuffix                    // a star and a fixed text
	anyParts                      // two stars
)

// token is one element of a glob.
type token struct {
	kind tokenKind
	char byte
	set  *charSet
}

// tokenKind is the kind of a token.
type tokenKind uint8

const (
	exactChar tokenKind = iota
	anyChar
	anyChars
	charInSet
)

// parseGlobs parses a pattern into one glob per part of a path. ok is false
// for a pattern that matches nothing in git: one with an open bracket, an
// unknown class or a backslash at its end.
func parseGlobs(text string) (parts []glob, ok bool) {
	var tokens []token
	for i := 0; i < len(text); i++ {
		escaped := text[i] == '\\'
		if escaped {
			i++
		}
		if i == len(text) {
			return nil, false
		}
		t := token{char: text[i]}
		switch {
		case t.char == '/':
			parts, tokens = append(parts, newGlob(tokens)), nil
			continue
		case escaped:
		case t.char == '?':
			t.kind = anyChar
		case t.char == '*':
			t.kind = anyChars
		case t.char == '[':
			t.kind, t.set = charInSet, &charSet{}
			length := t.set.parse(text[i:])
			if length == 0 {
				return nil, false
			}
			i += length - 1
		}
		tokens = append(tokens, t)
	}
	return append(parts, newGlob(tokens)), true
}

// newGlob returns the glob for tokens, with the simplest possible kind.
func newGlob(tokens []token) glob {
	stars := 0
	for stars < len(tokens) && tokens[stars].kind == anyChars {
		stars++
	}
	text := make([]byte, 0, len(tokens))
	for _, t := range tokens[stars:] {
		if t.kind != exactChar {
			return glob{tokens: tokens}
		}
		text = append(text, t.char)
	}
	switch {
	case stars >= 2 && len(text) == 0:
		return glob{kind: anyParts}
	case stars > 0:
		return glob{kind: textSuffix, text: string(text)}
	}
	return glob{kind: exactText, text: string(text)}
}

// matches reports whether the glob matches a complete name.
func (g *glob) matches(name string) bool {
	switch g.kind {
	case exactText:
		return name == g.text
	case textSuffix:
		return strings.HasSuffix(name, g.text)
	case anyParts:
		return true
	}
	t, i := 0, 0
	star, from := -1, 0 // the index of the last star, and where the text after the star begins in this attempt
	for i < len(name) {
		switch {
		case t < len(g.tokens) && g.tokens[t].kind == anyChars:
			star, from = t, i
			t++
		case t < len(g.tokens) && g.tokens[t].matches(name[i]):
			t++
			i++
		case star >= 0:
			from++
			t, i = star+1, from
		default:
			return false
		}
	}
	for t < len(g.tokens) && g.tokens[t].kind == anyChars {
		t++
	}
	return t == len(g.tokens)
}

// matches reports whether the token matches a byte.
func (t *token) matches(c byte) bool {
	switch t.kind {
	case anyChar:
		return true
	case charInSet:
		return t.set.has(c)
	}
	return t.char == c
}

// matchParts reports whether a pattern matches a path. A part of two stars
// matches any number of parts; at the end of the pattern, it matches at least
// one part.
func matchParts(pattern []glob, parts []string) bool {
	p, i := 0, 0
	star, from := -1, 0 // the index of the last anyParts, and where the parts after it begin in this attempt
	for i < len(parts) {
		switch {
		case p < len(pattern) && pattern[p].kind == anyParts:
			if p == len(pattern)-1 {
				return true
			}
			star, from = p, i
			p++
		case p < len(pattern) && pattern[p].matches(parts[i]):
			p++
			i++
		case star >= 0:
			from++
			p, i = star+1, from
		default:
			return false
		}
	}
	return p == len(pattern)
}

// matchStart reports whether a pattern can match a path that begins with the parts and has
// more parts.
func matchStart(pattern []glob, parts []string) bool {
	for i, part := range parts {
		switch {
		case i < len(pattern) && pattern[i].kind == anyParts:
			return true
		case i+1 >= len(pattern) || !pattern[i].matches(part):
			return false
		}
	}
	return true
}
