package values

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// number reports numbers that are no longer accepted.
func (r *reporter) number(path string, a, b *number) {
	if b.only != nil && a.only == nil {
		r.add(path, Enum, "numbers other than %s", strings.Join(listedValues(&atom{kind: kindNumber, number: *b}), ", "))
		return
	}
	if a.only != nil {
		var lost []string
		for _, n := range a.only {
			if !b.has(n) {
				lost = append(lost, decimal(n))
			}
		}
		if lost != nil {
			r.add(path, Enum, "%s", strings.Join(lost, ", "))
		}
		return
	}
	if !a.isStepOf(b) {
		if b.step.Cmp(one) == 0 {
			r.add(path, Type, "numbers that are not integers")
		} else {
			r.add(path, Range, "numbers that are not multiples of %s", decimal(b.step))
		}
	}
	if !a.isAbove(b) || !a.isBelow(b) {
		r.add(path, Range, "numbers that are not %s", b.bounds())
	}
}

// bounds returns the bounds for people.
func (n *number) bounds() string {
	side := func(bound *big.Rat, open bool, inclusive, exclusive string) string {
		switch {
		case bound == nil:
			return ""
		case open:
			return exclusive + " " + decimal(bound)
		}
		return inclusive + " " + decimal(bound)
	}
	low, high := side(n.low, n.lowOpen, "at least", "more than"), side(n.high, n.highOpen, "at most", "less than")
	switch {
	case low == "" && high == "":
		return "unlimited"
	case low == "" || high == "":
		return low + high
	}
	return low + " and " + high
}

// text reports strings that are no longer accepted.
func (r *reporter) text(path string, a, b *text) {
	for _, format := range b.formats {
		if !slices.Contains(a.formats, format) {
			r.add(path, Format, "strings that are not in the format %s", format)
		}
	}
	switch {
	case a.only != nil:
		var lost []string
		for _, s := range a.only {
			if !b.has(s, a.patterns) {
				lost = append(lost, strconv.Quote(s))
			}
		}
		if lost != nil {
			r.add(path, Enum, "%s", strings.Join(lost, ", "))
		}
		return
	case b.only != nil:
		r.add(path, Enum, "strings other than %s", strings.Join(listedValues(&atom{kind: kindText, text: *b}), ", "))
		return
	}
	r.size(path, "strings whose length", a.size, b.size)
	for _, pattern := range b.patterns {
		if !slices.Contains(a.patterns, pattern) {
			r.add(path, Pattern, "strings that do not match `%s`", pattern)
		}
	}
}

// size reports sizes that are no longer accepted.
func (r *reporter) size(path, what string, a, b size) {
	if !a.isIn(b) {
		r.add(path, Length, "%s is not %s", what, b)
	}
}

// String returns the range for people.
func (s size) String() string {
	switch {
	case s.max == unlimited && s.min == 0:
		return "unlimited"
	case s.max == unlimited:
		return fmt.Sprintf("at least %d", s.min)
	case s.min == 0:
		return fmt.Sprintf("at most %d", s.max)
	case s.min == s.max:
		return strconv.Itoa(s.min)
	}
	return fmt.Sprintf("%d to %d", s.min, s.max)
}

// array reports arrays that are no longer accepted.
func (r *reporter) array(path string, a, b *array) {
	possible := r.sizeOf(a, nil)
	r.size(path, "arrays whose number of items", possible, b.size)
	if b.unique && !a.unique && possible.max > 1 && !r.areDistinct(a, possible) {
		r.add(path, Unique, "arrays with equal items")
	}
	for i := range max(len(a.first), len(b.first)) + 1 {
		if i < possible.max {
			r.node(path+"[]", a.item(i), b.item(i))
		}
	}
}

// object reports objects that are no longer accepted.
func (r *reporter) object(path string, a, b *object) {
	others, more := r.otherNames(a, nil)
	for _, name := range r.namesOf(others, a, b) {
		r.property(join(path, name), name, a, b)
	}
	if possible := r.membersOf(a, nil); possible.min < b.size.min || possible.max > b.size.max && a.size.max > b.size.max {
		r.size(path, "objects whose number of members", a.size, b.size)
	}
	if !more || a.size.max <= len(a.required) {
		return
	}
	switch {
	case r.isEmpty(b.rest, nil):
		r.add(path, Closed, "properties that are not declared")
	case !r.isIn(a.names.and(anyName), b.names.and(anyName)):
		r.add(path, Names, "some names")
	default:
		r.node(path+"{}", a.rest, b.rest)
	}
}

// join appends a name to a path.
func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

// property reports the differences of one property.
func (r *reporter) property(path, name string, a, b *object) {
	if r.canHave(a, name) {
		switch {
		case r.isEmpty(r.member(b, name), nil):
			r.add(path, Removed, "")
			return
		case !r.isIn(r.constantNode(name).and(a.names), b.names):
			r.add(path, Names, "objects with this name")
		default:
			r.node(path, a.declaredNode(name), b.declaredNode(name))
		}
	}
	if b.required[name] && !r.isRequired(a, name) {
		r.add(path, Required, "")
	}
}
