package extract

import "github.com/toolgen/toolgen/internal/gen/model"

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

// partsOf returns the types that a type is made of; some may be nil.
func partsOf(t *model.Type) []*model.Type {
	parts := []*model.Type{t.Key, t.Elem}
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
