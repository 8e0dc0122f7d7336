package search

import "strings"

// glob is a pattern for one part of a path, as .gitignore files have them. It
// works on bytes, as git does.
type glob struct {
	kind   globKind
	text   string // of those kinds that have a fixed text
	tokens []token
}

type globKind uint8

const (
	anyTokens globKind = iota
	exactly
	endsIn   // a star, then the text
	anyParts // two stars
)

// token is one element of a glob.
type token struct {
	kind tokenKind
	char byte
	set  *charSet
}

type tokenKind uint8

const (
	oneChar tokenKind = iota
	anyChar
	anyChars
	oneOf
)

// parseGlobs reads a pattern with slashes. It fails for one that git lets match
// nothing: an open bracket, an unknown class, a backslash at its end.
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
			t.kind, t.set = oneOf, &charSet{}
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

// newGlob finds the kind of a pattern: most are names and endings.
func newGlob(tokens []token) glob {
	stars := 0
	for stars < len(tokens) && tokens[stars].kind == anyChars {
		stars++
	}
	text := make([]byte, 0, len(tokens))
	for _, t := range tokens[stars:] {
		if t.kind != oneChar {
			return glob{tokens: tokens}
		}
		text = append(text, t.char)
	}
	switch {
	case stars >= 2 && len(text) == 0:
		return glob{kind: anyParts}
	case stars > 0:
		return glob{kind: endsIn, text: string(text)}
	}
	return glob{kind: exactly, text: string(text)}
}

// matches reports whether the pattern matches a name as a whole.
func (g *glob) matches(name string) bool {
	switch g.kind {
	case exactly:
		return name == g.text
	case endsIn:
		return strings.HasSuffix(name, g.text)
	case anyParts:
		return true
	}
	t, i := 0, 0
	star, from := -1, 0 // the last star, and where what follows it was tried
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

func (t *token) matches(c byte) bool {
	switch t.kind {
	case anyChar:
		return true
	case oneOf:
		return t.set.has(c)
	}
	return t.char == c
}

// matchParts matches a path with a pattern, part by part. Two stars as a whole
// part stand for any number of parts, at the end for at least one.
func matchParts(pattern []glob, parts []string) bool {
	p, i := 0, 0
	star, from := -1, 0 // the last two stars, and where what follows them was tried
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
