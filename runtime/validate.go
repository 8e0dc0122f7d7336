package runtime

import (
	"encoding/json"
	"fmt"
	"slices"
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
func (r *Registry) Validate(p Policy) []error { return r.ValidateTurn(&Turn{Policy: p}) }

// ValidateTurn does so for the policy of the turn, and for the tools that the
// turn brings as well. Of those it also reports each that is not valid, shares
// its name with another one, or never runs because a registered tool has its
// name. A nil turn means the zero Turn.
func (r *Registry) ValidateTurn(turn *Turn) []error {
	if turn == nil {
		turn = &Turn{}
	}
	var errs []error
	problem := func(tool, format string, args ...any) {
		errs = append(errs, &PolicyError{tool, fmt.Sprintf(format, args...)})
	}
	registered, own := r.turnEntries(turn)
	brought := make(map[string]bool, len(registered)+len(own)) // by name: whether the turn's tool is called
	for _, e := range slices.Concat(registered, own) {
		brought[e.tool.Name] = e.turns
	}
	p := &turn.Policy
	allowed, _ := p.Tools.Only()
	for _, name := range append(allowed, p.Exclude...) {
		if _, ok := brought[name]; !ok {
			problem(name, "the policy names it, but it is not registered")
		}
	}
	for _, e := range registered {
		r.validate(e, p, problem)
	}
	for _, tool := range turn.Tools {
		if tool != nil && !brought[tool.Name] {
			problem(tool.Name, "the turn brings it, but a registered tool of that name is called instead; rename it")
		}
	}
	for _, e := range own {
		if e.fault != nil {
			problem(e.tool.Name, "%s", strings.TrimPrefix(e.fault.Error(), "runtime: "))
			continue
		}
		r.validate(e, p, problem)
	}
	return errs
}

// validate reports what keeps a tool from working that the policy lets run.
func (r *Registry) validate(e *entry, p *Policy, problem func(tool, format string, args ...any)) {
	tool := &e.tool
	_, restricted := p.Tools.Only()
	named := restricted && p.Tools.Allows(tool.Name)
	if grant := p.missingGrant(tool); grant != "" && named {
		problem(tool.Name, "requires the grant %q, which the policy does not hold", grant)
	}
	if p.excludes(tool.Name) || !p.permits(tool, e.plugin) {
		return
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
