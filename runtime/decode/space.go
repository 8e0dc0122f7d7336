package decode

import (
	"encoding/binary"
	"math/bits"
)

// space returns the index of the first byte from i that is not white space.
// There is mostly none to skip, so that case is kept small enough to inline.
func space(s string, i int) int {
	if uint(i) < uint(len(s)) && s[i] > ' ' {
		return i
	}
	return skipSpace(s, i)
}

// skipSpace is kept out of line, so that space is small.
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

// Eight bytes at a time: a byte of special(w) has its high bit set where w
// has a quote, a backslash or a control character. Bytes above the first such
// byte may be marked wrongly, the first never is.
const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
)

func special(w uint64) uint64 {
	quote, escape := w^ones*'"', w^ones*'\\'
	return ((quote-ones)&^quote | (escape-ones)&^escape | (w-ones*0x20)&^w) & highs
}

// load returns the eight bytes of s at i.
func load(s string, i int) uint64 {
	var b [8]byte
	copy(b[:], s[i:i+8])
	return binary.LittleEndian.Uint64(b[:])
}

// first returns the index of the lowest byte marked in a mask.
func first(mask uint64) int { return bits.TrailingZeros64(mask) >> 3 }
