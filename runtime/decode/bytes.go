package decode

import "encoding/base64"

// Bytes reads a string of base64 as defined by RFC 4648, with padding. It refuses
// line breaks and unused bits that are not zero, so that each value has exactly
// one text.
func Bytes[T ~[]E, E ~uint8](d *D, i int, v *T) int {
	s, i := d.str(i)
	if i < 0 {
		return i
	}
	b, ok := fromBase64(s)
	if !ok {
		return -1
	}
	*v = asBytes[T](b)
	return i
}

// asBytes converts the bytes to a T. It copies them only if E is not byte.
func asBytes[T ~[]E, E ~uint8](b []byte) T {
	if v, ok := any(b).([]E); ok {
		return v
	}
	v := make(T, len(b))
	for n := range b {
		v[n] = E(b[n])
	}
	return v
}

// isBase64 reports whether [Bytes] accepts a text.
func isBase64(s string) bool {
	_, ok := fromBase64(s)
	return ok
}

// fromBase64 decodes base64 and reports whether the text is the only one for the
// bytes.
func fromBase64(s string) ([]byte, bool) {
	b, err := base64.StdEncoding.DecodeString(s)
	if err != nil || base64.StdEncoding.EncodedLen(len(b)) != len(s) {
		return nil, false
	}
	// Only the unused bits of the last group can still be wrong.
	var group [4]byte
	if rest := len(b) % 3; rest > 0 {
		base64.StdEncoding.Encode(group[:], b[len(b)-rest:])
		return b, string(group[:]) == s[len(s)-len(group):]
	}
	return b, true
}
