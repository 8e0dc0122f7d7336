// Package measure counts and cuts text in Unicode code points. Its functions
// are safe for concurrent use and do not allocate, except Clip, which allocates
// the text that it returns when it shortens one.
package measure

import "unicode/utf8"

// Chars counts the code points of s and checks that s is valid UTF-8, both in
// one pass. If valid is false, the count has no meaning.
//
// Blocks of ASCII are skipped. All other bytes go through an automaton that has
// no branch, because a processor cannot predict the length of the next code
// point in mixed text.
func Chars(s string) (chars int, valid bool) {
	chars = len(s)
	state := uint64(boundary)
	for len(s) >= 32 {
		a, b, c, d := load(s), load(s[8:]), load(s[16:]), load(s[24:])
		s = s[32:]
		if (a|b|c|d)&highBits == 0 && state%64 == boundary {
			continue
		}
		state = follow(follow(follow(follow(state, a), b), c), d)
		chars -= sum(continuationBytes(a) + continuationBytes(b) + continuationBytes(c) + continuationBytes(d))
	}
	for i := range len(s) {
		state = automaton[s[i]] >> (state % 64)
		if !utf8.RuneStart(s[i]) {
			chars--
		}
	}
	return chars, state%64 == boundary
}

// highBits is the highest bit of each byte of a word, which is never set in
// ASCII. lowBits is the lowest bit of each byte.
const (
	highBits = 0x8080808080808080
	lowBits  = 0x0101010101010101
)

// load returns the first eight bytes of s as a little-endian number. The
// compiler turns it into one instruction.
func load(s string) uint64 {
	_ = s[7]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

// continuationBytes returns a word that has the value 1 in each byte in which word has a
// continuation byte (10xxxxxx), and 0 in all other bytes.
func continuationBytes(word uint64) uint64 { return word >> 7 &^ (word >> 6) & lowBits }

// sum returns the sum of the bytes of a word. The sum must be less than 256.
func sum(word uint64) int { return int(word * lowBits >> 56) }

// follow returns the state of the automaton after the eight bytes of a word.
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

// The states of the automaton that reads UTF-8. A state says how many
// continuation bytes are missing, and, where the first byte restricts the second
// one (table 3-7 of the Unicode Standard), which byte came first. The automaton
// never leaves the state invalid.
//
// A state is a shift count. The table has one word for each byte value, and the
// word holds the next state of each state at the bit with the number of that
// state, so that one shift makes one step (Per Vognsen's scheme). Only the low
// six bits of a shifted word are the state.
const (
	invalid  = 6 * iota
	boundary // between code points
	missing1 // one continuation byte is missing
	missing2 // two are missing
	missing3 // three are missing
	afterE0
	afterED
	afterF0
	afterF4
)

// The classes of bytes, each as a word of next states.
const (
	no = invalid
	as = boundary << boundary // ASCII
	b2 = missing1 << boundary // the first of two bytes
	b3 = missing2 << boundary // the first of three bytes
	b4 = missing3 << boundary // the first of four bytes
	e0 = afterE0 << boundary  // A0 to BF may follow; 80 to 9F would be overlong
	ed = afterED << boundary  // 80 to 9F may follow; A0 to BF would be surrogates
	f0 = afterF0 << boundary  // 90 to BF may follow; 80 to 8F would be overlong
	f4 = afterF4 << boundary  // 80 to 8F may follow; the rest is above U+10FFFF

	trail = boundary<<missing1 | missing1<<missing2 | missing2<<missing3
	t8    = trail | missing1<<afterED | missing2<<afterF4
	t9    = trail | missing1<<afterED | missing2<<afterF0
	tA    = trail | missing1<<afterE0 | missing2<<afterF0
)

// automaton holds the word of next states of each byte value.
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

// Offset returns the index in bytes of the end of the first n code points of s:
// len(s) if s has fewer, and 0 if n is negative. Each invalid byte counts as one
// code point.
func Offset(s string, n int) int {
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

// Clip returns s if it has at most n code points, and otherwise its first n code
// points followed by an ellipsis.
func Clip(s string, n int) string {
	if end := Offset(s, n); end < len(s) {
		return s[:end] + "…"
	}
	return s
}
