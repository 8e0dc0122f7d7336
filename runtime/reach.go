package runtime

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/internal/hosts"
	"github.com/toolgen/toolgen/runtime/capability"
)

// capabilityReach compares the paths or hosts that a tool declares for one
// capability with the lists of the policy.
type capabilityReach struct {
	kind                capability.Kind
	verb, noun          string // the action of the tool and its object, such as "writes" and "files"
	declared            []string
	allowed, denied     []string // patterns or paths of the policy
	allowedBy, deniedBy string   // the names of these lists with a verb, such as "Policy.Files.Write allows"
	needsDeclaration    bool     // a tool that declares no paths or hosts can reach none, instead of all
	// reachable reports whether a part of the declared path or host is allowed
	// and not denied.
	reachable func(declared string, opened, denied []string) bool
}

// reaches returns the reach of each capability that a policy can restrict, for
// a tool with these needs. dir is the working directory; empty if it is
// unknown.
func (p *Policy) reaches(needs *capability.Needs, dir string) []capabilityReach {
	files, network := &p.Files, &p.Network
	reachable := func(declared string, opened, denied []string) bool {
		return isPathReachable(declared, opened, denied, dir)
	}
	return []capabilityReach{
		{
			kind: capability.KindRead, verb: "reads", noun: "files", declared: needs.Read, reachable: reachable,
			allowed: slices.Concat(files.Read, files.Write), allowedBy: "Policy.Files.Read and Policy.Files.Write allow", denied: files.Deny, deniedBy: "Policy.Files.Deny denies",
		},
		{
			kind: capability.KindWrite, verb: "writes", noun: "files", declared: needs.Write, reachable: reachable,
			allowed: files.Write, allowedBy: "Policy.Files.Write allows", denied: files.Deny, deniedBy: "Policy.Files.Deny denies",
		},
		{
			kind: capability.KindNetwork, verb: "connects to", noun: "hosts", declared: needs.Hosts, reachable: hosts.Reachable, needsDeclaration: true,
			allowed: network.Allow, allowedBy: "Policy.Network.Allow allows", denied: network.Deny, deniedBy: "Policy.Network.Deny denies",
		},
	}
}

// unreachableProblems returns a problem, without the name of the tool, for each
// path and host that a tool with these needs declares and cannot reach.
func (p *Policy) unreachableProblems(needs *capability.Needs, dir string) []PolicyError {
	if needs == nil {
		return nil
	}
	var problems []PolicyError
	for _, r := range p.reaches(needs, dir) {
		if needs.Has(r.kind) {
			problems = append(problems, r.problems()...)
		}
	}
	return problems
}

// problems returns one problem for each declared path or host that cannot be
// reached. If the tool declares none and can reach none, it returns one problem
// for the capability.
func (r *capabilityReach) problems() []PolicyError {
	if len(r.declared) == 0 {
		return r.undeclaredProblems()
	}
	var problems []PolicyError
	for _, declared := range r.declared {
		if r.reachable(declared, r.allowed, r.denied) {
			continue
		}
		problem := PolicyError{Capability: r.kind, Problem: fmt.Sprintf("%s %q, but %s", r.verb, declared, r.unreachableReason(declared))}
		if r.kind == capability.KindNetwork {
			problem.Host = declared
		} else {
			problem.Path = declared
		}
		problems = append(problems, problem)
	}
	for i := range problems {
		problems[i].Partial = len(problems) < len(r.declared)
	}
	return problems
}

// undeclaredProblems returns the problem of a tool that declares no paths or
// hosts and can reach none.
func (r *capabilityReach) undeclaredProblems() []PolicyError {
	problem := "declares none"
	switch {
	case r.needsDeclaration:
	case len(r.allowed) == 0:
		problem = r.allowedBy + " none"
	default:
		return nil
	}
	return []PolicyError{{Capability: r.kind, Problem: fmt.Sprintf("%s %s, but %s", r.verb, r.noun, problem)}}
}

// unreachableReason returns why a declared path or host cannot be reached.
func (r *capabilityReach) unreachableReason(declared string) string {
	switch {
	case declared == "":
		return "an empty text is not valid"
	case len(r.allowed) == 0:
		return r.allowedBy + " nothing"
	case r.reachable(declared, r.allowed, nil):
		return r.deniedBy + " " + quoteList(r.denied)
	}
	return r.allowedBy + " only " + quoteList(r.allowed)
}

// quoteList returns the quoted texts of a list, without duplicates, for a
// message.
func quoteList(list []string) string {
	var b strings.Builder
	for i, entry := range list {
		if slices.Contains(list[:i], entry) {
			continue
		}
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%q", entry)
	}
	return b.String()
}
