package runtime

import (
	"math/bits"
	"unicode/utf8"
)

// measure counts the code points of s in one pass that also checks it: valid
// is false, and the count is of no use, when s is not UTF-8. Eight bytes of
// ASCII take one step.
func measure(s string) (chars int, valid bool) {
	for len(s) >= 8 {
		high := load(s) & highBits
		if high == 0 {
			chars, s = chars+8, s[8:]
			continue
		}
		ascii := bits.TrailingZeros64(high) / 8
		chars, s = chars+ascii, s[ascii:]
		for {
			size := wide(s)
			if size == 0 {
				return chars, false
			}
			chars, s = chars+1, s[size:]
			if s == "" || s[0] < utf8.RuneSelf {
				break
			}
		}
	}
	return chars + utf8.RuneCountInString(s), utf8.ValidString(s)
}

// highBits are the bits that no byte of ASCII has.
const highBits = 0x8080808080808080

// load is the first eight bytes of s as a number; the compiler makes it one
// instruction.
func load(s string) uint64 {
	_ = s[7]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

// wide is the length of the code point of several bytes that s begins with,
// zero when it is none. Most of two and three bytes need no table.
func wide(s string) int {
	switch b := s[0]; {
	case 0xC2 <= b && b < 0xE0 && len(s) > 1 && s[1]&0xC0 == 0x80:
		return 2
	case 0xE0 < b && b < 0xF0 && b != 0xED && len(s) > 2 && s[1]&0xC0 == 0x80 && s[2]&0xC0 == 0x80:
		return 3
	}
	r, size := utf8.DecodeRuneInString(s)
	if r == utf8.RuneError && size == 1 {
		return 0
	}
	return size
}

// offset is the index in bytes behind the first n code points of s, at most
// the length of s.
func offset(s string, n int) int {
	i := 0
	for ; n >= 8 && len(s)-i >= 8 && load(s[i:])&highBits == 0; n -= 8 {
		i += 8
	}
	for ; n > 0 && i < len(s); n-- {
		_, size := utf8.DecodeRuneInString(s[i:])
		i += size
	}
	return i
}
