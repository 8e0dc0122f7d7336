package runtime

import (
	"encoding/json"
	"fmt"
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
// name, a capability has no backend, nobody can approve its calls, or the
// schema of its arguments is not JSON; every path and host that a tool
// declares and the policy does not let it reach; and every name in Tools and
// Exclude that no tool has. The errors are *PolicyError.
//
// The working directory is not known here. A path that a tool declares
// relative to it may be in an absolute path of the policy, and is not
// reported; an absolute one is reported if it is in no absolute path of the
// policy. [Registry.ValidateTurn] knows the working directory. Which files and
// hosts a backend closes whatever the policy says is not known, either.
func (r *Registry) Validate(p Policy) []error { return r.validate(&p, "") }

// ValidateTurn is [Registry.Validate] under the policy of a turn, in its
// working directory: all paths are compared, whether they are relative or
// absolute, as symbolic links lead now. A working directory that is not
// absolute counts as not known; nil is the zero turn.
func (r *Registry) ValidateTurn(t *Turn) []error {
	if t == nil {
		t = &Turn{}
	}
	return r.validate(&t.Policy, t.WorkingDir)
}

func (r *Registry) validate(p *Policy, dir string) []error {
	var errs []error
	report := func(tool string, problem PolicyError) {
		problem.Tool = tool
		errs = append(errs, &problem)
	}
	allowed, restricted := p.Tools.Only()
	for _, name := range append(allowed, p.Exclude...) {
		if _, ok := r.Tool(name); !ok {
			report(name, PolicyError{Problem: "the policy names it, but it is not registered"})
		}
	}
	for _, e := range r.entries() {
		tool := &e.tool
		named := restricted && p.Tools.Allows(tool.Name)
		if grant := p.missingGrant(tool); grant != "" && named {
			report(tool.Name, PolicyError{Problem: fmt.Sprintf("requires the grant %q, which the policy does not hold", grant)})
		}
		if p.excludes(tool.Name) || !p.permits(tool, e.plugin) {
			continue
		}
		for _, problem := range r.problems(tool, p, dir) {
			report(tool.Name, problem)
		}
	}
	return errs
}

// problems are those of a tool that the policy lets run, without its name.
func (r *Registry) problems(tool *Tool, p *Policy, dir string) []PolicyError {
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
	return append(problems, p.unreachable(tool.Needs, dir)...)
}
