package runtime

import (
	"encoding/json"
	"fmt"
	"strings"
)

// PolicyError says that a tool which the policy lets run could not work under
// it, or that the policy names a tool that does not exist.
type PolicyError struct {
	// Tool is the tool's name.
	Tool string
	// Problem is what stands in the way.
	Problem string
}

// Error is the tool and the problem.
func (e *PolicyError) Error() string { return fmt.Sprintf("tool %s: %s", e.Tool, e.Problem) }

// Validate reports, for use at start, every tool that the policy lets run and
// that could not work: because a grant is missing though it is allowed by
// name, a capability has no backend or the policy leaves it nothing to reach,
// nobody can approve its calls, or the schema of its arguments is not JSON; and
// every name in Tools and Exclude that no tool has. The errors are *PolicyError.
func (r *Registry) Validate(p Policy) []error {
	var errs []error
	problem := func(tool, format string, args ...any) {
		errs = append(errs, &PolicyError{tool, fmt.Sprintf(format, args...)})
	}
	allowed, restricted := p.Tools.Only()
	for _, name := range append(allowed, p.Exclude...) {
		if _, ok := r.Tool(name); !ok {
			problem(name, "the policy names it, but it is not registered")
		}
	}
	for _, e := range r.entries() {
		tool := &e.tool
		named := restricted && p.Tools.Allows(tool.Name)
		if grant := p.missingGrant(tool); grant != "" && named {
			problem(tool.Name, "requires the grant %q, which the policy does not hold", grant)
		}
		if p.excludes(tool.Name) || !p.permits(tool, e.plugin) {
			continue
		}
		if tool.Approval != nil && tool.Approval.When == nil && r.options.Approver == nil {
			problem(tool.Name, "requires approval, but Options.Approver is nil")
		}
		if !json.Valid(tool.Definition().Parameters) {
			problem(tool.Name, "its Input is not JSON, and would spoil the definitions of all tools")
		}
		if missing := r.options.Backends.Missing(tool.Needs); missing != 0 {
			problem(tool.Name, "declares capabilities without a backend: %s", strings.Join(missing.Names(), ", "))
		}
		for _, nothing := range p.unreachable(tool.Needs) {
			problem(tool.Name, "%s", nothing)
		}
	}
	return errs
}
