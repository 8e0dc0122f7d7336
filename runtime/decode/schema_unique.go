package decode

import (
	"encoding/binary"
	"hash/maphash"
	"math/bits"
)

// item is an item of an array: its number and where it begins.
type item struct{ n, at int }

// duplicateItems finds two equal items of the well-formed array at i: the first
// item that equals one before it.
func duplicateItems(s string, i int) (before, again item, found bool) {
	h := hasher{text: s}
	seen := make(map[uint64]item)
	i, closed := firstPart(s, i)
	for n := 0; !closed; n++ {
		hash, end := h.value(i)
		this := item{n, i}
		// Values with one hash are rarely different; the next free hash will do
		// for those.
		for ; ; hash++ {
			other, taken := seen[hash]
			if !taken {
				seen[hash] = this
				break
			}
			if _, _, equal := equalAt(s, other.at, s, i); equal {
				return other, this, true
			}
		}
		i, closed = nextPart(s, end)
	}
	return item{}, item{}, false
}

// hasher gives equal values of a well-formed text equal hashes. Its zero value
// has a seed of its own, so that nobody can write text with many values of one
// hash.
type hasher struct {
	text string
	hash maphash.Hash
}

// value returns the hash of the value at i and the index after it.
func (h *hasher) value(i int) (hash uint64, end int) {
	s := h.text
	switch class := classOf(s, i); class {
	case '{':
		return h.object(i)
	case '[':
		return h.array(i)
	case '"':
		text, end := textAt(s, i)
		return h.scalar(class, 0, text), end
	case '0':
		end = valueEnd(s, i)
		d := parseDecimal(s[i:end])
		if d.negative {
			class = '-'
		}
		return h.scalar(class, d.point, d.whole, d.fraction, d.huge), end
	default:
		return h.scalar(class, 0), valueEnd(s, i)
	}
}

func (h *hasher) scalar(class byte, point int64, parts ...string) uint64 {
	var head [9]byte
	head[0] = class
	binary.LittleEndian.PutUint64(head[1:], uint64(point))
	h.hash.Reset()
	h.hash.Write(head[:])
	for _, part := range parts {
		h.hash.WriteString(part)
	}
	return h.hash.Sum64()
}

func (h *hasher) array(i int) (hash uint64, end int) {
	hash = h.scalar('[', 0)
	i, closed := firstPart(h.text, i)
	for !closed {
		item, end := h.value(i)
		hash = mix(hash, item)
		i, closed = nextPart(h.text, end)
	}
	return hash, i
}

// object adds up the hashes of the members, which may stand in any order.
func (h *hasher) object(i int) (hash uint64, end int) {
	hash = h.scalar('{', 0)
	i, closed := firstPart(h.text, i)
	for !closed {
		name, at := nameAt(h.text, i)
		value, end := h.value(at)
		hash += mix(h.scalar('"', 0, name), value)
		i, closed = nextPart(h.text, end)
	}
	return hash, i
}

// mix joins two hashes, in this order. The constants are the fractions of the
// golden ratio and of the square root of two: any odd numbers would do.
func mix(a, b uint64) uint64 {
	high, low := bits.Mul64(a^0x9e3779b97f4a7c15, b^0x6a09e667f3bcc909)
	return high ^ low
}
