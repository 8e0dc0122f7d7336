package runtime

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/runtime/capability"
)

// PolicyError reports a conflict between a policy and a tool: the policy
// permits the tool, but the tool cannot work; the policy forbids a path or host
// that the tool declares; or the policy names a tool that does not exist.
type PolicyError struct {
	// Tool is the name of the tool.
	Tool string
	// Capability is the declared capability that the tool does not get, or gets
	// only in part; zero for other problems.
	Capability capability.Kind
	// Path is the declared file or directory that the tool cannot reach; empty
	// for other problems.
	Path string
	// Host is the declared host, or pattern of hosts, that the tool cannot
	// reach; empty for other problems.
	Host string
	// Partial reports that the tool can reach other paths or hosts that it
	// declares for the same capability.
	Partial bool
	// Problem describes the problem for people. The text may change.
	Problem string
}

// Error returns the name of the tool and the problem.
func (e *PolicyError) Error() string { return fmt.Sprintf("tool %s: %s", e.Tool, e.Problem) }

// Validate checks the tools under a policy. An application calls it when it
// starts. It reports
//   - each permitted tool that cannot work: a tool that is allowed by name but
//     lacks a grant, a capability without a backend, a required approval without
//     an approver, or a schema that is not JSON,
//   - each path and host that a permitted tool declares and cannot reach,
//   - each name in Tools and Exclude that no tool has.
//
// The errors are *PolicyError.
//
// Validate does not know the working directory. It does not report a declared
// relative path that may be in an absolute path of the policy. It reports a
// declared absolute path that is in no absolute path of the policy.
// [Registry.ValidateTurn] knows the working directory. Neither knows which
// files and hosts a backend forbids regardless of the policy.
func (r *Registry) Validate(p Policy) []error { return r.ValidateTurn(&Turn{Policy: p}) }

// ValidateTurn is like [Registry.Validate] for the policy of a turn and its
// working directory. It compares all paths, relative and absolute, after it has
// resolved their symbolic links. A working directory that is not absolute
// counts as unknown. A nil turn means the zero Turn.
//
// It also checks the turn's own tools. It reports each of them that is not
// valid, has the name of another one, or never runs because a registered tool
// has its name.
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
	isFromTurn := make(map[string]bool, len(registered)+len(fromTurn)) // by name, for all tools
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
			report(tool.Name, PolicyError{Problem: "the turn has a tool with this name, but the registered tool is called instead; rename the tool of the turn"})
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

// validateTool reports the problems of a tool under the policy of the turn.
func (r *Registry) validateTool(e *entry, turn *Turn, report func(tool string, problem PolicyError)) {
	tool, p := e.tool, &turn.Policy
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

// toolProblems returns the problems, without the name, of a tool that the
// policy permits.
func (r *Registry) toolProblems(tool *Tool, p *Policy, dir string) []PolicyError {
	var problems []PolicyError
	if tool.Approval != nil && tool.Approval.When == nil && r.options.Approver == nil {
		problems = append(problems, PolicyError{Problem: "requires approval, but Options.Approver is nil"})
	}
	if !json.Valid(tool.Definition().Parameters) {
		problems = append(problems, PolicyError{Problem: "its Input is not JSON, which makes the definitions of all tools invalid"})
	}
	if missing := r.MissingBackends(tool); missing != 0 {
		problems = append(problems, PolicyError{Capability: missing, Problem: "declares capabilities without a backend: " + strings.Join(missing.Names(), ", ")})
	}
	return append(problems, p.unreachableProblems(tool.Needs, dir)...)
}
