package decode

import (
	"bytes"
	"math/bits"
)

// An index finds a field by its key without comparing the key with those before it. It is a text, so that a type is data
// that the compiler writes: its first byte is the seed of the hash, and the others are a hash table with the numbers of
// fields. Two fields can have the same hash: the table then has one of them, and the other is searched for.
const (
	indexZero  = ' '              // the byte of the number 0
	indexedMin = 5                // the number of fields from which an index is faster than a search
	indexedMax = 0xff - indexZero // the number of fields whose numbers are bytes
	indexSeeds = 32               // the number of seeds that NewIndex tries with each size
	indexTries = 4 * indexSeeds
)

// NewIndex returns the index of fields, for [Type.Index]. It returns an empty text for few and for too many fields. It
// tries several seeds and sizes until the index finds each field.
func NewIndex(fields []Field) string {
	if len(fields) < indexedMin || len(fields) > indexedMax {
		return ""
	}
	names := hashNames(fields)
	best, most := "", 0
	for n := range indexTries {
		index := newIndex(names, len(fields)*(2+n/indexSeeds), byte(n%indexSeeds))
		if found := countFound(names, index); found > most {
			best, most = string(index), found
		}
		if most == len(fields) {
			break
		}
	}
	return best
}

// hashedName is the hash of the name of a field.
type hashedName struct {
	hash    uint64
	isPlain bool // the name has no escape, so that an index can find it
}

// hashNames returns the hashes of the names of fields.
func hashNames(fields []Field) []hashedName {
	names := make([]hashedName, len(fields))
	for n := range fields {
		key := fields[n].Key
		hash, end := hashName(key+indexPadding, 1)
		names[n] = hashedName{hash, key[end:] == `":`}
	}
	return names
}

// newIndex returns the index with that size and seed.
func newIndex(names []hashedName, size int, seed byte) []byte {
	index := bytes.Repeat([]byte{indexZero}, 1+size)
	index[0] += seed
	for n := range names {
		index[1+slot(names[n].hash, index[0], size)] = indexZero + byte(n)
	}
	return index
}

// countFound returns the number of fields that an index finds.
func countFound(names []hashedName, index []byte) (found int) {
	for n := range names {
		if names[n].isPlain && index[1+slot(names[n].hash, index[0], len(index)-1)] == indexZero+byte(n) {
			found++
		}
	}
	return found
}

// indexPadding follows the last key of a text in which an index finds keys.
const indexPadding = "        "

// indexed returns the number of the field whose key is at i, and the index after the key. The number is negative if the
// index of the type does not find it.
func (t *Type) indexed(s string, i int) (field, end int) {
	if len(t.Index) <= 1 || len(s)-i <= len(indexPadding) || s[i] != '"' {
		return -1, -1
	}
	hash, end := hashName(s, i+1)
	if end+1 >= len(s) || s[end+1] != ':' { // the comparison finds other differences
		return -1, -1
	}
	field = int(t.Index[1+slot(hash, t.Index[0], len(t.Index)-1)] - indexZero)
	if field < len(t.Fields) && t.Fields[field].Key == s[i:end+2] {
		return field, end + 2
	}
	return -1, -1
}

// hashName returns a hash of the name at i, which is followed by a quote, and the index after the name. It hashes the
// first and the last eight bytes of the name. The text has at least eight bytes from i on.
func hashName(s string, i int) (hash uint64, end int) {
	word := load(s, i)
	if mask := special(word); mask != 0 {
		length := first(mask)
		return word & (1<<(8*length) - 1), i + length
	}
	end = textEnd(s, i+8)
	return word ^ bits.RotateLeft64(load(s, end-8), 31) + uint64(end-i), end
}

// slot returns the slot of a hash in a table.
func slot(hash uint64, seed byte, size int) int {
	high, _ := bits.Mul64(hash*(0x9e3779b97f4a7c15+uint64(seed)<<1), uint64(size))
	return int(high)
}
