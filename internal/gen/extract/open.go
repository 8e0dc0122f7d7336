package extract

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/toolgen/toolgen/internal/gen/model"
)

// isOpened reports whether //tool:any, at the use or at the declaration, allows
// values that are not constants of the type.
func (p *packageExtractor) isOpened(named *types.Named, at use) bool {
	if !at.any && !p.typeDirectives(named.Obj()).Has("any") {
		return false
	}
	return isScalar(named) && len(p.constantsOf(named)) > 0
}

// isScalar reports whether a type is a string or an integer without methods for
// JSON or text.
func isScalar(named *types.Named) bool {
	basic, ok := named.Underlying().(*types.Basic)
	return ok && basic.Info()&(types.IsString|types.IsInteger) != 0 && !codecsOf(named).JSON()
}

// forms returns the types in one of their two forms: with an enum, or open.
func (p *packageExtractor) forms(open bool) *typeutil.Map {
	if open {
		return &p.open
	}
	return &p.named
}

// fillOpen converts a type without an enum. Guards do not check its constants,
// and their comments are part of its description.
func (p *packageExtractor) fillOpen(m *model.Type, named *types.Named, at use) bool {
	if !p.fill(m, named, at) {
		return false
	}
	p.opened[m] = true
	known, fit := p.enum(named, m)
	if !fit || known == nil {
		return fit
	}
	var lines []string
	for _, value := range known.Values {
		if value.Doc != "" {
			lines = append(lines, value.JSON+": "+strings.Join(strings.Fields(value.Doc), " "))
		}
	}
	m.Doc = strings.Join(slices.DeleteFunc(append([]string{m.Doc}, lines...), func(s string) bool { return s == "" }), "\n\n")
	return true
}
