package task

import (
	"context"
	"maps"
	"slices"

	"github.com/toolgen/toolgen/builtin/internal/texts"
	"github.com/toolgen/toolgen/runtime"
)

// plan is what a sub-agent gets. It is made before the sub-agent starts.
type plan struct {
	registry  *runtime.Registry
	parent    *run // the sub-agent that calls; nil for the main agent
	depth     int
	tools     []*runtime.Tool
	turnTools []*runtime.Tool // the tools among them that come from the caller's turn
	policy    runtime.Policy
	budget    Budget
}

// runKey is the context key of the *run to which a call belongs.
type runKey struct{}

// plan returns what a sub-agent gets, or an error if it cannot be started.
func (r *Runner) plan(ctx context.Context, call *runtime.Call, args Args) (*plan, error) {
	p := &plan{registry: r.registry.Load(), depth: 1, budget: r.options.Budget}
	if !r.Wired() {
		return nil, texts.Unavailable(ReasonNotWired, "this program has no sub-agents: it has no agent or no registry for them")
	}
	if p.parent, _ = ctx.Value(runKey{}).(*run); p.parent != nil {
		if closed := p.parent.checkRunning(); closed != nil {
			return nil, closed
		}
		p.depth = p.parent.depth + 1
		p.budget.CostUSD = min(p.budget.CostUSD, p.parent.left().CostUSD)
	}
	if p.depth > r.options.Depth {
		return nil, texts.Unavailable(ReasonDepth, "a sub-agent at depth %d cannot start another one: do this part yourself", p.depth-1)
	}
	permitted := r.permittedTools(p, call)
	if err := checkNames(args.Tools, permitted); err != nil {
		return nil, err
	}
	p.tools = permitted
	if len(args.Tools) > 0 {
		p.tools = slices.DeleteFunc(permitted, func(t *runtime.Tool) bool { return !t.AlwaysInclude && !slices.Contains(args.Tools, t.Name) })
	}
	p.turnTools = slices.DeleteFunc(slices.Clone(call.Tools()), func(t *runtime.Tool) bool { return !slices.Contains(p.tools, t) })
	p.policy = restrict(call.Policy(), slices.Concat(p.registry.Tools(), call.Tools()), p.tools)
	return p, nil
}

// permittedTools returns the tools that the caller can run now, without those that no sub-agent at that depth
// gets.
func (r *Runner) permittedTools(p *plan, call *runtime.Call) []*runtime.Tool {
	tools := p.registry.TurnTools(&runtime.Turn{Policy: call.Policy(), Visible: call.Visible(), Tools: call.Tools()})
	return slices.DeleteFunc(tools, func(t *runtime.Tool) bool {
		tooDeep := t.Name == call.Tool() && p.depth == r.options.Depth
		return tooDeep || slices.Contains(r.options.Exclude, t.Name)
	})
}

// maxListed is the maximum number of names in an error.
const maxListed = 60

// checkNames returns an error with all names that are not those of permitted tools. It does not show
// whether such a tool exists.
func checkNames(asked []string, permitted []*runtime.Tool) error {
	names := namesOf(permitted)
	unknown := slices.DeleteFunc(slices.Clone(asked), func(name string) bool { return slices.Contains(names, name) })
	if len(unknown) == 0 {
		return nil
	}
	return texts.Invalid("tools", "a sub-agent cannot be given %s; it can be given: %s", texts.List(unknown, maxListed), texts.List(names, maxListed))
}

// restrict returns the policy without the tools that are not chosen, for code that checks only the policy.
// Of several tools with one name at most one can be called: if it is chosen, the name is allowed. The result
// shares no slices or maps with the caller's policy.
func restrict(policy runtime.Policy, all, chosen []*runtime.Tool) runtime.Policy {
	policy = clonePolicy(policy)
	names := namesOf(chosen)
	for _, tool := range all {
		if tool != nil && !slices.Contains(names, tool.Name) {
			policy.Exclude = append(policy.Exclude, tool.Name)
		}
	}
	return policy
}

// clonePolicy returns a copy of a policy that shares no slices or maps with it.
func clonePolicy(p runtime.Policy) runtime.Policy {
	for _, list := range []*[]string{&p.Exclude, &p.Grants, &p.Files.Read, &p.Files.Write, &p.Files.Deny, &p.Network.Allow, &p.Network.Deny} {
		*list = slices.Clone(*list)
	}
	p.MCPTools = maps.Clone(p.MCPTools)
	return p
}

func (p *plan) names() []string { return namesOf(p.tools) }

// namesOf returns the names of tools.
func namesOf(tools []*runtime.Tool) []string {
	names := make([]string, len(tools))
	for i, tool := range tools {
		names[i] = tool.Name
	}
	return names
}
