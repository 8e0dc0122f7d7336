package decode

import (
	"strings"

	"github.com/toolgen/toolgen/runtime/arguments"
)

// Map reads an object whose names are the keys of a map.
func Map[M ~map[K]V, K ~string, V any](d *D, i int, v *M, value func(d *D, i int, v *V) int) int {
	return members(d, i, v, stringKey, value)
}

// IntMap reads an object whose names are integers that K can hold, in decimal
// without a plus sign or leading zeros.
func IntMap[M ~map[K]V, K Signed | Unsigned, V any](d *D, i int, v *M, value func(d *D, i int, v *V) int) int {
	return members(d, i, v, integerKey, value)
}

// KeyMap reads an object whose names the function key turns into keys. It refuses
// two names that are the same key.
func KeyMap[M ~map[K]V, K comparable, V any](d *D, i int, v *M, key func(name string, k *K) bool, value func(d *D, i int, v *V) int) int {
	return members(d, i, v, key, value)
}

// TextKey reads a key by the UnmarshalText method of its type.
func TextKey[K comparable, P textReader[K]](name string, k *K) bool {
	return len(name) <= arguments.MaxCustomBytes && P(k).UnmarshalText([]byte(name)) == nil
}

// mapEntry is the memory into which a key and a value are read before they are
// added to the map.
type mapEntry[K comparable, V any] struct {
	key   K
	value V
}

// members reads an object into a map.
func members[M ~map[K]V, K comparable, V any](d *D, i int, v *M, key func(string, *K) bool, value func(*D, int, *V) int) int {
	i, closed := d.open(i, '{', '}')
	if closed {
		*v = M{}
		return i
	}
	d.own() // the keys are parts of the text
	m := make(M, guessMembers(d.text, i))
	x := new(mapEntry[K, V])
	for n := 1; ; n++ {
		name, at := d.name(i)
		if at < 0 {
			return -1
		}
		*x = mapEntry[K, V]{}
		if !key(name, &x.key) {
			return -1
		}
		if i = value(d, at, &x.value); i < 0 {
			return -1
		}
		m[x.key] = x.value
		if len(m) < n { // the map already had the key
			return -1
		}
		if i, closed = d.next(i, '}'); closed {
			*v = m
			return i
		}
	}
}

// guessMembers looks at guessBytes at most and returns at most maxGuess. A map has memory for eight members from the first
// one on, and these are probably longer than smallMap.
const (
	guessBytes = 4096
	maxGuess   = 256
	smallMap   = 48
)

// guessMembers estimates the number of members of the object at i, so that its map
// is allocated once. It counts the colons before the first bracket or brace: members
// inside of values do not count, because a short hostile text must not reserve much
// memory.
func guessMembers(s string, i int) int {
	s = s[i:min(len(s), i+guessBytes)]
	if len(s) <= smallMap || strings.IndexByte(s[:smallMap], '}') >= 0 {
		return 0
	}
	for _, bracket := range [...]byte{'}', '{', '['} {
		if end := strings.IndexByte(s, bracket); end >= 0 {
			s = s[:end]
		}
	}
	return min(strings.Count(s, ":"), maxGuess)
}

// stringKey accepts any name as a key.
func stringKey[K ~string](name string, k *K) bool {
	*k = K(name)
	return true
}

// integerKey accepts one form of each integer only, so that different names are
// different keys.
func integerKey[K Signed | Unsigned](name string, k *K) bool {
	negative := len(name) > 0 && name[0] == '-'
	digits := name
	if negative {
		digits = name[1:]
	}
	if digits == "" || digits[0] == '0' && (len(digits) > 1 || negative) {
		return false
	}
	n, end := readDigits(digits, 0, 0)
	if end != len(digits) {
		return false
	}
	if end >= shortDigits {
		var ok bool
		if n, ok = appendDigits(0, digits); !ok {
			return false
		}
	}
	if negative {
		*k = K(-n)
		return n <= 1<<63 && *k < 0 && uint64(-int64(*k)) == n
	}
	*k = K(n)
	return *k >= 0 && uint64(*k) == n
}
