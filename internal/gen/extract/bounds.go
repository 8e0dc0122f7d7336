package extract

import (
	"cmp"
	"math/big"

	"github.com/toolgen/toolgen/internal/gen/diag"
	"github.com/toolgen/toolgen/internal/gen/model"
)

// conflict is two keywords that contradict each other, the later of which is
// to blame, or one that contradicts the type.
type conflict struct {
	keyword string // to blame
	number  int    // of those with that name
	reason  string
}

// nothing is a conflict that leaves no value.
func nothing(keyword, reason string) *conflict {
	return &conflict{keyword, 0, reason + ", so that no value is valid"}
}

// consistent reports constraints that no value can meet, of a type and of what
// it holds.
func (p *packageExtractor) consistent(t *model.Type, c *model.Constraints, applied appliedTags, at use) bool {
	fits := true
	for ; c != nil; c = c.Items {
		if t = pointee(t); t == nil {
			break // part of itself
		}
		if found := conflictOf(t, c); found != nil {
			p.report(diagnostic(diag.ContradictoryBounds, p.tagPlace(applied.given[found.keyword][found.number].key, at), "%s: %s", at.what, found.reason))
			fits = false
		}
		t = t.Elem
	}
	return fits
}

// conflictOf finds the first contradiction of a type's constraints; nil for
// none.
func conflictOf(t *model.Type, c *model.Constraints) *conflict {
	switch {
	case c.MinLength != nil && c.MaxLength != nil && *c.MinLength > *c.MaxLength:
		return nothing("maxLength", "minLength is greater than maxLength")
	case c.MinItems != nil && c.MaxItems != nil && *c.MinItems > *c.MaxItems:
		return nothing("maxItems", "minItems is greater than maxItems")
	}
	if found := rangeConflict(t, c); found != nil {
		return found
	}
	for i, written := range c.Enum {
		if err := checkBounds(t, c, written); err != nil {
			return &conflict{"enum", i, "enum: " + err.Error()}
		}
	}
	return constantsConflict(t, c)
}

// constantsConflict is one between the constants of a type and a tag that
// none of them meets.
func constantsConflict(t *model.Type, c *model.Constraints) *conflict {
	if t.Enum == nil {
		return nil
	}
	for _, value := range t.Enum.Values {
		if checkBounds(t, c, value.JSON) == nil {
			return nil
		}
	}
	for _, given := range []struct {
		keyword string
		there   bool
	}{
		{"pattern", c.Pattern != ""}, {"format", c.Format != ""}, {"minLength", c.MinLength != nil}, {"maxLength", c.MaxLength != nil},
		{"minimum", c.Minimum != ""}, {"maximum", c.Maximum != ""}, {"multipleOf", c.MultipleOf != ""},
		{"exclusiveMinimum", c.ExclusiveMinimum != ""}, {"exclusiveMaximum", c.ExclusiveMaximum != ""},
	} {
		if given.there {
			return nothing(given.keyword, given.keyword+" leaves none of the constants of the type")
		}
	}
	return nil
}

// limit is an end of a range.
type limit struct {
	keyword string
	value   *big.Rat
	open    bool // the value itself is outside
}

// rangeConflict is one between the bounds of numbers. The range of an integer
// type counts, and that integers lie apart.
func rangeConflict(t *model.Type, c *model.Constraints) *conflict {
	low := tighter(1, limit{"minimum", number(c.Minimum), false}, limit{"exclusiveMinimum", number(c.ExclusiveMinimum), true})
	high := tighter(-1, limit{"maximum", number(c.Maximum), false}, limit{"exclusiveMaximum", number(c.ExclusiveMaximum), true})
	switch {
	case low.value != nil && high.value != nil && low.value.Cmp(high.value) > 0:
		return nothing(high.keyword, low.keyword+" is greater than "+high.keyword)
	case low.value != nil && high.value != nil && low.value.Cmp(high.value) == 0 && (low.open || high.open):
		return nothing(high.keyword, low.keyword+" and "+high.keyword+" leave nothing between them")
	}
	step, keyword := number(c.MultipleOf), "multipleOf"
	if t.Kind == model.KindInt || t.Kind == model.KindUint {
		least, most := integerRange(t)
		low = tighter(1, low, limit{"", new(big.Rat).SetInt(least), false})
		high = tighter(-1, high, limit{"", new(big.Rat).SetInt(most), false})
		if step == nil {
			step, keyword = big.NewRat(1, 1), cmp.Or(high.keyword, low.keyword)
		}
	}
	if step == nil || step.Sign() <= 0 || low.value == nil || high.value == nil || hasMultiple(low, high, step) {
		return nil
	}
	if c.MultipleOf == "" {
		return nothing(keyword, "there is no integer within the bounds")
	}
	return nothing(keyword, "no multiple of "+c.MultipleOf+" is within the bounds")
}

// tighter is the end that leaves less: the greater one for sign 1, the lesser
// for -1. Values may be nil.
func tighter(sign int, a, b limit) limit {
	switch {
	case a.value == nil:
		return b
	case b.value == nil:
		return a
	}
	if order := sign * b.value.Cmp(a.value); order > 0 || order == 0 && b.open {
		return b
	}
	return a
}

// hasMultiple looks for a multiple of step from low to high.
func hasMultiple(low, high limit, step *big.Rat) bool {
	quotient := new(big.Rat).Quo(low.value, step)
	whole := new(big.Int).Div(quotient.Num(), quotient.Denom()) // rounded down
	multiple := new(big.Rat).Mul(new(big.Rat).SetInt(whole), step)
	for order := multiple.Cmp(low.value); order < 0 || order == 0 && low.open; order = multiple.Cmp(low.value) {
		multiple.Add(multiple, step)
	}
	order := multiple.Cmp(high.value)
	return order < 0 || order == 0 && !high.open
}

// number is the value of a bound; nil for none.
func number(written string) *big.Rat {
	if written == "" {
		return nil
	}
	return rational(written)
}
