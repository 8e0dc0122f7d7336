package runtime

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/internal/hosts"
	"github.com/toolgen/toolgen/runtime/capability"
)

// reach is what a tool declares of one capability, and what the policy opens and denies of it.
type capabilityReach struct {
	kind                capability.Kind
	verb, noun          string // what the tool does, such as "writes" "files"
	declared            []string
	allowed, denied     []string // patterns or paths of the policy
	allowedBy, deniedBy string   // the lists that they come from, with a verb, such as "Policy.Files.Write opens"
	needsDeclaration    bool     // a tool that declares no paths or hosts declares none of them, not all
	// reachable reports whether what is opened and not denied includes a part of a declared path or host.
	reachable func(declared string, opened, denied []string) bool
}

// reaches are the capabilities that a policy restricts, of a tool with these needs. dir is the working
// directory, empty if it is not known.
func (p *Policy) reaches(needs *capability.Needs, dir string) []capabilityReach {
	files, network := &p.Files, &p.Network
	reachable := func(declared string, opened, denied []string) bool {
		return isPathReachable(declared, opened, denied, dir)
	}
	return []capabilityReach{
		{
			kind: capability.KindRead, verb: "reads", noun: "files", declared: needs.Read, reachable: reachable,
			allowed: slices.Concat(files.Read, files.Write), allowedBy: "Policy.Files.Read and Policy.Files.Write open", denied: files.Deny, deniedBy: "Policy.Files.Deny closes",
		},
		{
			kind: capability.KindWrite, verb: "writes", noun: "files", declared: needs.Write, reachable: reachable,
			allowed: files.Write, allowedBy: "Policy.Files.Write opens", denied: files.Deny, deniedBy: "Policy.Files.Deny closes",
		},
		{
			kind: capability.KindNetwork, verb: "speaks to", noun: "hosts", declared: needs.Hosts, reachable: hosts.Reachable, needsDeclaration: true,
			allowed: network.Allow, allowedBy: "Policy.Network.Allow allows", denied: network.Deny, deniedBy: "Policy.Network.Deny denies",
		},
	}
}

// unreachable are the problems, without the tool's name, of what a tool with these needs declares and
// the policy does not let it reach.
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

// problems are one for each declared path or host that cannot be reached, or one for the capability
// if the tool declares none of them and can reach nothing.
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

// undeclared is the problem of a tool that declares a capability without paths or hosts.
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

// why says why a declared path or host cannot be reached.
func (r *capabilityReach) unreachableReason(declared string) string {
	switch {
	case declared == "":
		return "an empty text names nothing"
	case len(r.allowed) == 0:
		return r.allowedBy + " nothing"
	case r.reachable(declared, r.allowed, nil):
		return r.deniedBy + " " + quoteList(r.denied)
	}
	return r.allowedBy + " only " + quoteList(r.allowed)
}

// quoted is a list for a message, without duplicates.
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
