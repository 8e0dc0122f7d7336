package redact

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
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
// ready to use.
type Secrets struct {
	mu     sync.RWMutex
	values []string // with their encodings, the longest first
}

// Add adds a value. White space around it does not count, and of a value of
// several lines each line is a secret as well. One shorter than MinLength is
// ignored.
func (s *Secrets) Add(value string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	value = strings.TrimSpace(value)
	s.add(value)
	for line := range strings.Lines(value) {
		s.add(strings.TrimSpace(line))
	}
	slices.SortStableFunc(s.values, func(a, b string) int { return len(b) - len(a) })
}

func (s *Secrets) add(value string) {
	if len(value) < MinLength {
		return
	}
	for _, form := range append(encodings(value), value) {
		if !slices.Contains(s.values, form) {
			s.values = append(s.values, form)
		}
	}
}

// Text is the text without the secrets and without what has the form of a key.
func (s *Secrets) Text(text string) string {
	if s != nil {
		s.mu.RLock()
		for _, value := range s.values {
			text = strings.ReplaceAll(text, value, Placeholder)
		}
		s.mu.RUnlock()
	}
	return Formats(text)
}

// encodings are the forms in which programs print a value: in JSON, in URLs,
// in hexadecimal, and in Base64, also in the middle of something longer.
func encodings(value string) []string {
	var forms []string
	if quoted, err := json.Marshal(value); err == nil {
		forms = append(forms, strings.Trim(string(quoted), `"`))
	}
	forms = append(forms, plainJSON(value), strings.ReplaceAll(percent(value, "-.~"), "%20", "+"))
	for _, safe := range unescaped {
		forms = append(forms, percent(value, safe))
	}
	if len(value) < MinEncoded {
		return forms
	}
	digits := hex.EncodeToString([]byte(value))
	forms = append(forms, digits, strings.ToUpper(digits))
	for shift := range 3 {
		inner := base64Middle(value, shift)
		forms = append(forms, inner, strings.NewReplacer("+", "-", "/", "_").Replace(inner))
	}
	return forms
}

// plainJSON writes the value as encoders do that do not escape for HTML.
func plainJSON(value string) string {
	var b strings.Builder
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if encoder.Encode(value) != nil {
		return value
	}
	return strings.Trim(strings.TrimSpace(b.String()), `"`)
}

// base64Middle are the characters that the value's own bits alone decide, when
// it stands so many bytes behind a group's beginning.
func base64Middle(value string, shift int) string {
	text := base64.RawStdEncoding.EncodeToString([]byte(strings.Repeat("\x00", shift) + value))
	first := (shift*8 + 5) / 6
	last := (shift + len(value)) * 8 / 6
	return text[first:last]
}

// unescaped are the characters beside letters, digits and the underscore that
// stay as they are: the unreserved ones (RFC 3986, section 2.3), those of Go's paths,
// and those of JavaScript's encodeURIComponent.
var unescaped = []string{"-.~", "-.~$&+=:@", "-.~!*'()"}

// percent writes the value as in a URL, all but the safe characters escaped.
func percent(value, safe string) string {
	const digits = "0123456789ABCDEF"
	var b strings.Builder
	for i := range len(value) {
		if c := value[i]; isWord(c) || strings.IndexByte(safe, c) >= 0 {
			b.WriteByte(c)
		} else {
			b.Write([]byte{'%', digits[c>>4], digits[c&15]})
		}
	}
	return b.String()
}
