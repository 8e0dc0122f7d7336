package values

import (
	"math/big"
	"slices"
)

// number is a set of numbers. The zero value has all numbers.
type number struct {
	// low and high are the bounds; nil means no bound. lowOpen and highOpen mean
	// that the bound itself is not in the set.
	low, high         *big.Rat
	lowOpen, highOpen bool
	// step is the number that all numbers are multiples of; nil means none.
	step *big.Rat
	// only are the numbers of a finite set, sorted; nil means that the other fields
	// describe the set.
	only []*big.Rat
}

// maxListed is the maximum number of values of a set that is given by bounds and
// is converted to a list.
const maxListed = 64

// one is the step of integers.
var one = big.NewRat(1, 1)

// atLeast adds a lower bound.
func (n *number) atLeast(r *big.Rat, open bool) {
	if n.low == nil || r.Cmp(n.low) > 0 || r.Cmp(n.low) == 0 && open {
		n.low, n.lowOpen = r, open
	}
}

// atMost adds an upper bound.
func (n *number) atMost(r *big.Rat, open bool) {
	if n.high == nil || r.Cmp(n.high) < 0 || r.Cmp(n.high) == 0 && open {
		n.high, n.highOpen = r, open
	}
}

// divisible adds a step.
func (n *number) divisible(step *big.Rat) {
	switch {
	case step == nil:
	case n.step == nil:
		n.step = step
	default:
		n.step = leastCommonMultiple(n.step, step)
	}
}

// leastCommonMultiple returns the smallest positive number that is a multiple of both.
func leastCommonMultiple(a, b *big.Rat) *big.Rat {
	left := new(big.Int).Mul(a.Num(), b.Denom())
	right := new(big.Int).Mul(b.Num(), a.Denom())
	gcd := new(big.Int).GCD(nil, nil, left, right)
	product := left.Mul(left, right.Quo(right, gcd))
	return new(big.Rat).SetFrac(product, new(big.Int).Mul(a.Denom(), b.Denom()))
}

// intersect returns the numbers that are in both sets.
func (n number) intersect(other number) number {
	if other.only != nil {
		n, other = other, n
	}
	if n.only != nil {
		n.only = slices.DeleteFunc(slices.Clone(n.only), func(r *big.Rat) bool { return !other.has(r) })
		return n
	}
	if other.low != nil {
		n.atLeast(other.low, other.lowOpen)
	}
	if other.high != nil {
		n.atMost(other.high, other.highOpen)
	}
	n.divisible(other.step)
	return n
}

// has reports whether a number is in the set.
func (n *number) has(r *big.Rat) bool {
	if n.only != nil {
		return slices.ContainsFunc(n.only, func(known *big.Rat) bool { return known.Cmp(r) == 0 })
	}
	if n.low != nil && (r.Cmp(n.low) < 0 || n.lowOpen && r.Cmp(n.low) == 0) {
		return false
	}
	if n.high != nil && (r.Cmp(n.high) > 0 || n.highOpen && r.Cmp(n.high) == 0) {
		return false
	}
	return n.step == nil || new(big.Rat).Quo(r, n.step).IsInt()
}

// isComplete reports whether the set has all numbers.
func (n *number) isComplete() bool {
	return n.low == nil && n.high == nil && n.step == nil && n.only == nil
}

// normalize returns the same set in a form that is equal for equal sets.
func (n number) normalize() number {
	if n.only != nil {
		return n
	}
	if n.step != nil {
		n.low, n.lowOpen = nearest(n.low, n.step, n.lowOpen, +1)
		n.high, n.highOpen = nearest(n.high, n.step, n.highOpen, -1)
	}
	if n.low == nil || n.high == nil {
		return n
	}
	switch order := n.low.Cmp(n.high); {
	case order > 0 || order == 0 && (n.lowOpen || n.highOpen):
		return number{only: []*big.Rat{}}
	case order == 0:
		return number{only: []*big.Rat{n.low}}
	}
	return n.toList()
}

