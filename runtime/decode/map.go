package decode

import (
	"strings"

	"github.com/toolgen/toolgen/runtime/arguments"
)

// Map reads an object with free names.
func Map[M ~map[K]V, K ~string, V any](d *D, i int, v *M, value func(d *D, i int, v *V) int) int {
	return members(d, i, v, stringKey, value)
}

// IntMap reads an object whose names are integers that K holds: decimal,
// without a plus sign or leading zeros.
func IntMap[M ~map[K]V, K Signed | Unsigned, V any](d *D, i int, v *M, value func(d *D, i int, v *V) int) int {
	return members(d, i, v, integerKey, value)
}

// KeyMap reads an object whose names the function key reads. Two names for one
// key are refused.
func KeyMap[M ~map[K]V, K comparable, V any](d *D, i int, v *M, key func(name string, k *K) bool, value func(d *D, i int, v *V) int) int {
	return members(d, i, v, key, value)
}

// TextKey reads a key by the UnmarshalText of its type.
func TextKey[K comparable, P textReader[K]](name string, k *K) bool {
	return len(name) <= arguments.MaxCustomBytes && P(k).UnmarshalText([]byte(name)) == nil
}

// mapEntry is where a key and a value are read before they go into the map.
type mapEntry[K comparable, V any] struct {
	key   K
	value V
}

func members[M ~map[K]V, K comparable, V any](d *D, i int, v *M, key func(string, *K) bool, value func(*D, int, *V) int) int {
	i, closed := d.open(i, '{', '}')
	if closed {
		*v = M{}
		return i
	}
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
		if len(m) < n { // the name was there before
			return -1
		}
		if i, closed = d.next(i, '}'); closed {
			*v = m
			return i
		}
	}
}

// How far membersAhead looks, and how many members it tells at most.
const (
	guessBytes = 2048
	maxGuess   = 64
)

// guessMembers guesses how many members an object has that begins at i, so
// that its map is made once: the names before the first bracket. What is inside
// of values does not count: text that is cheap to write must not reserve memory
// that is not.
func guessMembers(s string, i int) int {
	s = s[i:min(len(s), i+guessBytes)]
	if end := strings.IndexAny(s, "{}["); end >= 0 {
		s = s[:end]
	}
	return min(strings.Count(s, `":`), maxGuess)
}

// stringKey takes any name.
func stringKey[K ~string](name string, k *K) bool {
	*k = K(name)
	return true
}

// integerKey takes only the one way in which an integer is written, so that
// different names are different keys.
func integerKey[K Signed | Unsigned](name string, k *K) bool {
	digits := strings.TrimPrefix(name, "-")
	negative := len(digits) < len(name)
	if digits == "" || digits[0] == '0' && (len(digits) > 1 || negative) || !every(digits, isDigit) {
		return false
	}
	n, ok := appendDigits(0, digits)
	if negative {
		*k = K(-n)
		return ok && n <= 1<<63 && *k < 0 && uint64(-int64(*k)) == n
	}
	*k = K(n)
	return ok && *k >= 0 && uint64(*k) == n
}
