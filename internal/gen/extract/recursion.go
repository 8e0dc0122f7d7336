package extract

import (
	"slices"

	"github.com/toolgen/toolgen/internal/gen/model"
)

// cycleSearch searches for a cycle of types. It has the types that were visited, and whether their parts
// were visited.
type cycleSearch map[*model.Type]bool

// reaches reports whether a type, or one in it, contains itself.
func (s cycleSearch) reaches(t *namedType) bool { return s.visit(t.model) }

// visit reports whether a type that was not visited completely can be reached from t.
func (s cycleSearch) visit(t *model.Type) bool {
	if t == nil || !hasParts(t) {
		return false
	}
	complete, begun := s[t]
	if begun {
		return !complete
	}
	s[t] = false
	if slices.ContainsFunc(partsOf(t), s.visit) {
		return true
	}
	s[t] = true
	return false
}

// markRecursive marks every type that contains itself.
func markRecursive(all []*model.Type) {
	for _, t := range all {
		t.Recursive = reaches(t, t, make(map[*model.Type]bool))
	}
}

// reaches reports whether target is a part of t, at any depth.
func reaches(t, target *model.Type, seen map[*model.Type]bool) bool {
	for _, part := range partsOf(t) {
		if part == target {
			return true
		}
		if part != nil && !seen[part] {
			seen[part] = true
			if reaches(part, target, seen) {
				return true
			}
		}
	}
	return false
}

// hasParts reports whether a type consists of other types.
func hasParts(t *model.Type) bool {
	return t.Key != nil || t.Elem != nil || len(t.Fields) > 0 || t.Union != nil
}

// partsOf returns the types that a type is made of; some may be nil.
func partsOf(t *model.Type) []*model.Type {
	if !hasParts(t) {
		return nil
	}
	parts := make([]*model.Type, 0, 2+len(t.Fields))
	parts = append(parts, t.Key, t.Elem)
	for _, f := range t.Fields {
		parts = append(parts, f.Type)
	}
	if t.Union != nil {
		for _, v := range t.Union.Variants {
			parts = append(parts, v.Type)
		}
	}
	return parts
}