// nearest returns the multiple of step that is nearest to a bound, in the direction
// of the set.
func nearest(bound, step *big.Rat, open bool, direction int64) (*big.Rat, bool) {
	if bound == nil {
		return nil, false
	}
	quotient := new(big.Rat).Quo(bound, step)
	floor := new(big.Int).Div(quotient.Num(), quotient.Denom()) // rounds down, because the denominator is positive
	whole := quotient.IsInt()
	switch {
	case whole && open:
		floor.Add(floor, big.NewInt(direction))
	case !whole && direction > 0:
		floor.Add(floor, big.NewInt(1))
	}
	return new(big.Rat).Mul(new(big.Rat).SetInt(floor), step), false
}

// toList converts a small finite set to a list.
func (n number) toList() number {
	if n.step == nil {
		return n
	}
	span := new(big.Rat).Quo(new(big.Rat).Sub(n.high, n.low), n.step)
	if span.Cmp(big.NewRat(maxListed-1, 1)) > 0 {
		return n
	}
	list := []*big.Rat{}
	for r := n.low; r.Cmp(n.high) <= 0; r = new(big.Rat).Add(r, n.step) {
		list = append(list, r)
	}
	return number{only: list}
}

// isIn reports whether each number of a normalized set is in another one.
func (n *number) isIn(other *number) bool {
	if n.only != nil {
		return !slices.ContainsFunc(n.only, func(r *big.Rat) bool { return !other.has(r) })
	}
	if other.only != nil {
		return false // a set with bounds has more values than a list
	}
	return n.isAbove(other) && n.isBelow(other) && n.isStepOf(other)
}

// isAbove reports whether all numbers satisfy the lower bound of another set.
func (n *number) isAbove(other *number) bool {
	if other.low == nil || n.low == nil {
		return other.low == nil
	}
	order := n.low.Cmp(other.low)
	return order > 0 || order == 0 && (n.lowOpen || !other.lowOpen)
}

// isBelow reports whether all numbers satisfy the upper bound of another set.
func (n *number) isBelow(other *number) bool {
	if other.high == nil || n.high == nil {
		return other.high == nil
	}
	order := n.high.Cmp(other.high)
	return order < 0 || order == 0 && (n.highOpen || !other.highOpen)
}

// isStepOf reports whether all numbers satisfy the step of another set.
func (n *number) isStepOf(other *number) bool {
	if other.step == nil || n.step == nil {
		return other.step == nil
	}
	return new(big.Rat).Quo(n.step, other.step).IsInt()
}

// join returns the union of two sets if it is one set with bounds.
func (n number) join(other number) (number, bool) {
	switch {
	case n.only != nil && other.only != nil:
		n.only = slices.Concat(n.only, other.only)
		slices.SortFunc(n.only, (*big.Rat).Cmp)
		n.only = slices.CompactFunc(n.only, func(a, b *big.Rat) bool { return a.Cmp(b) == 0 })
		return n, true
	case n.only != nil || other.only != nil || !n.isStepOf(&other) || !other.isStepOf(&n):
		return n, false
	}
	if !n.isAbove(&other) { // n starts first
		n, other = other, n
	}
	// other starts first, or both start together.
	if !other.touches(&n) {
		return n, false
	}
	joined := other
	if other.isBelow(&n) {
		joined.high, joined.highOpen = n.high, n.highOpen
	}
	return joined, true
}

// touches reports whether there is no gap between the upper bound of the set and
// the lower bound of another one.
func (n *number) touches(other *number) bool {
	if n.high == nil || other.low == nil {
		return true
	}
	end := n.high
	if n.step != nil {
		end = new(big.Rat).Add(end, n.step)
	}
	order := end.Cmp(other.low)
	return order > 0 || order == 0 && (n.step != nil || !n.highOpen || !other.lowOpen)
}
