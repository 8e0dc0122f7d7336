package dialects

import (
	"slices"

	"github.com/toolgen/toolgen/internal/dialect"
	"github.com/toolgen/toolgen/internal/gen/model"
)

// Rewrites are the rewritten forms of values that schemas of dialects allow, and
// that a decoder must therefore accept. A decoder with the default repairs accepts
// both; a decoder without repairs must accept them too.
type Rewrites struct {
	// NullForOptional means null for an optional argument that is not given.
	NullForOptional bool
	// ListsForMaps means a list of objects with the properties key and value
	// for a map.
	ListsForMaps bool
}

// RewritesOf returns the forms that the decoders of a package must accept if its
// tools are written in the dialects. A plain dialect also has the forms of its
// strict dialect if a tool of the toolset has //tool:strict. Unknown dialects are
// ignored.
func RewritesOf(names []string, toolset ...*model.Tool) Rewrites {
	var rewrites Rewrites
	hasStrict := slices.ContainsFunc(toolset, func(tool *model.Tool) bool { return tool.Behaviour.Strict })
	for _, name := range names {
		d := dialect.Find(name)
		if d == nil {
			continue
		}
		rewrites.add(rulesOf(d))
		if strict := d.Strict(); strict != nil && hasStrict {
			rewrites.add(rulesOf(strict))
		}
	}
	return rewrites
}

// Include reports whether a decoder that accepts the forms also accepts the other
// ones.
func (w Rewrites) Include(other Rewrites) bool {
	return (w.NullForOptional || !other.NullForOptional) && (w.ListsForMaps || !other.ListsForMaps)
}

// add adds the rewritten forms of a dialect.
func (w *Rewrites) add(r *rules) {
	w.NullForOptional = w.NullForOptional || r.nullsForOptional
	w.ListsForMaps = w.ListsForMaps || r.listsForMaps
}
