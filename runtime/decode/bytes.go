package decode

import "encoding/base64"

// Bytes reads a string of base64 as RFC 4648 has it, with padding, without
// line breaks and without stray bits at the end: every value has one text.
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

// asBytes returns the bytes as a T. Only a T of other bytes needs a copy.
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

func isBase64(s string) bool {
	_, ok := fromBase64(s)
	return ok
}

func fromBase64(s string) ([]byte, bool) {
	b, err := base64.StdEncoding.DecodeString(s)
	if err != nil || base64.StdEncoding.EncodedLen(len(b)) != len(s) {
		return nil, false
	}
	// What is left is stray bits, in the last group.
	var group [4]byte
	if rest := len(b) % 3; rest > 0 {
		base64.StdEncoding.Encode(group[:], b[len(b)-rest:])
		return b, string(group[:]) == s[len(s)-len(group):]
	}
	return b, true
}
