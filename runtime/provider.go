package runtime

import (
	"context"
	"time"
)

// A Provider returns the tools that the model may see now. It is asked once per
// iteration of an agent's loop. The slice must be a new one for each call, in a
// stable order, without nil tools. A Provider must be safe for concurrent use.
//
// A provider may have a method ID() string, which identifies it in events. The
// method is called when the provider is added to a [Discovery] or to another
// provider; if it does not return within one second, the id is "unknown".
//
// Set [Turn.Visible] to the result of a [Discovery], so that no other tool can
// run.
type Provider interface {
	List(ctx context.Context, d DispatchContext) ([]*Tool, error)
}

// DispatchContext is the input of a provider.
type DispatchContext struct {
	// Iteration is the number of the loop's iteration, from 1.
	Iteration int
	// Session is the session of the conversation; it may be nil.
	Session *Session
	// ActiveSkills are the ids of the active skills.
	ActiveSkills []string
	// Identity identifies the caller.
	Identity Identity
}

// ProviderFunc is a function that implements Provider.
type ProviderFunc func(ctx context.Context, d DispatchContext) ([]*Tool, error)

// List calls f.
func (f ProviderFunc) List(ctx context.Context, d DispatchContext) ([]*Tool, error) {
	return f(ctx, d)
}

// namedProvider is a provider with an id.
type namedProvider struct {
	ProviderFunc
	id string
}

// ID returns the id of the provider.
func (n namedProvider) ID() string { return n.id }

// StaticProvider returns a provider that always returns the same tools. Its id
// is "static".
func StaticProvider(tools ...*Tool) Provider {
	tools = withoutNil(tools)
	return namedProvider{func(ctx context.Context, _ DispatchContext) ([]*Tool, error) {
		return cloneTools(tools), ctx.Err()
	}, "static"}
}

// FilteredProvider returns a provider with the tools of next for which keep
// returns true. If keep panics, the provider returns an error and no tools. Its
// id is "filtered:" and the id of next.
func FilteredProvider(next Provider, keep func(DispatchContext, *Tool) bool) Provider {
	return namedProvider{func(ctx context.Context, d DispatchContext) (_ []*Tool, err error) {
		tools, err := next.List(ctx, d)
		if err != nil {
			return nil, err
		}
		defer recoverError(&err, "the filter")
		kept := make([]*Tool, 0, len(tools))
		for _, tool := range withoutNil(tools) {
			if keep(d, tool) {
				kept = append(kept, tool)
			}
		}
		return kept, nil
	}, "filtered:" + providerID(next)}
}

// ToolsetProvider returns a provider with the tools of next that are in the
// toolsets. Without toolsets it returns no tools. Its id is "toolset-scoped:"
// and the id of next.
func ToolsetProvider(next Provider, toolsets ...string) Provider {
	shown := make(map[string]bool, len(toolsets))
	for _, toolset := range toolsets {
		shown[toolset] = true
	}
	filtered := FilteredProvider(next, func(_ DispatchContext, tool *Tool) bool { return shown[tool.Toolset] })
	return namedProvider{filtered.List, "toolset-scoped:" + providerID(next)}
}

// SkillProvider returns a provider that returns the tools while the skill is
// active, and otherwise none. Its id is "skill-scoped:" and the id of the
// skill.
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

// CombinedProvider returns a provider with the tools of all providers, in their
// order, each tool once. Two tools with the same name are an error. The
// provider fails if one of the providers fails; a [Discovery] of several
// providers can continue without it. Its id is "combined".
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

// CachedProvider returns a provider that caches the tools of next for the time
// to live. It has one listing for each session, identity and set of active
// skills, so that no session sees the tools of another one, and at most 1024
// listings. It does not cache failures, nor listings for a session without an
// id. Its id is "cached:" and the id of next.
func CachedProvider(next Provider, ttl time.Duration) Provider {
	c := &listingCache{next: next, ttl: ttl, entries: make(map[string]cachedListing)}
	return namedProvider{c.List, "cached:" + providerID(next)}
}

// providerID returns the provider's own id, or the name of its type if it has
// none. It returns "unknown" if the provider does not return its id in time.
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
