package redact

import (
	"math/bits"
	"strings"
	"unicode/utf8"
)

// Keys returns the text without values that have the form of a well-known key, without passwords in URLs,
// and without values that are assigned to a name such as api_key.
func Keys(text string) string { return Redact(text) }

// keySpans appends the keys in the text. The spans do not overlap.
func keySpans(spans []span, text string) []span {
	if len(text) < shortest {
		return spans
	}
	s := scan{text: text, url: nextLogin(text, 0), digit: -1, spans: spans}
	for i := nextDense(text, 0); i < len(text); i = nextDense(text, i) {
		i = s.stretch(i)
	}
	s.logins(len(text))
	return s.spans
}

// scan is the state of keySpans. Most texts contain few long runs of characters that values consist of. All
// that is searched for, except for passwords in URLs, is such a run or begins with one, so the text between
// them is skipped. Of overlapping findings, the one that begins first counts.
type scan struct {
	text  string
	spans []span
	done  int // the index after the last finding
	url   login
	// digit is the result of the last digitFrom.
	digit int
}

const (
	// minRun is the minimum length of a run in which a secret is found: that of keyBegin without
	// its space.
	minRun = len(keyBegin) - 1
	// shortestKey is the length of the shortest key that is found in a run; see formats. All that is assigned is longer.
	shortestKey = len("xapp-") + 7
	// shortest is the length of the shortest text that contains a secret.
	shortest = len("://:p@")
)

// stretch searches the runs of a dense stretch from i on, and returns the index after the stretch.
func (s *scan) stretch(i int) int {
	for i < len(s.text) && !isGap(s.text[i]) {
		end := i
		for end < len(s.text) && isValue(s.text[end]) {
			end++
		}
		if mayHaveKey(s.text[i:end]) {
			s.logins(i)
			s.run(i, end)
		}
		if i = max(end, s.done); i == end && i < len(s.text) && !isGap(s.text[i]) {
			i++
		}
	}
	return i
}

// mayHaveKey reports whether a run is long enough for a key, or is the beginning of a private key.
func mayHaveKey(run string) bool {
	return len(run) >= shortestKey || len(run) >= minRun && run[len(run)-1] == 'N' && strings.HasSuffix(run, keyBegin[:minRun])
}

// take adds a finding, if there is one.
func (s *scan) take(found span) {
	if found.label == "" {
		return
	}
	s.spans = append(s.spans, found)
	s.done = found.end
}

// logins removes the passwords of URLs that end before i.
func (s *scan) logins(i int) {
	for {
		if s.url.scheme < s.done {
			s.url = nextLogin(s.text, s.done)
		}
		if s.url.end >= i {
			return
		}
		s.take(span{s.url.password, s.url.end, "url-password"})
	}
}

// run searches a run of value characters: the text before it, then the signs in it and the beginnings of its
// words.
func (s *scan) run(start, end int) {
	s.take(s.findAssigned(start, end))
	i := max(start, s.done)
	for word := i > 0 && isWord(s.text[i-1]); i < end; i++ {
		kind, inside := byteKinds[s.text[i]], word
		word = kind&inWord != 0
		if word && inside || kind&special == 0 || s.text[i] == '-' && !strings.HasPrefix(s.text[i+1:end], "--") {
			continue
		}
		if found := s.find(i, end); found.label != "" {
			s.take(found)
			i = s.done - 1
			word = isWord(s.text[i])
		}
	}
}

// find returns the secret that begins at i, in a run up to end, or that is assigned by the sign at i.
func (s *scan) find(i, end int) span {
	c := s.text[i]
	switch c {
	case '=':
		return s.valueAfter(i, i+1, end)
	case '-':
		if !strings.HasPrefix(s.text[i:end], keyBegin[:minRun]) {
			return span{}
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
			return span{i, end, f.label}
		}
	}
	return span{}
}

// nextDense returns the index, from i on, of the next bytes that can all be part of values and are long enough for
// mayHaveKey, or the length of the text. It examines eight bytes at a time, and excludes only bytes below the plus sign,
// such as spaces and quotes, and bytes that are not ASCII.
func nextDense(text string, i int) int {
	run := 0 // the length of the run before i
	for ; i+8 <= len(text); i += 8 {
		gaps := gaps(load(text[i:]))
		n := bits.TrailingZeros64(gaps) / 8
		if run+n >= minRun && mayHaveKey(text[i-run:i+n]) {
			return i - run
		}
		if gaps != 0 {
			run = 0
		}
		run += bits.LeadingZeros64(gaps) / 8
	}
	for ; i < len(text); i++ {
		if isGap(text[i]) {
			run = 0
		} else if run++; mayHaveKey(text[i+1-run : i+1]) {
			return i + 1 - run
		}
	}
	return len(text)
}

// isGap reports whether a byte cannot be part of a value.
func isGap(c byte) bool { return c < '+' || c >= utf8.RuneSelf }

// gaps returns a word with the highest bit of each byte that is a gap.
func gaps(word uint64) uint64 {
	const high, plus = 0x8080808080808080, '+' * 0x0101010101010101
	return (word | ^(word | high - plus)) & high
}

// load returns the first eight bytes of s as a little-endian number. The compiler makes one instruction of
// it.
func load(s string) uint64 {
	_ = s[7]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}
