package emit

import (
	"slices"
	"strconv"

	"github.com/toolgen/toolgen/internal/gen/model"
)

// registryDialects declares a function that adds the schemas for the dialects of the
// registry's package to tools of other packages. It returns the name of the function,
// or an empty name if there are no such schemas.
func (f *file) registryDialects(r *model.Registry) string {
	var constants, cases []code
	texts := make(map[string]string)
	for _, wired := range r.Packages {
		for _, tool := range wired.Tools {
			names := f.pkg.DialectsOf(wired, tool)
			if wired.Path == f.pkg.Path || len(names) == 0 || slices.Contains(r.Except, tool.Name) {
				continue
			}
			constants = append(constants, f.project(tool, names, texts)...)
			t := &toolWriter{literal{file: f}, tool}
			cases = append(cases, f.line("case %s:", strconv.Quote(tool.Name)),
				f.line("value.Projections = %s", composite(f.line("[]%s", f.runtime("Projection")), t.projectionItems(f.projections[tool])...)))
		}
	}
	if len(cases) == 0 {
		return ""
	}
	name := f.names.unique("withDialects")
	f.add(group("const", constants...))
	f.add(withComment(block(f.line("func "+name+"(tool *%s) *%s", f.runtime("Tool"), f.runtime("Tool")),
		f.line("value := *tool"),
		block(f.line("switch tool.Name"), append(cases, f.line("default:"), f.line("return tool"))...),
		f.line("value.Projections = append(value.Projections, tool.Projections...)"), f.line("return &value")),
		name+" returns a tool of another package with the schemas for the dialects of this registry."))
	return name
}
