package pdf

import (
	"strings"
	"unicode/utf16"

	"golang.org/x/text/encoding/charmap"
)

// The types of values, in addition to nil, bool, float64 and []any.
type (
	name    string // /Name
	text    string // (string) or <hex>, in bytes
	keyword string // an operator, or a word such as endobj
	dict    map[string]any
	ref     int // the number of an object
)

// stream is a dictionary with data.
type stream struct {
	dict dict
	raw  []byte
}

// resolve follows references.
func (r *reader) resolve(v any) any {
	for range 10 {
		number, ok := v.(ref)
		if !ok {
			return v
		}
		v = r.objects[int(number)]
	}
	return nil
}

// dict returns a value as a dictionary, also that of a stream; nil for others.
func (r *reader) dict(v any) dict {
	switch v := r.resolve(v).(type) {
	case dict:
		return v
	case *stream:
		return v.dict
	}
	return nil
}

func (r *reader) array(v any) []any {
	a, _ := r.resolve(v).([]any)
	return a
}

func (r *reader) name(v any) string {
	n, _ := r.resolve(v).(name)
	return string(n)
}

func (r *reader) number(v any) float64 {
	f, _ := r.resolve(v).(float64)
	return f
}

// integer returns a number as an int; 0 for others and for numbers that are too large.
func (r *reader) integer(v any) int {
	if f := r.number(v); f > -1e9 && f < 1e9 {
		return int(f)
	}
	return 0
}

// textOf returns a string outside of pages: UTF-16 or UTF-8 with a byte order mark, or one byte
// per character.
func textOf(v any) string {
	s, _ := v.(text)
	switch {
	case strings.HasPrefix(string(s), "\xFE\xFF"):
		return utf16Text(s[2:])
	case strings.HasPrefix(string(s), "\xEF\xBB\xBF"):
		return strings.ToValidUTF8(string(s[3:]), "\uFFFD")
	}
	var b strings.Builder
	for i := range len(s) {
		b.WriteRune(charmap.Windows1252.DecodeByte(s[i]))
	}
	return b.String()
}

// utf16Text returns UTF-16 in big-endian order as UTF-8.
func utf16Text(s text) string {
	var units []uint16
	for i := 0; i+1 < len(s); i += 2 {
		units = append(units, uint16(s[i])<<8|uint16(s[i+1]))
	}
	return string(utf16.Decode(units))
}
