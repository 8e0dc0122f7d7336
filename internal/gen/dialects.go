package gen

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/toolgen/toolgen/internal/gen/diag"
	"github.com/toolgen/toolgen/internal/gen/model"
	"github.com/toolgen/toolgen/internal/gen/schema/dialects"
)

// Definition is the definition of a tool as a provider takes it: compact JSON.
// Where the dialect cannot express the tool, there are diagnostics instead.
func Definition(dialect string, tool *model.Tool) (json.RawMessage, []diag.Diagnostic, error) {
	definition, err := dialects.Definition(dialect, tool)
	problems, err := refusals(err)
	return definition, problems, err
}

// checkDialects reports what the dialects that a package asks for cannot
// express of its tools.
func checkDialects(pkg *model.Package) ([]diag.Diagnostic, error) {
	var problems []diag.Diagnostic
	for _, dialect := range pkg.Dialects {
		for _, tool := range pkg.Tools {
			_, _, err := dialects.Parameters(dialect, tool)
			more, err := refusals(err)
			if err != nil {
				return nil, err
			}
			problems = append(problems, more...)
		}
	}
	return problems, nil
}

// refusals turns what dialects refuse into diagnostics, and returns what is
// left of the error.
func refusals(err error) ([]diag.Diagnostic, error) {
	refused, rest := dialects.Refusals(err)
	var problems []diag.Diagnostic
	for _, r := range refused {
		problems = append(problems, at(r.Span, diag.Inexpressible, r, r.Fix))
	}
	return problems, rest
}

// request are tools that are sent together.
type request struct {
	// span is that of the registry; the zero one for packages without.
	span     model.Span
	packages []*model.Package
	except   []string
	// dialects are those that the registry's own package asks for, for all
	// tools.
	dialects []string
}

// requests reports what is too much for one request.
func requests(packages []*model.Package) ([]diag.Diagnostic, error) {
	var problems []diag.Diagnostic
	for _, r := range together(packages) {
		for _, dialect := range dialects.Names() {
			totals, err := dialects.Totals(dialect, r.tools(dialect))
			more, err := refusals(err)
			if err != nil {
				return nil, err
			}
			problems = append(problems, more...)
			for i := range totals {
				if totals[i].Exceeded() {
					problems = append(problems, r.exceeded(&totals[i]))
				}
			}
		}
	}
	return problems, nil
}

// together are the requests that packages are made for: one for each registry
// or, where there is none, one with all tools.
func together(packages []*model.Package) []request {
	var all []request
	for _, pkg := range packages {
		if r := pkg.Registry; r != nil {
			all = append(all, request{r.Span, r.Packages, r.Except, pkg.Dialects})
		}
	}
	if len(all) == 0 {
		all = append(all, request{packages: packages})
	}
	return all
}

// tools are those that are sent in the dialect.
func (r *request) tools(dialect string) []*model.Tool {
	var tools []*model.Tool
	for _, pkg := range r.packages {
		if !slices.Contains(pkg.Dialects, dialect) && !slices.Contains(r.dialects, dialect) {
			continue
		}
		for _, tool := range pkg.Tools {
			if !slices.Contains(r.except, tool.Name) {
				tools = append(tools, tool)
			}
		}
	}
	return tools
}

// exceeded says of what there is too much, and which tool has most of it.
func (r *request) exceeded(total *dialects.Total) diag.Diagnostic {
	whose, span := "the registry", r.span
	if span == (model.Span{}) {
		whose, span = "these packages", total.Most.Span
	}
	d := diag.Diagnostic{
		Pos: span.Start, End: span.End, Code: diag.RequestLimit,
		Message: fmt.Sprintf("the tools of %s have %d %s in %s, and one request may have %d", whose, total.Sum, total.Measure, total.Dialect, total.Limit),
		Fix:     "leave tools out with except=NAME, or wire them in several registries",
	}
	if total.Share > 1 {
		d.Message += fmt.Sprintf("; %s has most of them: %d", total.Most.Name, total.Share)
		d.Related = []diag.Related{{Pos: total.Most.Span.Start, Message: "the tool " + total.Most.Name}}
	}
	return d
}
