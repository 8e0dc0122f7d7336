package decode

import "strings"

// Map reads an object with free names.
func Map[M ~map[K]V, K ~string, V any](d *D, i int, v *M, value func(d *D, i int, v *V) int) int {
	return members(d, i, v, stringKey, value)
}

// IntMap reads an object whose names are integers that K holds: decimal,
// without a plus sign or leading zeros.
func IntMap[M ~map[K]V, K Signed | Unsigned, V any](d *D, i int, v *M, value func(d *D, i int, v *V) int) int {
	return members(d, i, v, integerKey, value)
}

func members[M ~map[K]V, K comparable, V any](d *D, i int, v *M, key func(string) (K, bool), value func(*D, int, *V) int) int {
	i, closed := d.open(i, '{', '}')
	if closed {
		*v = M{}
		return i
	}
	m := make(M, membersAhead(d.text, i))
	x := new(V)
	for n := 1; ; n++ {
		name, at := d.name(i)
		if at < 0 {
			return -1
		}
		k, ok := key(name)
		if !ok {
			return -1
		}
		var zero V
		*x = zero
		if i = value(d, at, x); i < 0 {
			return -1
		}
		m[k] = *x
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
	aheadBytes   = 2048
	aheadMembers = 64
)

// membersAhead guesses how many members an object has that begins at i, so
// that its map is made once: the colons before the first closing brace.
func membersAhead(s string, i int) int {
	s = s[i:min(len(s), i+aheadBytes)]
	if end := strings.IndexByte(s, '}'); end >= 0 {
		s = s[:end]
	}
	return min(strings.Count(s, ":"), aheadMembers)
}

func stringKey[K ~string](name string) (K, bool) { return K(name), true }

// integerKey takes only the one way in which an integer is written, so that
// different names are different keys.
func integerKey[K Signed | Unsigned](name string) (K, bool) {
	digits := strings.TrimPrefix(name, "-")
	negative := len(digits) < len(name)
	if digits == "" || digits[0] == '0' && (len(digits) > 1 || negative) {
		return 0, false
	}
	for _, c := range []byte(digits) {
		if c-'0' > 9 {
			return 0, false
		}
	}
	n, ok := appendDigits(0, digits)
	if negative {
		return K(-n), ok && n <= 1<<63 && K(-n) < 0 && uint64(-int64(K(-n))) == n
	}
	return K(n), ok && K(n) >= 0 && uint64(K(n)) == n
}
