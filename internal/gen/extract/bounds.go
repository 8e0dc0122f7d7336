package extract

import (
	"github.com/toolgen/toolgen/internal/gen/diag"
	"github.com/toolgen/toolgen/internal/gen/keyword"
	"github.com/toolgen/toolgen/internal/gen/model"
)

// conflict is a keyword to blame because no value satisfies the constraints,
// or because an enum value does not satisfy the others.
type conflict struct {
	keyword string
	number  int // of those with that name
	reason  string
}

// consistent reports constraints that no value satisfies, of a type and of
// what it holds.
func (p *packageExtractor) consistent(t *model.Type, c *model.Constraints, applied appliedTags, at use) bool {
	fits := true
	for ; c != nil; c = c.Items {
		if t = pointee(t); t == nil {
			break // part of itself
		}
		if found := conflictOf(t, c); found != nil {
			place := p.tagPlace(applied.given[found.keyword][found.number].key, at)
			p.report(diagnostic(diag.ContradictoryBounds, place, "%s: %s", at.what, found.reason))
			fits = false
		}
		t = t.Elem
	}
	return fits
}

// conflictOf returns the first contradiction of a type's constraints, or nil.
func conflictOf(t *model.Type, c *model.Constraints) *conflict {
	if name, reason := keyword.Contradiction(t, c.Keywords); name != "" {
		return &conflict{name, 0, reason}
	}
	if len(c.Enum) == 0 && t.Enum == nil {
		return nil
	}
	bounds := &model.Constraints{Keywords: c.Keywords}
	for i, written := range c.Enum {
		if problem := judge(t, bounds, written); problem != nil {
			return &conflict{keyword.Enum, i, "enum: " + problem.Message}
		}
	}
	return constantsConflict(t, bounds)
}

// constantsConflict is one between the constants of a type and a tag that none
// of them satisfies.
func constantsConflict(t *model.Type, c *model.Constraints) *conflict {
	given := keyword.Given(c.Keywords)
	if t.Enum == nil || len(given) == 0 {
		return nil
	}
	for _, value := range t.Enum.Values {
		if judge(t, c, value.JSON) == nil {
			return nil
		}
	}
	return &conflict{given[0].Name, 0, given[0].Name + " leaves none of the constants of the type, so that no value is valid"}
}
