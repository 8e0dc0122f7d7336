package decode

import "strings"

// The first capacity of a slice is at most maxGuessedItems, because a short hostile
// text must not reserve much memory. A later one is at most maxGrowth times the
// number of items that were read.
const (
	initialItems    = 4
	maxRepeated     = 16
	maxGuessedItems = 64
	guessedSize     = 8    // bytes of most numbers and of short strings
	listWindow      = 2048 // bytes in which the end of a list is searched for
	maxGrowth       = 64
	deepGrowth      = 4
	flatDepth       = 6 // the depth of open objects and arrays to which lists of small objects are counted
)

// firstCapacity estimates the number of items of the array whose first item is at i.
// Arrays of the same depth often have the same length, which is last, or zero for the
// first array.
func (d *D) firstCapacity(i, last int) int {
	s := d.text
	switch c := peek(s, i); {
	case isScalar(c):
		return min(countScalars(s[i:min(len(s), i+maxGuessedItems*guessedSize)]), maxGuessedItems)
	case last > 0:
		return last
	case c == '"':
		return max(1, min(countStrings(s[i:min(len(s), i+listWindow)]), maxGuessedItems))
	case c == '{' && d.depth <= flatDepth:
		if n := countFlat(s[i:min(len(s), i+listWindow)]); n > 0 {
			return min(n, maxGuessedItems)
		}
	}
	return max(1, initialItems/(1+d.depth/4)) // lists in deep trees have few items: otherwise the text would be very long
}

// countFlat returns the number of items of an array of objects without objects and arrays inside, from the beginning of a
// text on. It returns zero if the array is longer or has other items.
func countFlat(s string) int {
	end := strings.IndexByte(s, ']')
	if end < 0 || strings.IndexByte(s[:end], '[') >= 0 {
		return 0
	}
	if first := strings.IndexByte(s[:end], '}'); first < 0 || strings.IndexByte(s[1:first], '{') >= 0 {
		return 0
	}
	return strings.Count(s[:end], "}")
}

// isScalar reports whether a value that begins with that byte is a number, a boolean
// or null.
func isScalar(c byte) bool { return c != '"' && c != '{' && c != '[' }

// countScalars returns the number of items of an array of numbers, booleans and nulls
// from the beginning of a text on.
func countScalars(s string) int {
	if end := strings.IndexByte(s, ']'); end >= 0 {
		s = s[:end]
	}
	return strings.Count(s, ",") + 1
}

// capacity estimates the number of items of an array whose first n items are
// between start and i. If they have no brackets, the next closing bracket is
// probably the end of the array.
func (d *D) capacity(n, start, i int) int {
	rest, limit := len(d.text)-i, max(2*n, maxGuessedItems)
	if d.depth > flatDepth {
		limit = deepGrowth * n
	}
	if strings.IndexByte(d.text[start:i], ']') < 0 {
		if end := strings.IndexByte(d.text[i:], ']'); end >= 0 {
			rest, limit = end, maxGrowth*n
		}
	}
	if isScalar(peek(d.text, i)) {
		return min(n+countScalars(d.text[i:i+rest]), limit)
	}
	guess := n + rest/((i-start)/n) + 1
	return max(min(guess, limit), n+n/2+1)
}
