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
// minimum length of a secret whose hexadecimal and Base64 forms are removed too.
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
	// forms are the values and their encodings by their first bytes, the longest first.
	forms map[[MinLength]byte][]string
	// firstBytes has a bit for the hash of each key of forms. It is nil if forms is empty.
	firstBytes *[1 << 10]uint64
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
		s.forms, s.firstBytes = nil, nil
		for _, value := range s.values {
			s.index(value)
		}
		return
	}
	s.index(value)
}

// index adds the forms of a value and of its lines.
func (s *Secrets) index(value string) {
	s.indexForms(value)
	for line := range strings.Lines(value) {
		s.indexForms(strings.TrimSpace(line))
	}
}

// indexForms adds the forms of one text.
func (s *Secrets) indexForms(value string) {
	if len(value) < MinLength {
		return
	}
	if s.forms == nil {
		s.forms, s.firstBytes = make(map[[MinLength]byte][]string), new([1 << 10]uint64)
	}
	for _, form := range append(encodings(value), value) {
		if len(form) < MinLength {
			continue
		}
		key := [MinLength]byte([]byte(form[:MinLength]))
		list := s.forms[key]
		if slices.Contains(list, form) {
			continue
		}
		list = append(list, form)
		slices.SortStableFunc(list, func(a, b string) int { return len(b) - len(a) })
		s.forms[key] = list
		h := hash(uint32(form[0]) | uint32(form[1])<<8 | uint32(form[2])<<16 | uint32(form[3])<<24)
		s.firstBytes[h/64] |= 1 << (h % 64)
	}
}

// hash returns a number below the number of bits in begins. The factor is that of multiplicative
// hashing, 2^32 divided by the golden ratio.
func hash(word uint32) uint32 { return word * 2654435769 >> 16 }

// RedactAll returns the text without the secrets, and without values that have the form of a key.
func (s *Secrets) RedactAll(text string) string { return Keys(s.Redact(text)) }

// Redact returns the text without the secrets. Secrets that overlap are replaced by one Placeholder.
func (s *Secrets) Redact(text string) string {
	if s == nil {
		return text
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	if s.forms == nil {
		return text
	}
	var out strings.Builder
	begins := s.firstBytes
	done, start, end := 0, 0, 0 // the written part, and the last secret before i
	word := uint32(0)           // the last MinLength bytes
	for i := -(MinLength - 1); i+MinLength <= len(text); i++ {
		word = word>>8 | uint32(text[i+MinLength-1])<<24
		h := hash(word)
		if begins[h/64]>>(h%64)&1 == 0 {
			continue
		}
		if i < 0 {
			continue // fewer than MinLength bytes were read
		}
		length := s.longestForm(text[i:])
		switch {
		case length == 0:
		case i < end:
			end = max(end, i+length)
		default:
			if end > start {
				out.WriteString(text[done:start] + Placeholder)
				done = end
			}
			start, end = i, i+length
		}
	}
	if end == start {
		return text
	}
	out.WriteString(text[done:start] + Placeholder + text[end:])
	return out.String()
}

// longestForm returns the length of the longest form with which the text begins, or 0.
func (s *Secrets) longestForm(text string) int {
	for _, form := range s.forms[[MinLength]byte([]byte(text[:MinLength]))] {
		if strings.HasPrefix(text, form) {
			return len(form)
		}
	}
	return 0
}
