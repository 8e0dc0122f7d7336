package decode

import (
	"encoding/binary"
	"math/bits"
)

// space returns the index of the first byte from i on that is not white space. It
// is small enough to be inlined for the most frequent case, no white space.
func space(s string, i int) int {
	if uint(i) < uint(len(s)) && s[i] > ' ' {
		return i
	}
	return skipSpace(s, i)
}

// skipSpace does the work of space that is rarely needed. It is a separate
// function so that space can be inlined.
//
//go:noinline
func skipSpace(s string, i int) int {
	for uint(i) < uint(len(s)) && (s[i] == ' ' || s[i] == '\n' || s[i] == '\t' || s[i] == '\r') {
		i++
	}
	return i
}

// peek returns the byte at i, or 0 outside the text.
func peek(s string, i int) byte {
	if uint(i) < uint(len(s)) {
		return s[i]
	}
	return 0
}

// The masks that have one bit and the high bit of each of eight bytes.
const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
)

// special examines eight bytes. In the result, the lowest byte whose high bit is set
// is the first byte of w that is a quote, a backslash or a control character; the
// bytes above it have no meaning.
func special(w uint64) uint64 {
	quote, escape := w^ones*'"', w^ones*'\\'
	return ((quote-ones)&^quote | (escape-ones)&^escape | (w-ones*0x20)&^w) & highs
}

// textEnd returns the index of the first quote, backslash or control character from i on, or the length of the text.
func textEnd(s string, i int) int {
	for ; i+8 <= len(s); i += 8 {
		if mask := special(load(s, i)); mask != 0 {
			return i + first(mask)
		}
	}
	for i < len(s) && s[i] != '"' && s[i] != '\\' && s[i] >= 0x20 {
		i++
	}
	return i
}

// load returns the eight bytes of s at i.
func load(s string, i int) uint64 {
	var b [8]byte
	copy(b[:], s[i:i+8])
	return binary.LittleEndian.Uint64(b[:])
}

// first returns the index of the lowest byte of a mask whose high bit is set.
func first(mask uint64) int { return bits.TrailingZeros64(mask) >> 3 }
