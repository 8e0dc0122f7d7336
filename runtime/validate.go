package runtime

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/runtime/capability"
)

// PolicyError says that a tool which the policy lets run could not work under
// it, that the policy closes a path or host that the tool declares, or that
// the policy names a tool that does not exist.
type PolicyError struct {
	// Tool is the tool's name.
	Tool string
	// Capability is the capability that the tool declares and does not get, or
	// of which it does not get everything; zero for problems of another kind.
	Capability capability.Kind
	// Path is the file or directory that cannot be reached, as the tool
	// declares it; empty for problems of another kind.
	Path string
	// Host is the host, or pattern of hosts, that cannot be reached, as the
	// tool declares it; empty for problems of another kind.
	Host string
	// Partial says that the tool declares other paths or hosts of the same
	// capability that it can reach.
	Partial bool
	// Problem says what is wrong, for people; it may change.
	Problem string
}

// Error is the tool and the problem.
func (e *PolicyError) Error() string { return fmt.Sprintf("tool %s: %s", e.Tool, e.Problem) }

// Validate reports, for use at start, every tool that the policy lets run and
// that could not work: because a grant is missing though it is allowed by
// name, a capability has no backend, no approver can approve its calls, or the
// schema of its arguments is not JSON; every path and host that a tool
// declares and the policy does not let it reach; and every name in Tools and
// Exclude that no tool has. The errors are *PolicyError.
//
// The working directory is not known here. A path that a tool declares
// relative to it may be in an absolute path of the policy, and is not
// reported; an absolute one is reported if it is in no absolute path of the
// policy. [Registry.ValidateTurn] knows the working directory. Which files and
// hosts a backend closes whatever the policy says is not known, either.
func (r *Registry) Validate(p Policy) []error { return r.ValidateTurn(&Turn{Policy: p}) }

// ValidateTurn is [Registry.Validate] under the policy of a turn, in its
// working directory: all paths are compared, whether they are relative or
// absolute, as symbolic links lead now. A working directory that is not
// absolute counts as not known; nil is the zero turn.
//
// It also judges the tools that the turn brings. Of those it reports each that
// is not valid, shares its name with another one, or never runs because a
// registered tool has its name.
func (r *Registry) ValidateTurn(turn *Turn) []error {
	if turn == nil {
		turn = &Turn{}
	}
	var errs []error
	report := func(tool string, problem PolicyError) {
		problem.Tool = tool
		errs = append(errs, &problem)
	}
	registered, fromTurn := r.turnEntries(turn)
	isFromTurn := make(map[string]bool, len(registered)+len(fromTurn)) // by name: whether the turn's tool is called
	for _, e := range slices.Concat(registered, fromTurn) {
		isFromTurn[e.tool.Name] = e.isFromTurn
	}
	allowed, _ := turn.Policy.Tools.Only()
	for _, name := range append(allowed, turn.Policy.Exclude...) {
		if _, ok := isFromTurn[name]; !ok {
			report(name, PolicyError{Problem: "the policy names it, but it is not registered"})
		}
	}
	for _, e := range registered {
		r.validateTool(e, turn, report)
	}
	for _, tool := range turn.Tools {
		if tool != nil && !isFromTurn[tool.Name] {
			report(tool.Name, PolicyError{Problem: "the turn brings it, but a registered tool of that name is called instead; rename it"})
		}
	}
	for _, e := range fromTurn {
		if e.fault != nil {
			report(e.tool.Name, PolicyError{Problem: strings.TrimPrefix(e.fault.Error(), "runtime: ")})
			continue
		}
		r.validateTool(e, turn, report)
	}
	return errs
}

// validate reports what keeps a tool from working that the policy lets run.
func (r *Registry) validateTool(e *entry, turn *Turn, report func(tool string, problem PolicyError)) {
	tool, p := &e.tool, &turn.Policy
	_, restricted := p.Tools.Only()
	named := restricted && p.Tools.Allows(tool.Name)
	if grant := p.missingGrant(tool); grant != "" && named {
		report(tool.Name, PolicyError{Problem: fmt.Sprintf("requires the grant %q, which the policy does not hold", grant)})
	}
	if p.excludes(tool.Name) || !p.permits(tool, e.plugin) {
		return
	}
	for _, problem := range r.toolProblems(tool, p, turn.WorkingDir) {
		report(tool.Name, problem)
	}
}

// problems are those of a tool that the policy lets run, without its name.
func (r *Registry) toolProblems(tool *Tool, p *Policy, dir string) []PolicyError {
	var problems []PolicyError
	if tool.Approval != nil && tool.Approval.When == nil && r.options.Approver == nil {
		problems = append(problems, PolicyError{Problem: "requires approval, but Options.Approver is nil"})
	}
	if !json.Valid(tool.Definition().Parameters) {
		problems = append(problems, PolicyError{Problem: "its Input is not JSON, and would spoil the definitions of all tools"})
	}
	if missing := r.options.Backends.Missing(tool.Needs); missing != 0 {
		problems = append(problems, PolicyError{Capability: missing, Problem: "declares capabilities without a backend: " + strings.Join(missing.Names(), ", ")})
	}
	return append(problems, p.unreachableProblems(tool.Needs, dir)...)
}
