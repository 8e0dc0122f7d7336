package redact

import (
	"slices"
	"strings"
	"sync"
)

// Placeholder replaces a secret that a tool got. A key that is recognised by its form is replaced by a
// placeholder with the name of the form, such as "[REDACTED:github-token]".
const Placeholder = "[REDACTED]"

// MinLength is the minimum length of a secret in bytes: shorter ones occur by chance. MinEncoded is the
// minimum length of a secret that is found if it is encoded alone in hexadecimal, Base64 or Base32, or is
// interrupted by white space.
const (
	MinLength  = 4
	MinEncoded = 8
)

// Secrets is a set of values to remove from texts. The zero value is an empty set. It is safe for
// concurrent use.
type Secrets struct {
	// Max is the maximum number of values; the oldest are removed first. Zero or less means no
	// limit. It must not change after the first Add.
	Max int

	mu     sync.RWMutex
	values []string // in the order of Add
	plain  index    // the values and their lines
	bare   index    // their bare forms
}

// Add adds a value. White space around the value is ignored. Each line of a value with several lines is
// also a secret. Values shorter than MinLength are ignored.
func (s *Secrets) Add(value string) {
	if value = strings.TrimSpace(value); len(value) < MinLength {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if i := slices.Index(s.values, value); i >= 0 {
		if s.Max > 0 { // move it to the end
			s.values = append(slices.Delete(s.values, i, i+1), value)
		}
		return
	}
	s.values = append(s.values, value)
	if s.Max > 0 && len(s.values) > s.Max {
		s.values = slices.Delete(s.values, 0, len(s.values)-s.Max)
		s.plain, s.bare = index{}, index{}
		for _, value := range s.values {
			s.index(value)
		}
		return
	}
	s.index(value)
}

// index adds a value and its lines to the indexes.
func (s *Secrets) index(value string) {
	s.indexText(value)
	for line := range strings.Lines(value) {
		s.indexText(strings.TrimSpace(line))
	}
}

// indexText adds one text to the indexes.
func (s *Secrets) indexText(text string) {
	if len(text) < MinLength {
		return
	}
	s.plain.add(text)
	s.indexBare(text)
	for range maxEscapes {
		next, kind := unescape(text)
		if kind == noEscapes {
			return
		}
		text = next
		s.indexBare(text)
	}
}

// indexBare adds the bare form of a text to the index, unless it is short.
func (s *Secrets) indexBare(text string) {
	if bare := bareForm(text); len(bare) >= MinEncoded {
		s.bare.add(bare)
	}
}

// hasValues reports whether the set has values; a nil set has none.
func (s *Secrets) hasValues() bool {
	if s == nil {
		return false
	}
	s.mu.RLock()
	has := !s.isEmpty()
	s.mu.RUnlock()
	return has
}

// isEmpty reports whether the set has no values. The caller holds the lock.
func (s *Secrets) isEmpty() bool { return s.plain.forms == nil }

// index finds texts in another text. A plus sign is equal to a space, because a query of a URL has a plus sign
// for a space. The zero value is empty.
type index struct {
	// forms are the texts by their first bytes, the longest first.
	forms map[[MinLength]byte][]string
	// firstBytes has a bit for the hash of each key of forms. It is nil if forms is empty.
	firstBytes *[1 << 10]uint64
	longest    int // the maximum length of the forms
}

// add adds a text of at least MinLength bytes.
func (x *index) add(text string) {
	if x.forms == nil {
		x.forms, x.firstBytes = make(map[[MinLength]byte][]string), new([1 << 10]uint64)
	}
	text = strings.ReplaceAll(text, "+", " ")
	key := [MinLength]byte([]byte(text[:MinLength]))
	list := x.forms[key]
	if slices.Contains(list, text) {
		return
	}
	x.longest = max(x.longest, len(text))
	at := slices.IndexFunc(list, func(form string) bool { return len(form) < len(text) })
	if at < 0 {
		at = len(list)
	}
	x.forms[key] = slices.Insert(list, at, text)
	h := hash(uint32(key[0]) | uint32(key[1])<<8 | uint32(key[2])<<16 | uint32(key[3])<<24)
	x.firstBytes[h/64] |= 1 << (h % 64)
}

// hash returns a number below the number of bits in firstBytes. The factor is that of multiplicative
// hashing, 2^32 divided by the golden ratio.
func hash(word uint32) uint32 { return word * 2654435769 >> 16 }

// search appends the positions at which a text of at least minLength bytes occurs, the longest one at each
// position.
func (x *index) search(spans []span, text string, minLength int) []span {
	if x.forms == nil {
		return spans
	}
	begins := x.firstBytes
	word := uint32(0) // the last MinLength bytes
	for end := range len(text) {
		c := text[end]
		if c == '+' {
			c = ' '
		}
		word = word>>8 | uint32(c)<<24
		h := hash(word)
		if begins[h/64]>>(h%64)&1 == 0 {
			continue
		}
		if i := end + 1 - MinLength; i >= 0 {
			if length := x.longestAt(text[i:], word); length >= minLength {
				spans = append(spans, span{start: i, end: i + length})
			}
		}
	}
	return spans
}

// longestAt returns the length of the longest form with which the text begins, or 0. The word has the first
// MinLength bytes of the text.
func (x *index) longestAt(text string, word uint32) int {
	for _, form := range x.forms[wordKey(word)] {
		if hasPrefix(text, form) {
			return len(form)
		}
	}
	return 0
}

// hasPrefix reports whether the text begins with a form, which has no plus signs.
func hasPrefix(text, form string) bool {
	if len(text) < len(form) {
		return false
	}
	for i := range len(form) {
		if c := text[i]; c != form[i] && (c != '+' || form[i] != ' ') {
			return false
		}
	}
	return true
}

// searchBare appends the positions at which the bare form of the text has a text of the index. The texts of the
// index must be bare.
func (x *index) searchBare(spans []span, text string) []span {
	if x.forms == nil {
		return spans
	}
	begins := x.firstBytes
	word := uint32(0)         // the last MinLength bytes of the bare form
	var recent [MinLength]int // the indexes of these bytes
	count := 0
	for i := range len(text) {
		c := text[i]
		if isDropped[c] {
			continue
		}
		word = word>>8 | uint32(c)<<24
		recent[count%MinLength] = i
		count++
		h := hash(word)
		if begins[h/64]>>(h%64)&1 == 0 || count < MinLength {
			continue
		}
		start := recent[count%MinLength]
		if length := x.longestBareAt(text[start:], word); length > 0 {
			spans = append(spans, span{start: start, end: start + length})
		}
	}
	return spans
}

// maxSpread limits the length of a value that is interrupted by white space, as a multiple of its own length.
const maxSpread = 32

// longestBareAt returns the length of the beginning of the text whose bare form is the longest possible text of
// the index, or 0. The word has the first MinLength bytes of the bare form.
func (x *index) longestBareAt(text string, word uint32) int {
	for _, form := range x.forms[wordKey(word)] {
		n := 0
		for i := range min(len(text), maxSpread*len(form)) {
			if isDropped[text[i]] {
				continue
			}
			if text[i] != form[n] {
				break
			}
			if n++; n == len(form) {
				return i + 1
			}
		}
	}
	return 0
}

// wordKey returns the bytes of a word.
func wordKey(word uint32) [MinLength]byte {
	return [MinLength]byte{byte(word), byte(word >> 8), byte(word >> 16), byte(word >> 24)}
}
