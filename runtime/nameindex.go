package runtime

import (
	"math/bits"
	"math/rand/v2"
)

// nameIndex finds entries by the names of their tools. It is a hash table with linear
// probing, in which the names are not stored again: it needs less memory than a map, and
// half of the time to fill it. The zero value is empty. It is not safe for concurrent
// changes.
type nameIndex struct {
	factor uint64   // of the hashes; random, so that a server cannot choose names with equal hashes
	slots  []*entry // nil if free; their number is zero or a power of two, and at most three quarters are used
	used   int
}

// get returns the entry of the tool with the name; nil if there is none.
func (x *nameIndex) get(name string) *entry {
	if x.used == 0 {
		return nil
	}
	return x.slots[x.find(name)]
}

// hash returns the hash of a name: the words of the name, each one multiplied by the factor
// with the hash of those before it.
func (x *nameIndex) hash(name string) uint64 {
	hash := uint64(len(name))
	switch {
	case name == "":
		return hash
	case len(name) < 8:
		return x.mix(hash ^ shortWord(name))
	}
	for i := 0; i < len(name)-8; i += 8 {
		hash = x.mix(hash ^ wordAt(name, i))
	}
	return x.mix(hash ^ wordAt(name, len(name)-8))
}

// mix returns the two halves of the product of the value and the factor in one word.
func (x *nameIndex) mix(value uint64) uint64 {
	high, low := bits.Mul64(value, x.factor)
	return high ^ low
}

// find returns the index of the slot with the name, or of the free slot for it.
func (x *nameIndex) find(name string) int {
	last := uint64(len(x.slots) - 1)
	for i := x.hash(name) & last; ; i = (i + 1) & last {
		if e := x.slots[i]; e == nil || e.tool.Name == name {
			return int(i)
		}
	}
}

// add adds an entry. If another entry has its name, add changes nothing and returns that
// entry.
func (x *nameIndex) add(e *entry) (taken *entry) {
	x.reserve(1)
	i := x.find(e.tool.Name)
	if taken = x.slots[i]; taken == nil {
		x.slots[i] = e
		x.used++
	}
	return taken
}

// reserve makes slots for n more entries.
func (x *nameIndex) reserve(n int) {
	if n += x.used; n <= len(x.slots)/4*3 {
		return
	}
	if x.slots == nil {
		x.factor = rand.Uint64() | 1
	}
	size := max(8, len(x.slots))
	for size/4*3 < n {
		size *= 2
	}
	old := x.slots
	x.slots = make([]*entry, size)
	for _, e := range old {
		if e != nil {
			x.slots[x.find(e.tool.Name)] = e
		}
	}
}

// remove removes the entry of the tool with the name, if there is one. It moves the entries
// after it that are not in the first slot for their hash, because a search ends at a free
// slot.
func (x *nameIndex) remove(name string) {
	if x.used == 0 {
		return
	}
	last, free := len(x.slots)-1, x.find(name)
	if x.slots[free] == nil {
		return
	}
	x.used--
	for i := (free + 1) & last; x.slots[i] != nil; i = (i + 1) & last {
		if first := int(x.hash(x.slots[i].tool.Name)) & last; (i-first)&last >= (i-free)&last {
			x.slots[free] = x.slots[i]
			free = i
		}
	}
	x.slots[free] = nil
}
