package gen

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/internal/dialect"
	"github.com/toolgen/toolgen/internal/gen/diag"
	"github.com/toolgen/toolgen/internal/gen/model"
	"github.com/toolgen/toolgen/internal/gen/schema/dialects"
)

// Definition returns the definition of a tool in a dialect, as compact JSON. If the
// dialect cannot express the tool, it returns diagnostics instead.
func Definition(name string, tool *model.Tool) (json.RawMessage, []diag.Diagnostic, error) {
	definition, err := dialects.Definition(name, tool)
	problems, err := refusals(err)
	return definition, problems, err
}

// checkDialects reports the tools of a package that the dialects of the package
// cannot express.
func checkDialects(pkg *model.Package) ([]diag.Diagnostic, error) {
	var problems []diag.Diagnostic
	for _, tool := range pkg.Tools {
		more, err := checkProjections(tool, tool.DialectsOf(pkg.Dialects))
		if err != nil {
			return nil, err
		}
		problems = append(problems, more...)
	}
	return problems, nil
}

// checkProjections reports the dialects that cannot express a tool.
func checkProjections(tool *model.Tool, names []string) (problems []diag.Diagnostic, err error) {
	for _, name := range names {
		_, err := dialects.Project(name, tool)
		more, err := refusals(err)
		if err != nil {
			return nil, err
		}
		for i := range more {
			more[i].Fix += ", or exempt the tool: //tool:no-dialect " + name
		}
		problems = append(problems, more...)
	}
	return problems, nil
}

// checkRegistryDialects reports the tools of a registry that the dialects of its
// package cannot express, or whose decoders do not accept the forms of a dialect.
func checkRegistryDialects(pkg *model.Package) (problems []diag.Diagnostic, err error) {
	if pkg.Registry == nil {
		return nil, nil
	}
	for _, wired := range pkg.Registry.Packages {
		for _, tool := range wired.Tools {
			names := pkg.DialectsOf(wired, tool)
			if slices.Contains(pkg.Registry.Except, tool.Name) || len(names) == 0 {
				continue
			}
			more, err := checkProjections(tool, names)
			if err != nil {
				return nil, err
			}
			if len(more) == 0 && tool.RepairsNothing() && !dialects.RewritesOf(wired.Dialects, wired.Tools...).Include(dialects.RewritesOf(names, tool)) {
				more = append(more, unreadableForms(pkg, wired, tool, names))
			}
			for i := range more {
				more[i].Related = append(more[i].Related, diag.Related{Pos: pkg.Registry.Span.Start, Message: "the registry whose package requests the dialect"})
			}
			problems = append(problems, more...)
		}
	}
	return problems, nil
}

// unreadableForms reports a tool without repairs whose decoder does not accept the
// rewritten values of the dialects of a registry.
func unreadableForms(pkg, wired *model.Package, tool *model.Tool, names []string) diag.Diagnostic {
	list := strings.Join(names, " ")
	return diag.Diagnostic{
		Pos: tool.Span.Start, End: tool.Span.End, Code: diag.Inexpressible,
		Message: fmt.Sprintf("%s has //tool:no-repair, so that its decoder does not accept the forms of %s, which the registry in %s requests", tool.Name, list, pkg.Path),
		Fix:     fmt.Sprintf("write //tool:dialects %s in package %s too, or exempt the tool: //tool:no-dialect %s", list, wired.Name, list),
	}
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
		for _, name := range dialect.Projections() {
			tools := r.tools(name)
			totals, err := dialects.Totals(name, tools)
			more, err := refusals(err)
			if err != nil {
				return nil, err
			}
			problems = append(problems, more...)
			for i := range totals {
				if totals[i].IsExceeded() {
					problems = append(problems, r.limitExceeded(name, &totals[i], tools[totals[i].Largest]))
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
func (r *request) tools(name string) []*model.Tool {
	var tools []*model.Tool
	for _, pkg := range r.packages {
		if !slices.Contains(pkg.Dialects, name) && !slices.Contains(r.dialects, name) {
			continue
		}
		for _, tool := range pkg.Tools {
			if !slices.Contains(r.except, tool.Name) && !slices.Contains(tool.Behaviour.NoDialects, name) {
				tools = append(tools, tool)
			}
		}
	}
	return tools
}

// limitExceeded returns the diagnostic for a total of a dialect that exceeds its
// limit. It names the tool with the largest share.
func (r *request) limitExceeded(name string, total *dialect.Total, largest *model.Tool) diag.Diagnostic {
	owner, span := "the registry", r.span
	if span == (model.Span{}) {
		owner, span = "these packages", largest.Span
	}
	d := diag.Diagnostic{
		Pos: span.Start, End: span.End, Code: diag.RequestLimit,
		Message: fmt.Sprintf("the tools of %s have %d %s in %s, but the maximum of one request is %d", owner, total.Sum, total.Measure, name, total.Max),
		Fix:     "exclude tools with except=NAME, or use several registries",
	}
	if total.Share > 1 {
		d.Message += fmt.Sprintf("; %s has the largest share: %d", largest.Name, total.Share)
		d.Related = []diag.Related{{Pos: largest.Span.Start, Message: "the tool " + largest.Name}}
	}
	return d
}
