package cut

import (
	"encoding/json"
	"strings"
	"unicode/utf8"
)

// maxDepth is the maximum number of open containers at a cut.
const maxDepth = 64

// noticeName is the name of the member with the notice in an object. No tool has an argument or a result of
// that name.
const noticeName = "…"

// cutJSON cuts a JSON text between two elements and closes the open containers,
// so that the result is valid JSON. The last element of the innermost container
// is the notice: an item of an array, or the member noticeName of an object. If
// a cut before a long string would leave more than half of the limit unused, the
// string itself is cut and ends with the notice.
//
// notice returns the notice after the beginning of the text, which has a length in
// bytes and in code points. maxNotice is its maximum length. ok is false if the
// limit is too small, and if the text is not JSON.
func cutJSON(text string, maxNotice, limit int, notice func(index, chars int) string) (short string, kept int, ok bool) {
	s := scanner{text: text, limit: limit, noticeChars: maxNotice}
	s.scan()
	cut, ending := s.between, ""
	switch {
	case 2*s.between.chars <= limit && s.long.found && s.extendLong():
		cut = s.long
		ending = `\n` + notice(cut.index, cut.chars) + `"` + cut.closers()
	case cut.found:
		ending = cut.beforeNotice() + notice(cut.index, cut.chars) + `"` + cut.closers()
	}
	short = text[:cut.index] + ending
	return short, cut.chars, cut.found && json.Valid([]byte(short))
}

// position is a position in a JSON text, with the containers that are open
// there.
type position struct {
	found        bool
	index, chars int  // the position in bytes and in code points
	comma        bool // the position follows an element and needs a comma
	depth        int
	open         [maxDepth]byte // the brackets of the open containers
}

// beforeNotice returns the text between the position and the notice when the
// notice is the last element of the innermost container.
func (p *position) beforeNotice() string {
	switch object := p.open[p.depth-1] == '{'; {
	case object && p.comma:
		return `,"` + noticeName + `":"`
	case object:
		return `"` + noticeName + `":"`
	case p.comma:
		return `,"`
	}
	return `"`
}

// closers returns the brackets that close the open containers, the innermost
// first.
func (p *position) closers() string {
	var b strings.Builder
	for depth := p.depth - 1; depth >= 0; depth-- {
		b.WriteByte(p.open[depth] + 2) // in ASCII, ']' is '[' + 2 and '}' is '{' + 2
	}
	return b.String()
}

// scanner reads a JSON text up to the limit. It looks at quotes, brackets, commas
// and colons only: cutJSON checks the result.
type scanner struct {
	text        string
	limit       int
	noticeChars int

	at      position // the current position
	name    bool     // a string at the current position is the name of a member
	between position // the last position between elements where a cut fits
	long    position // after the opening quote of the first string value after between
}

// scan reads the text up to the limit and sets between and long. It stops early
// at a text that is too deep or not JSON.
func (s *scanner) scan() {
	for s.at.index < len(s.text) && s.at.chars <= s.limit {
		at := &s.at
		switch b := s.text[at.index]; b {
		case '"':
			s.skipString()
			continue
		case '[', '{':
			if at.depth == maxDepth {
				return
			}
			at.open[at.depth] = b
			at.depth++
			s.step()
			s.name = b == '{'
			s.mark(false)
			continue
		case ']', '}':
			if at.depth--; at.depth < 0 {
				return
			}
		case ',':
			if at.depth == 0 {
				return
			}
			s.name = at.open[at.depth-1] == '{'
			s.mark(true)
		case ':':
			s.name = false
		}
		s.step()
	}
}

// step advances the current position by one byte.
func (s *scanner) step() {
	if s.text[s.at.index]&0xC0 != 0x80 {
		s.at.chars++
	}
	s.at.index++
}

// skipString advances the current position to the end of the string that begins
// there.
func (s *scanner) skipString() {
	s.step()
	if !s.name && !s.long.found {
		s.long, s.long.found = s.at, true
	}
	for s.at.index < len(s.text) && s.at.chars <= s.limit {
		switch s.text[s.at.index] {
		case '"':
			s.step()
			return
		case '\\':
			s.step()
		}
		if s.at.index < len(s.text) {
			s.step()
		}
	}
}

// mark sets between to the current position, if the text that must follow a cut
// there fits into the limit.
func (s *scanner) mark(comma bool) {
	s.at.comma = comma
	ending := utf8.RuneCountInString(s.at.beforeNotice()) + s.noticeChars + len(`"`) + s.at.depth
	if s.at.chars+ending <= s.limit {
		s.between, s.between.found = s.at, true
		s.long.found = false
	}
}

// extendLong advances long from the opening quote of its string to the last
// position where a cut fits, at most to the closing quote. The position is
// between two code points and between two escapes. extendLong returns false if
// the cut would keep nothing of the string.
func (s *scanner) extendLong() bool {
	p := &s.long
	end := s.limit - p.depth - len(`\n"`) - s.noticeChars
	start := p.index
	for p.index < len(s.text) && s.text[p.index] != '"' {
		bytes, chars := JSONUnit(s.text[p.index:])
		if p.chars+chars > end {
			break
		}
		p.index, p.chars = p.index+bytes, p.chars+chars
	}
	return p.index > start
}

// JSONUnit returns the length of the indivisible unit at the beginning of s, in
// bytes and in code points. s must not be empty and is a part of a JSON string;
// the unit is a code point, an escape, or the two escapes of a surrogate pair.
func JSONUnit(s string) (bytes, chars int) {
	switch {
	case s[0] != '\\':
		_, size := utf8.DecodeRuneInString(s)
		return size, 1
	case len(s) < 2 || s[1] != 'u':
		return min(2, len(s)), 2
	case len(s) >= 12 && strings.ContainsRune("89abAB", rune(s[3])) && strings.EqualFold(s[2:3], "d") && s[6:8] == `\u`:
		return 12, 12
	}
	return min(6, len(s)), 6
}
