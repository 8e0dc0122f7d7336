package gen

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/toolgen/toolgen/internal/gen/diag"
	"github.com/toolgen/toolgen/internal/gen/model"
	"github.com/toolgen/toolgen/internal/gen/schema/dialects"
)

// Definition returns the definition of a tool in a dialect, as compact JSON. If the
// dialect cannot express the tool, it returns diagnostics instead.
func Definition(dialect string, tool *model.Tool) (json.RawMessage, []diag.Diagnostic, error) {
	definition, err := dialects.Definition(dialect, tool)
	problems, err := refusals(err)
	return definition, problems, err
}

// checkDialects reports the tools of a package that the dialects of the package
// cannot express.
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

// refusals returns the refusals in an error of package dialects as diagnostics,
// and the other errors.
func refusals(err error) ([]diag.Diagnostic, error) {
	refused, rest := dialects.Refusals(err)
	var problems []diag.Diagnostic
	for _, r := range refused {
		problems = append(problems, diagnosticAt(r.Span, diag.Inexpressible, r, r.Fix))
	}
	return problems, rest
}

// request is a set of tools that a program sends in one request to a provider.
type request struct {
	// span is the position of the registry. It is zero without a registry.
	span     model.Span
	packages []*model.Package
	except   []string
	// dialects are the dialects of the package of the registry. They apply to all
	// tools.
	dialects []string
}

// checkRequests reports requests that exceed a limit of a dialect.
func checkRequests(packages []*model.Package) ([]diag.Diagnostic, error) {
	var problems []diag.Diagnostic
	for _, r := range requestsOf(packages) {
		for _, dialect := range dialects.Names() {
			totals, err := dialects.Totals(dialect, r.tools(dialect))
			more, err := refusals(err)
			if err != nil {
				return nil, err
			}
			problems = append(problems, more...)
			for i := range totals {
				if totals[i].Exceeded() {
					problems = append(problems, r.limitExceeded(&totals[i]))
				}
			}
		}
	}
	return problems, nil
}

// requestsOf returns one request for each registry or, if there is no registry, one
// request with all tools.
func requestsOf(packages []*model.Package) []request {
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

// tools returns the tools that are sent in the dialect.
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

// limitExceeded returns the diagnostic for a total that exceeds its limit. It names
// the tool with the largest share.
func (r *request) limitExceeded(total *dialects.Total) diag.Diagnostic {
	owner, span := "the registry", r.span
	if span == (model.Span{}) {
		owner, span = "these packages", total.Largest.Span
	}
	d := diag.Diagnostic{
		Pos: span.Start, End: span.End, Code: diag.RequestLimit,
		Message: fmt.Sprintf("the tools of %s have %d %s in %s, but the maximum of one request is %d", owner, total.Sum, total.Measure, total.Dialect, total.Limit),
		Fix:     "exclude tools with except=NAME, or use several registries",
	}
	if total.Share > 1 {
		d.Message += fmt.Sprintf("; %s has the largest share: %d", total.Largest.Name, total.Share)
		d.Related = []diag.Related{{Pos: total.Largest.Span.Start, Message: "the tool " + total.Largest.Name}}
	}
	return d
}
