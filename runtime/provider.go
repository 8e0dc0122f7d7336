package runtime

import (
	"context"
	"time"
)

// Provider answers what the model may see now, once per iteration of an
// agent's loop. The slice is fresh on each call, in a stable order, without nil
// tools. A provider may have a method ID() string, by which events name it; it is
// asked when the provider is put to use, and one that does not return within a
// second is "unknown". A provider must be safe for concurrent calls.
//
// Hand what a [Discovery] of providers returns to [Turn.Visible]: then what was
// left out cannot run.
type Provider interface {
	List(ctx context.Context, d DispatchContext) ([]*Tool, error)
}

// DispatchContext is what a provider is told.
type DispatchContext struct {
	// Iteration counts the loop's iterations, from 1.
	Iteration int
	// Session owns the conversation; it may be nil.
	Session *Session
	// ActiveSkills are the ids of the skills active now.
	ActiveSkills []string
	// Identity says who asks.
	Identity Identity
}

// ProviderFunc is a function that is a Provider.
type ProviderFunc func(ctx context.Context, d DispatchContext) ([]*Tool, error)

// List calls the function.
func (f ProviderFunc) List(ctx context.Context, d DispatchContext) ([]*Tool, error) {
	return f(ctx, d)
}

// named is a provider with an id.
type namedProvider struct {
	ProviderFunc
	id string
}

// ID is the provider's id.
func (n namedProvider) ID() string { return n.id }

// StaticProvider shows the same tools always. Its id is "static".
func StaticProvider(tools ...*Tool) Provider {
	tools = withoutNil(tools)
	return namedProvider{func(ctx context.Context, _ DispatchContext) ([]*Tool, error) {
		return cloneTools(tools), ctx.Err()
	}, "static"}
}

// GatedProvider shows what next shows and keep lets through. A keep that panics
// fails the listing: it shows nothing rather than too much. Its id is "gated:"
// and that of next.
func FilteredProvider(next Provider, keep func(DispatchContext, *Tool) bool) Provider {
	return namedProvider{func(ctx context.Context, d DispatchContext) (_ []*Tool, err error) {
		tools, err := next.List(ctx, d)
		if err != nil {
			return nil, err
		}
		defer recoverError(&err, "the gate")
		kept := make([]*Tool, 0, len(tools))
		for _, tool := range withoutNil(tools) {
			if keep(d, tool) {
				kept = append(kept, tool)
			}
		}
		return kept, nil
	}, "gated:" + providerID(next)}
}

// ToolsetProvider shows what next shows of the named toolsets: of none, no tool.
// Its id is "toolset-scoped:" and that of next.
func ToolsetProvider(next Provider, toolsets ...string) Provider {
	shown := make(map[string]bool, len(toolsets))
	for _, toolset := range toolsets {
		shown[toolset] = true
	}
	filtered := FilteredProvider(next, func(_ DispatchContext, tool *Tool) bool { return shown[tool.Toolset] })
	return namedProvider{filtered.List, "toolset-scoped:" + providerID(next)}
}

// SkillProvider shows tools while the skill is active, and nothing otherwise.
// Its id is "skill-scoped:" and the skill's.
func SkillProvider(skill string, tools ...*Tool) Provider {
	tools = withoutNil(tools)
	return namedProvider{func(ctx context.Context, d DispatchContext) ([]*Tool, error) {
		for _, active := range d.ActiveSkills {
			if active == skill {
				return cloneTools(tools), ctx.Err()
			}
		}
		return []*Tool{}, ctx.Err()
	}, "skill-scoped:" + skill}
}

// CombinedProvider shows what all of them show, in their order; a tool that
// several show stands once, and two tools of one name are an error. It fails
// when one of them fails; a [Discovery] of several can go on without it. Its id
// is "combined".
func CombinedProvider(providers ...Provider) Provider {
	return namedProvider{func(ctx context.Context, d DispatchContext) ([]*Tool, error) {
		all := toolUnion{}
		for _, provider := range providers {
			tools, err := provider.List(ctx, d)
			if err != nil {
				return nil, &DiscoveryError{Provider: providerID(provider), Cause: err}
			}
			if err := all.add(providerID(provider), tools); err != nil {
				return nil, err
			}
		}
		return all.list(), nil
	}, "combined"}
}

// CachedProvider keeps what next shows for a time to live, at most
// maxCachedListings listings: one for each session, identity and set of active
// skills, so that no session sees what another may. For a session without an id,
// which cannot be told from others, nothing is kept, and neither are failures.
// Its id is "cached:" and that of next.
func CachedProvider(next Provider, ttl time.Duration) Provider {
	c := &listingCache{next: next, ttl: ttl, entries: make(map[string]cachedListing)}
	return namedProvider{c.List, "cached:" + providerID(next)}
}

// providerID is a provider's own id, or its type's name. One that does not
// return its id is unknown.
func providerID(p Provider) string {
	if own, ok := p.(namedProvider); ok {
		return own.id
	}
	identified, ok := p.(interface{ ID() string })
	if !ok {
		return typeName(p)
	}
	var id string
	if runIsolated(hookTimeout, func() { id = identified.ID() }) != nil {
		return "unknown"
	}
	return id
}
