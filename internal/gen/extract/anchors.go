package extract

import (
	"slices"

	"github.com/toolgen/toolgen/internal/gen/diag"
	"github.com/toolgen/toolgen/internal/gen/model"
)

// uniqueAnchors refuses an anchor that a schema would contain twice: the anchor
// of two fields, or of a field in a struct that occurs twice. A recursive type
// occurs in a schema once.
func (p *packageExtractor) uniqueAnchors(t *model.Type) bool {
	if !p.hasAnchors {
		return true
	}
	w := anchorWalk{p: p, first: make(map[string]*model.Field), once: make(map[*model.Type]bool), unique: true}
	w.walk(t)
	return w.unique
}

type anchorWalk struct {
	p      *packageExtractor
	first  map[string]*model.Field
	once   map[*model.Type]bool
	unique bool
}

// walk visits types with anchors and stops at the first problem. The number of
// visits does not exceed the number of anchors.
func (w *anchorWalk) walk(t *model.Type) {
	if t == nil || !w.unique || w.once[t] || !hasAnchor(t, make(map[*model.Type]bool)) {
		return
	}
	w.once[t] = reaches(t, t, make(map[*model.Type]bool))
	for _, f := range t.Fields {
		if f.Anchor != "" && w.first[f.Anchor] != nil {
			w.p.report(diagnostic(diag.InvalidKeyword, f.Tag, "field %s: the anchor %q is given twice in one schema", f.Path[len(f.Path)-1].Name, f.Anchor).
				withRelated(w.first[f.Anchor].Tag.Start, "first").
				withFix("choose another name, or remove it: a struct that occurs twice in a schema cannot have an anchor"))
			w.unique = false
		}
		w.first[f.Anchor] = f
	}
	for _, part := range partsOf(t) {
		w.walk(part)
	}
}

// hasAnchor reports whether a field of a type, or of a type in it, has an anchor.
func hasAnchor(t *model.Type, seen map[*model.Type]bool) bool {
	if t == nil || seen[t] {
		return false
	}
	seen[t] = true
	return slices.ContainsFunc(t.Fields, func(f *model.Field) bool { return f.Anchor != "" }) ||
		slices.ContainsFunc(partsOf(t), func(part *model.Type) bool { return hasAnchor(part, seen) })
}
