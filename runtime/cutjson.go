package runtime

import (
	"encoding/json"
	"strings"
	"unicode/utf8"
)

// maxCutDepth is how many containers may be open at the place of a cut.
const maxCutDepth = 64

// noticeName is the name of the member that holds the notice in an object: no
// tool has an argument or a result of that name.
const noticeName = "…"

// cutJSON cuts a JSON text between elements and closes what is open, so that
// it stays JSON. The last element of the innermost container is the notice: an
// item of an array, or the member noticeName of an object. If more than half
// of the limit would stay unused because the notice does not fit behind a long
// string, that string is cut inside and ends with the marker. It is not ok when
// the limit is too small, or when the text is not JSON in the first place.
func cutJSON(text, notice string, limit int) (short string, kept int, ok bool) {
	s := jsonScan{text: text, limit: limit, notice: notice}
	s.noticeChars = utf8.RuneCountInString(s.notice)
	s.scan()
	place, ending := s.between, ""
	if place.found {
		ending = place.beforeNotice() + s.notice + `"` + place.closers()
	}
	if 2*s.between.chars <= limit && s.long.found && s.inside() {
		place, ending = s.long, `\n`+s.notice+`"`+s.long.closers()
	}
	short = text[:place.index] + ending
	return short, place.chars, place.found && json.Valid([]byte(short))
}

// jsonPlace is a place in a JSON text and the containers that are open there.
type jsonPlace struct {
	found        bool
	index, chars int // where it is, in bytes and in code points
	comma        bool
	depth        int
	open         [maxCutDepth]byte
}

// beforeNotice is what stands before the notice when it is the last element of
// the innermost container.
func (p *jsonPlace) beforeNotice() string {
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

// closers end the open containers, the innermost first.
func (p *jsonPlace) closers() string {
	var b strings.Builder
	for depth := p.depth - 1; depth >= 0; depth-- {
		b.WriteByte(p.open[depth] + 2) // ']' and '}' are two behind '[' and '{'
	}
	return b.String()
}

// jsonScan walks over a JSON text up to the limit. It looks at quotes and
// brackets only: what it builds is checked in the end.
type jsonScan struct {
	text        string
	limit       int
	notice      string
	noticeChars int

	at      jsonPlace // where the scan is
	name    bool      // a string that begins here is the name of a member
	between jsonPlace // the last place between elements where a cut fits
	long    jsonPlace // behind the quote of the first string value since then
}

func (s *jsonScan) scan() {
	for s.at.index < len(s.text) && s.at.chars <= s.limit {
		at := &s.at
		switch b := s.text[at.index]; b {
		case '"':
			s.skipString()
			continue
		case '[', '{':
			if at.depth == maxCutDepth {
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

// step goes on by one byte.
func (s *jsonScan) step() {
	if s.text[s.at.index]&0xC0 != 0x80 {
		s.at.chars++
	}
	s.at.index++
}

// skipString goes on behind the string that begins here.
func (s *jsonScan) skipString() {
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

// mark remembers that the text can be cut here, if the ending fits.
func (s *jsonScan) mark(comma bool) {
	s.at.comma = comma
	ending := utf8.RuneCountInString(s.at.beforeNotice()) + s.noticeChars + len(`"`) + s.at.depth
	if s.at.chars+ending <= s.limit {
		s.between, s.between.found = s.at, true
		s.long.found = false
	}
}

// inside moves the place behind the opening quote of the long string to the
// last one where a cut fits, between code points and between escapes, at most
// the closing quote. It reports false when there is no room for any.
func (s *jsonScan) inside() bool {
	p := &s.long
	end := s.limit - p.depth - len(`\n"`) - s.noticeChars
	start := p.index
	for p.index < len(s.text) && s.text[p.index] != '"' {
		bytes, chars := unit(s.text[p.index:])
		if p.chars+chars > end {
			break
		}
		p.index, p.chars = p.index+bytes, p.chars+chars
	}
	return p.index > start
}

// unit is the length of what s begins with and must not be taken apart: a code
// point, an escape, or the escapes of a surrogate pair.
func unit(s string) (bytes, chars int) {
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
