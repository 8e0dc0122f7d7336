package task

import (
	"context"
	"maps"
	"slices"

	"github.com/toolgen/toolgen/builtin/internal/texts"
	"github.com/toolgen/toolgen/runtime"
)

// plan is what a sub-agent will get, worked out before it starts.
type plan struct {
	registry *runtime.Registry
	parent   *run // the sub-agent that asks; nil for the main agent
	depth    int
	tools    []*runtime.Tool
	brought  []*runtime.Tool // those of them that the caller's turn brings
	policy   runtime.Policy
	budget   Budget
}

// runKey is the context's key for the *run that a call belongs to.
type runKey struct{}

// plan checks that a sub-agent may be started, and narrows what it gets.
func (r *Runner) plan(ctx context.Context, call *runtime.Call, args Args) (*plan, error) {
	p := &plan{registry: r.registry.Load(), depth: 1, budget: r.options.Budget}
	if !r.Wired() {
		return nil, texts.Unavailable(ReasonNotWired, "this program has no sub-agents: it did not say what runs them")
	}
	if p.parent, _ = ctx.Value(runKey{}).(*run); p.parent != nil {
		if closed := p.parent.closed(); closed != nil {
			return nil, closed
		}
		p.depth = p.parent.depth + 1
		p.budget.CostUSD = min(p.budget.CostUSD, p.parent.left().CostUSD)
	}
	if p.depth > r.options.Depth {
		return nil, texts.Unavailable(ReasonDepth, "a sub-agent at depth %d may not start another: do this part yourself", p.depth-1)
	}
	permitted := r.permitted(p, call)
	if err := misnamed(args.Tools, permitted); err != nil {
		return nil, err
	}
	p.tools = permitted
	if len(args.Tools) > 0 {
		p.tools = slices.DeleteFunc(permitted, func(t *runtime.Tool) bool { return !t.AlwaysInclude && !slices.Contains(args.Tools, t.Name) })
	}
	p.brought = slices.DeleteFunc(slices.Clone(call.Tools()), func(t *runtime.Tool) bool { return !slices.Contains(p.tools, t) })
	p.policy = narrowed(call.Policy(), slices.Concat(p.registry.Tools(), call.Tools()), p.tools)
	return p, nil
}

// permitted are the tools that the caller may run now, without those that no
// sub-agent of that depth gets.
func (r *Runner) permitted(p *plan, call *runtime.Call) []*runtime.Tool {
	tools := p.registry.TurnTools(&runtime.Turn{Policy: call.Policy(), Visible: call.Visible(), Tools: call.Tools()})
	return slices.DeleteFunc(tools, func(t *runtime.Tool) bool {
		tooDeep := t.Name == call.Tool() && p.depth == r.options.Depth
		return tooDeep || slices.Contains(r.options.Exclude, t.Name)
	})
}

// maxListed is how many names an error lists.
const maxListed = 60

// misnamed refuses names that are none of the permitted tools', all of them at
// once. What exists and is not permitted is not told from what does not exist.
func misnamed(asked []string, permitted []*runtime.Tool) error {
	names := namesOf(permitted)
	wrong := slices.DeleteFunc(slices.Clone(asked), func(name string) bool { return slices.Contains(names, name) })
	if len(wrong) == 0 {
		return nil
	}
	return texts.Invalid("tools", "a sub-agent cannot be given %s; it can be given: %s", texts.Listed(wrong, maxListed), texts.Listed(names, maxListed))
}

// narrowed is the policy without the tools that are not chosen, for code that
// checks the policy alone. A name has one tool at most that can be called: if that
// one is chosen, the name is. The result shares nothing with the caller's policy.
func narrowed(policy runtime.Policy, all, chosen []*runtime.Tool) runtime.Policy {
	policy = cloned(policy)
	names := namesOf(chosen)
	for _, tool := range all {
		if tool != nil && !slices.Contains(names, tool.Name) {
			policy.Exclude = append(policy.Exclude, tool.Name)
		}
	}
	return policy
}

func cloned(p runtime.Policy) runtime.Policy {
	for _, list := range []*[]string{&p.Exclude, &p.Grants, &p.Files.Read, &p.Files.Write, &p.Files.Deny, &p.Network.Allow, &p.Network.Deny} {
		*list = slices.Clone(*list)
	}
	p.MCPTools = maps.Clone(p.MCPTools)
	return p
}

func (p *plan) names() []string { return namesOf(p.tools) }

func namesOf(tools []*runtime.Tool) []string {
	names := make([]string, len(tools))
	for i, tool := range tools {
		names[i] = tool.Name
	}
	return names
}
