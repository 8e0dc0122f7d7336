package decode

import (
	"encoding/binary"
	"hash/maphash"
	"math/bits"
)

// item is an item of an array: its number and its index in the text.
type item struct{ n, at int }

// duplicateItems returns the first item of the well-formed array at i that
// equals an earlier item, and the earlier item.
func duplicateItems(s string, i int) (before, again item, found bool) {
	h := hasher{text: s}
	seen := make(map[uint64]item)
	i, closed := firstPart(s, i)
	for n := 0; !closed; n++ {
		hash, end := h.value(i)
		this := item{n, i}
		// Different values with the same hash are rare. They use the next free
		// hash.
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

// hasher computes hashes of the values of a well-formed text. Equal values have
// equal hashes. Each hasher has its own random seed, so that an attacker cannot
// write many values with the same hash.
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
		return h.scalar(class, d.point, d.integer, d.fraction, d.longPoint), end
	default:
		return h.scalar(class, 0), valueEnd(s, i)
	}
}

// scalar returns the hash of a value of a class from its parts.
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

// array returns the hash of the array at i and the index after it.
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

// object returns the sum of the hashes of the members, which does not depend on
// their order.
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

// mix combines two hashes; the result depends on their order. The constants are
// the fractional parts of the golden ratio and of the square root of two. Any
// odd numbers would be as good.
func mix(a, b uint64) uint64 {
	high, low := bits.Mul64(a^0x9e3779b97f4a7c15, b^0x6a09e667f3bcc909)
	return high ^ low
}
