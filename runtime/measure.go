package runtime

import "unicode/utf8"

// measure counts the code points of s in one pass that also checks it: valid
// is false, and the count is of no use, when s is not UTF-8. What is not ASCII
// goes through an automaton without a branch, because no processor foresees
// how long the next character of mixed text is.
func measure(s string) (chars int, valid bool) {
	chars = len(s)
	state := uint64(whole)
	for len(s) >= 32 {
		a, b, c, d := load(s), load(s[8:]), load(s[16:]), load(s[24:])
		s = s[32:]
		if (a|b|c|d)&highBits == 0 && state%64 == whole {
			continue
		}
		state = follow(follow(follow(follow(state, a), b), c), d)
		chars -= sum(trailing(a) + trailing(b) + trailing(c) + trailing(d))
	}
	for i := range len(s) {
		state = automaton[s[i]] >> (state % 64)
		if !utf8.RuneStart(s[i]) {
			chars--
		}
	}
	return chars, state%64 == whole
}

// highBits are the bits that no byte of ASCII has, lowBits the last of each byte.
const (
	highBits = 0x8080808080808080
	lowBits  = 0x0101010101010101
)

// load is the first eight bytes of s as a number; the compiler makes it one
// instruction.
func load(s string) uint64 {
	_ = s[7]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

// trailing has a one in each byte in which word has a byte 10xxxxxx, one that
// does not begin a code point.
func trailing(word uint64) uint64 { return word >> 7 &^ (word >> 6) & lowBits }

// sum adds up the bytes of a word; together they must be less than 256.
func sum(word uint64) int { return int(word * lowBits >> 56) }

// follow takes the automaton through the eight bytes of a word.
func follow(state, word uint64) uint64 {
	state = automaton[byte(word)] >> (state % 64)
	state = automaton[byte(word>>8)] >> (state % 64)
	state = automaton[byte(word>>16)] >> (state % 64)
	state = automaton[byte(word>>24)] >> (state % 64)
	state = automaton[byte(word>>32)] >> (state % 64)
	state = automaton[byte(word>>40)] >> (state % 64)
	state = automaton[byte(word>>48)] >> (state % 64)
	return automaton[word>>56] >> (state % 64)
}

// The states of the automaton that reads UTF-8: how many bytes the code point
// still wants, and which byte began it where not every one may come second
// (table 3-7 of the Unicode Standard). Wrong stays wrong. A state is a number
// of bits: each byte has a word in which the next state of every state stands
// that many bits from the right, so that to go on is one shift (Per Vognsen's
// scheme). Only the low six bits of a shifted word are the state.
const (
	wrong  = 6 * iota
	whole  // between code points
	wants1 // one more byte
	wants2 // two more
	wants3 // three more
	behindE0
	behindED
	behindF0
	behindF4
)

// The kinds of bytes, each as the next states.
const (
	no = wrong
	as = whole << whole
	b2 = wants1 << whole // begins two bytes
	b3 = wants2 << whole
	b4 = wants3 << whole
	e0 = behindE0 << whole // A0 to BF may follow: below are overlong forms
	ed = behindED << whole // 80 to 9F: above are surrogates
	f0 = behindF0 << whole // 90 to BF: below are overlong forms
	f4 = behindF4 << whole // 80 to 8F: above are no code points

	trail = whole<<wants1 | wants1<<wants2 | wants2<<wants3
	t8    = trail | wants1<<behindED | wants2<<behindF4
	t9    = trail | wants1<<behindED | wants2<<behindF0
	tA    = trail | wants1<<behindE0 | wants2<<behindF0
)

var automaton = [256]uint64{
	as, as, as, as, as, as, as, as, as, as, as, as, as, as, as, as, // 0x00
	as, as, as, as, as, as, as, as, as, as, as, as, as, as, as, as, // 0x10
	as, as, as, as, as, as, as, as, as, as, as, as, as, as, as, as, // 0x20
	as, as, as, as, as, as, as, as, as, as, as, as, as, as, as, as, // 0x30
	as, as, as, as, as, as, as, as, as, as, as, as, as, as, as, as, // 0x40
	as, as, as, as, as, as, as, as, as, as, as, as, as, as, as, as, // 0x50
	as, as, as, as, as, as, as, as, as, as, as, as, as, as, as, as, // 0x60
	as, as, as, as, as, as, as, as, as, as, as, as, as, as, as, as, // 0x70
	t8, t8, t8, t8, t8, t8, t8, t8, t8, t8, t8, t8, t8, t8, t8, t8, // 0x80
	t9, t9, t9, t9, t9, t9, t9, t9, t9, t9, t9, t9, t9, t9, t9, t9, // 0x90
	tA, tA, tA, tA, tA, tA, tA, tA, tA, tA, tA, tA, tA, tA, tA, tA, // 0xA0
	tA, tA, tA, tA, tA, tA, tA, tA, tA, tA, tA, tA, tA, tA, tA, tA, // 0xB0
	no, no, b2, b2, b2, b2, b2, b2, b2, b2, b2, b2, b2, b2, b2, b2, // 0xC0
	b2, b2, b2, b2, b2, b2, b2, b2, b2, b2, b2, b2, b2, b2, b2, b2, // 0xD0
	e0, b3, b3, b3, b3, b3, b3, b3, b3, b3, b3, b3, b3, ed, b3, b3, // 0xE0
	f0, b4, b4, b4, f4, no, no, no, no, no, no, no, no, no, no, no, // 0xF0
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
