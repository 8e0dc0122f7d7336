package decode

import (
	"slices"
	"strings"
)

// equalValues reports whether two well-formed JSON texts have the same value.
// Numbers are compared exactly, and the order of members is ignored.
func equalValues(a, b string) bool {
	_, _, equal := equalAt(a, space(a, 0), b, space(b, 0))
	return equal
}

// equalAt compares the values at i and j. If they are equal, it returns the
// indexes after them.
func equalAt(a string, i int, b string, j int) (endA, endB int, equal bool) {
	class := classOf(a, i)
	if class != classOf(b, j) {
		return 0, 0, false
	}
	switch class {
	case '{':
		return equalObjects(a, i, b, j)
	case '[':
		return equalArrays(a, i, b, j)
	case '"':
		x, endA := textAt(a, i)
		y, endB := textAt(b, j)
		return endA, endB, x == y
	}
	endA, endB = valueEnd(a, i), valueEnd(b, j)
	equal = class != '0' || a[i:endA] == b[j:endB] || parseDecimal(a[i:endA]).compare(parseDecimal(b[j:endB])) == 0
	return endA, endB, equal
}

// equalArrays compares the arrays at i and j. If they are equal, it returns the
// indexes after them.
func equalArrays(a string, i int, b string, j int) (endA, endB int, equal bool) {
	i, closedA := firstPart(a, i)
	j, closedB := firstPart(b, j)
	for !closedA && !closedB {
		if i, j, equal = equalAt(a, i, b, j); !equal {
			return 0, 0, false
		}
		i, closedA = nextPart(a, i)
		j, closedB = nextPart(b, j)
	}
	return i, j, closedA && closedB
}

// equalObjects compares the objects at i and j, in any order of their members. If
// they are equal, it returns the indexes after them.
func equalObjects(a string, i int, b string, j int) (endA, endB int, equal bool) {
	x, endA := sortedMembers(a, i)
	y, endB := sortedMembers(b, j)
	if len(x) != len(y) {
		return 0, 0, false
	}
	for n := range x {
		if x[n].name != y[n].name {
			return 0, 0, false
		}
		if _, _, equal := equalAt(a, x[n].value, b, y[n].value); !equal {
			return 0, 0, false
		}
	}
	return endA, endB, true
}

// member is a member of an object: its name and the index of its value.
type member struct {
	name  string
	value int
}

// sortedMembers returns the members of the object at i by name, and the index
// after it.
func sortedMembers(s string, i int) (all []member, end int) {
	i, closed := firstPart(s, i)
	for !closed {
		name, value := nameAt(s, i)
		all = append(all, member{name, value})
		i, closed = nextPart(s, valueEnd(s, value))
	}
	slices.SortStableFunc(all, func(x, y member) int { return strings.Compare(x.name, y.name) })
	return all, i
}
