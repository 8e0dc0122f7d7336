package runtime

import (
	"encoding/binary"
	"unsafe"
)

// Names of tools are read in words of eight bytes, because a registry checks and hashes
// many of them.

// wordAt returns the eight bytes of the name from i on.
func wordAt(name string, i int) uint64 {
	return binary.LittleEndian.Uint64(unsafe.Slice(unsafe.StringData(name[i:i+8]), 8))
}

// shortWord returns the bytes of a name with one to seven bytes. It repeats some of them.
func shortWord(name string) uint64 {
	word, n := uint64(0), len(name)
	for i := range 8 {
		word = word<<8 | uint64(name[min(i, n-1)])
	}
	return word
}

const (
	lowBits  = 0x0101010101010101 // the lowest bit of each byte of a word
	highBits = 0x80 * lowBits     // the highest bit of each byte
)

// outsideName returns a word in which the highest bit of a byte is set if the byte of the given
// word is not a letter, a digit, an underscore or a hyphen.
func outsideName(word uint64) uint64 {
	letters := inRange(word|0x20*lowBits, 'a', 'z')
	digits := inRange(word, '0', '9')
	signs := inRange(word, '_', '_') | inRange(word, '-', '-')
	return (word | ^(letters | digits | signs)) & highBits
}

// inRange returns a word in which the highest bit of each byte reports whether the byte of
// the given word is between first and last. The result is wrong if a byte is 0x80 or more.
func inRange(word, first, last uint64) uint64 {
	return (word + (0x80-first)*lowBits) &^ (word + (0x7F-last)*lowBits)
}
