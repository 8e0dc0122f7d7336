package redact

import (
	"math/bits"
	"strings"
	"unicode/utf8"
)

// Formats is the text without what has the form of a well-known key, of a
// password in a URL, and of a value assigned to a name such as api_key.
func Formats(text string) string {
	if len(text) < shortest {
		return text
	}
	s := scan{text: text, url: nextLogin(text, 0), digit: -1}
	for i := dense(text, 0); i < len(text); i = dense(text, i) {
		i = s.stretch(i)
	}
	s.logins(len(text))
	if s.done == 0 {
		return text
	}
	s.out.WriteString(text[s.done:])
	return s.out.String()
}

// scan is on its way through a text. Most of a text has no long run of the
// characters that values are made of, and all that is looked for, but for
// passwords in URLs, is or begins with one: between them nothing is looked at.
// What begins first wins.
type scan struct {
	text string
	out  strings.Builder
	done int // index behind the last finding
	url  login
	// digit is the first digit of the run from where it was last asked for.
	digit int
}

// finding is a stretch of text that has to go.
type finding struct {
	start, end int
	label      string
}

const (
	// minRun is the shortest run in which something is found: that of a key's
	// beginning, without its space.
	minRun = len(keyBegin) - 1
	// shortest is the length of the shortest text with something to find.
	shortest = len("://:p@")
)

// stretch looks at the runs of a dense stretch from i on, and returns the index
// behind it.
func (s *scan) stretch(i int) int {
	for i < len(s.text) && !isGap(s.text[i]) {
		end := i
		for end < len(s.text) && isValue(s.text[end]) {
			end++
		}
		if end-i >= minRun {
			s.logins(i)
			s.run(i, end)
		}
		if i = max(end, s.done); i == end && i < len(s.text) && !isGap(s.text[i]) {
			i++
		}
	}
	return i
}

// take takes out what was found, if anything was.
func (s *scan) take(found finding) {
	if found.label == "" {
		return
	}
	s.out.WriteString(s.text[s.done:found.start])
	s.out.WriteString("[REDACTED:" + found.label + "]")
	s.done = found.end
}

// logins takes out the passwords of URLs before i.
func (s *scan) logins(i int) {
	for {
		if s.url.scheme < s.done {
			s.url = nextLogin(s.text, s.done)
		}
		if s.url.end >= i {
			return
		}
		s.take(finding{s.url.password, s.url.end, "url-password"})
	}
}

// run looks at a run of values: at what leads to it, then at the signs in it
// and at the beginnings of its words.
func (s *scan) run(start, end int) {
	s.take(s.lead(start, end))
	i := max(start, s.done)
	for word := i > 0 && isWord(s.text[i-1]); i < end; i++ {
		kind, inside := kinds[s.text[i]], word
		word = kind&inWord != 0
		if word && inside || kind&special == 0 {
			continue
		}
		if found := s.find(i, end); found.label != "" {
			s.take(found)
			i = s.done - 1
			word = isWord(s.text[i])
		}
	}
}

// find looks for a secret that begins at i, in a run up to end, or that the
// sign at i leads to.
func (s *scan) find(i, end int) finding {
	c := s.text[i]
	switch c {
	case '=':
		return s.assigned(i, i+1, end)
	case '-':
		if !strings.HasPrefix(s.text[i:end], keyBegin[:minRun]) {
			return finding{}
		}
		return privateKey(s.text, i)
	}
	rest := s.text[i:end]
	for n := range formats[c%128] {
		f := &formats[c%128][n]
		if len(rest) < len(f.prefix) || rest[1] != f.prefix[1] || rest[:len(f.prefix)] != f.prefix {
			continue
		}
		if end := f.end(s.text, i+len(f.prefix)); end > 0 {
			return finding{i, end, f.label}
		}
	}
	return finding{}
}

// dense is the index from i on of the next minRun bytes that may all be of
// values, the length of the text when there are none. Eight at a time are only
// told from what is below the plus sign, spaces and quotes above all, and from
// what is not ASCII.
func dense(text string, i int) int {
	run := 0 // how many before i
	for ; i+8 <= len(text); i += 8 {
		gaps := gaps(load(text[i:]))
		if run+bits.TrailingZeros64(gaps)/8 >= minRun {
			return i - run
		}
		if gaps != 0 {
			run = 0
		}
		run += bits.LeadingZeros64(gaps) / 8
	}
	for ; i < len(text); i++ {
		if run++; isGap(text[i]) {
			run = 0
		}
		if run >= minRun {
			return i + 1 - run
		}
	}
	return len(text)
}

// isGap says that a byte is no value's.
func isGap(c byte) bool { return c < '+' || c >= utf8.RuneSelf }

// gaps has the highest bit of each byte of the word that is a gap.
func gaps(word uint64) uint64 {
	const high, least = 0x8080808080808080, '+' * 0x0101010101010101
	return (word | ^(word | high - least)) & high
}

// load is the first eight bytes of s as a number; the compiler makes it one
// instruction.
func load(s string) uint64 {
	_ = s[7]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}
