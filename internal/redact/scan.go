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
	for i := s.next(0); i < len(text); i = s.next(i) {
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
	// part is the end of the part of the text that is searched, and privateKey and short are the next indexes of keyBegin
	// and of one of shortBegins in it.
	part, privateKey, short int
	// digit is the result of the last digitFrom.
	digit int
}

const (
	// minRun is the minimum length of a run in which a secret is found: that of keyBegin without
	// its space.
	minRun = len(keyBegin) - 1
	// shortestKey is the length of the shortest key that is found in a run; see formats. All that is assigned is longer.
	shortestKey = len("xapp-") + 7
	// dense is the length of the shortest run that nextDense finds. Secrets that are shorter begin with keyBegin or one of shortBegins.
	dense = minAssigned
	// partSize is the length of the parts in which a long text is examined.
	partSize = 16 << 10
	// shortest is the length of the shortest text that contains a secret.
	shortest = len("://:p@")
)

// next returns the index from i on of the next bytes that stretch must examine, or the length of the text. It examines a
// long text in parts, which stay in the cache of the processor while they are searched several times.
func (s *scan) next(i int) int {
	for i < len(s.text) {
		if i >= s.part {
			s.part = min(len(s.text), i+partSize)
			s.privateKey, s.short = 0, 0 // not searched in this part
		}
		at := nextDense(s.text[:min(len(s.text), s.part+dense-1)], i)
		if s.privateKey <= i {
			s.privateKey = nextPrivateKey(s.text[:min(len(s.text), s.part+len(keyBegin)-1)], i)
		}
		if s.short <= i {
			s.short = nextShort(s.text[:min(len(s.text), s.part+shortestKey)], i)
		}
		at = min(at, s.privateKey, s.short)
		if at < s.part {
			return at
		}
		i = s.part
	}
	return i
}

// nextPrivateKey returns the index from i on of the next keyBegin, or the length of the text. It searches for the letters,
// because lines of hyphens are frequent.
func nextPrivateKey(text string, i int) int {
	letters := strings.TrimLeft(keyBegin, "-")
	hyphens := len(keyBegin) - len(letters)
	for {
		n := strings.Index(text[i:], letters)
		if n < 0 {
			return len(text)
		}
		if start := i + n - hyphens; n >= hyphens && strings.HasPrefix(text[start:], keyBegin) {
			return start
		}
		i += n + len(letters)
	}
}

// shortBegins are the beginnings of keys with less than dense characters. All begin with the same letter.
var shortBegins = [...]string{"xox", "xapp-"}

// nextShort returns the index from i on of the next text of shortBegins, or the length of the text.
func nextShort(text string, i int) int {
	for {
		n := strings.IndexByte(text[i:], 'x')
		if n < 0 {
			return len(text)
		}
		i += n
		for _, begin := range shortBegins {
			if len(text)-i >= len(begin) && text[i+1] == begin[1] && strings.HasPrefix(text[i:], begin) {
				return i
			}
		}
		i++
	}
}

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
// words. What begins less than minRun bytes before the end is too short.
func (s *scan) run(start, end int) {
	s.take(s.findAssigned(start, end))
	i := max(start, s.done)
	for word := i > 0 && isWord(s.text[i-1]); i <= end-minRun; i++ {
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

// nextDense returns the index, from i on, of the next dense bytes without a gap, or the length of the text. It examines 64
// bytes at a time, without a branch for each of them. In each word, a bit is a byte, and it is set if the byte and a number
// of bytes before it are no gaps: one byte in run1, two in run2, and so on.
func nextDense(text string, i int) int {
	var last1, last2, last4, last8 uint64 // the words of the previous 64 bytes
	for ; i+64 <= len(text); i += 64 {
		run1 := ^gapsOf64(text[i : i+64])
		run2 := run1 & (run1<<1 | last1>>63)
		run4 := run2 & (run2<<2 | last2>>62)
		run8 := run4 & (run4<<4 | last4>>60)
		run12 := run8 & (run4<<8 | last4>>56)
		if run := run12 & (run8<<12 | last8>>52); run != 0 {
			return i + bits.TrailingZeros64(run) + 1 - dense
		}
		last1, last2, last4, last8 = run1, run2, run4, run8
	}
	run := bits.LeadingZeros64(^last1) // the length of the run before i
	for ; i < len(text); i++ {
		if isGap(text[i]) {
			run = 0
		} else if run++; run == dense {
			return i + 1 - run
		}
	}
	return len(text)
}

// gapsOf64 returns a word with a bit for each of 64 bytes, which is set if the byte is a gap.
func gapsOf64(text string) uint64 {
	_ = text[63]
	return gather(gaps(load(text))) | gather(gaps(load(text[8:])))<<8 | gather(gaps(load(text[16:])))<<16 |
		gather(gaps(load(text[24:])))<<24 | gather(gaps(load(text[32:])))<<32 | gather(gaps(load(text[40:])))<<40 |
		gather(gaps(load(text[48:])))<<48 | gather(gaps(load(text[56:])))<<56
}

// gather returns a byte with the highest bit of each byte of a word, in which the other bits are not set.
func gather(word uint64) uint64 { return word * 0x0002040810204081 >> 56 }

// isGap reports whether a byte separates dense bytes. It cannot be part of a value: a byte below the plus sign such as a
// space or a quote, a colon, or a byte that is not ASCII.
func isGap(c byte) bool { return c < '+' || c == ':' || c >= utf8.RuneSelf }

// gaps returns a word with the highest bit of each byte that is a gap, and perhaps of a semicolon after a colon, which is
// no part of a value either.
func gaps(word uint64) uint64 {
	const one, high = 0x0101010101010101, 0x8080808080808080
	const plus, colon = '+' * one, ':' * one
	return (word | ^(word | high - plus) | (word^colon-one)&^(word^colon)) & high
}

// load returns the first eight bytes of s as a little-endian number. The compiler makes one instruction of
// it.
func load(s string) uint64 {
	_ = s[7]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}
