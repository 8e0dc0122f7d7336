package extract

import (
	"github.com/toolgen/toolgen/internal/gen/diag"
	"github.com/toolgen/toolgen/internal/gen/keyword"
	"github.com/toolgen/toolgen/internal/gen/model"
)

// conflict is a keyword that causes a problem: no value satisfies the
// constraints, or an enum value does not satisfy the other constraints.
type conflict struct {
	keyword string
	number  int // the index of the use, if the keyword is given several times
	reason  string
}

// consistent reports constraints that no value satisfies, for a type and for its
// items.
func (p *packageExtractor) consistent(t *model.Type, c *model.Constraints, applied appliedTags, at use) bool {
	fits := true
	for ; c != nil; c = c.Items {
		if t = pointee(t); t == nil {
			break // the type contains itself
		}
		if found := conflictOf(t, c); found != nil {
			span := p.tagPartSpan(applied.named(found.keyword)[found.number].key, at)
			p.report(diagnostic(diag.ContradictoryBounds, span, "%s: %s", at.what, found.reason))
			fits = false
		}
		t = t.Elem
	}
	return fits
}

// conflictOf returns the first contradiction of the constraints of a type, or
// nil.
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

// constantsConflict returns a conflict if no constant of the type satisfies the
// tag.
func constantsConflict(t *model.Type, c *model.Constraints) *conflict {
	given := keyword.WithValue(c.Keywords)
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
