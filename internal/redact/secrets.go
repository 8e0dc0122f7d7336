package redact

import (
	"slices"
	"strings"
	"sync"
)

// Placeholder stands where a secret was that a tool had been handed. A key
// recognised by its form leaves one that also names the form, such as
// "[REDACTED:github-token]".
const Placeholder = "[REDACTED]"

// MinLength is the least length in bytes of a secret that is looked for in
// text: shorter ones occur by chance. MinEncoded is the same for its encodings.
const (
	MinLength  = 4
	MinEncoded = 8
)

// Secrets are values that must not be seen. The zero value is an empty set,
// ready to use. It is safe for concurrent use.
type Secrets struct {
	// Max is how many values are kept, the oldest going first; zero or less
	// means all. It must not change once values were added.
	Max int

	mu     sync.RWMutex
	values []string // as they were added, the oldest first
	// forms are the values with their encodings by their first bytes, the
	// longest first.
	forms map[[MinLength]byte][]string
	// begins has a bit for the hash of each key of forms, and is nil without any.
	begins *[1 << 10]uint64
}

// Add adds a value. White space around it does not count, and of a value of
// several lines each line is a secret as well. One shorter than MinLength is
// ignored.
func (s *Secrets) Add(value string) {
	if value = strings.TrimSpace(value); len(value) < MinLength {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if i := slices.Index(s.values, value); i >= 0 {
		if s.Max > 0 { // it is the newest again
			s.values = append(slices.Delete(s.values, i, i+1), value)
		}
		return
	}
	s.values = append(s.values, value)
	if s.Max > 0 && len(s.values) > s.Max {
		s.values = slices.Delete(s.values, 0, len(s.values)-s.Max)
		s.forms, s.begins = nil, nil
		for _, kept := range s.values {
			s.index(kept)
		}
		return
	}
	s.index(value)
}

// index adds the forms of a value, and of its lines.
func (s *Secrets) index(value string) {
	s.indexForms(value)
	for line := range strings.Lines(value) {
		s.indexForms(strings.TrimSpace(line))
	}
}

func (s *Secrets) indexForms(value string) {
	if len(value) < MinLength {
		return
	}
	if s.forms == nil {
		s.forms, s.begins = make(map[[MinLength]byte][]string), new([1 << 10]uint64)
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
		s.begins[h/64] |= 1 << (h % 64)
	}
}

// hash is a number below the number of bits in begins, from MinLength bytes. The
// factor is that of multiplicative hashing: 2^32 by the golden ratio.
func hash(word uint32) uint32 { return word * 2654435769 >> 16 }

// Text is the text without the secrets and without what has the form of a key.
func (s *Secrets) Text(text string) string { return Formats(s.Handed(text)) }

// Handed is the text without the secrets. Those that overlap leave one
// Placeholder together.
func (s *Secrets) Handed(text string) string {
	if s == nil {
		return text
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	if s.forms == nil {
		return text
	}
	var out strings.Builder
	begins := s.begins
	done, start, end := 0, 0, 0 // what is written, and the secret before i
	word := uint32(0)           // the MinLength bytes up to i
	for i := -(MinLength - 1); i+MinLength <= len(text); i++ {
		word = word>>8 | uint32(text[i+MinLength-1])<<24
		h := hash(word)
		if begins[h/64]>>(h%64)&1 == 0 {
			continue
		}
		if i < 0 {
			continue // there are too few yet
		}
		length := s.at(text[i:])
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

// at is the length of the longest form that the text begins with.
func (s *Secrets) at(text string) int {
	for _, form := range s.forms[[MinLength]byte([]byte(text[:MinLength]))] {
		if strings.HasPrefix(text, form) {
			return len(form)
		}
	}
	return 0
}
