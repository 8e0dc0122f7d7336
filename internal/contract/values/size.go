package values

// unlimited is the maximum of a size without a maximum.
const unlimited = int(^uint(0) >> 1)

// size is a range of lengths or of numbers of items or members.
type size struct{ min, max int }

// anySize is the range without limits.
var anySize = size{0, unlimited}

// intersect returns the sizes that are in both ranges.
func (s size) intersect(other size) size {
	return size{max(s.min, other.min), min(s.max, other.max)}
}

// isEmpty reports whether no size is in the range.
func (s size) isEmpty() bool { return s.min > s.max }

// isIn reports whether each size of the range is in the other range.
func (s size) isIn(other size) bool { return s.min >= other.min && s.max <= other.max }

// has reports whether the size is in the range.
func (s size) has(n int) bool { return n >= s.min && n <= s.max }
