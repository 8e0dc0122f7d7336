package runtime

import (
	"context"
	"time"
)

// Provider answers what the model may see now, once per iteration of an
// agent's loop. The slice is fresh on each call, in a stable order. A provider
// may have a method ID() string, by which events name it. It must be safe for
// concurrent calls.
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

// StaticProvider shows the same tools always.
func StaticProvider(tools ...*Tool) Provider { return unsupportedProvider("StaticProvider") }

// GatedProvider shows what next shows and keep lets through.
func GatedProvider(next Provider, keep func(DispatchContext, *Tool) bool) Provider {
	return unsupportedProvider("GatedProvider")
}

// ToolsetProvider shows what next shows of the named toolsets.
func ToolsetProvider(next Provider, toolsets ...string) Provider {
	return unsupportedProvider("ToolsetProvider")
}

// SkillProvider shows tools while the skill is active. Its id is
// "skill-scoped:" and the skill's.
func SkillProvider(skill string, tools ...*Tool) Provider {
	return unsupportedProvider("SkillProvider")
}

// CombinedProvider shows what all of them show, in their order.
func CombinedProvider(providers ...Provider) Provider { return unsupportedProvider("CombinedProvider") }

// CachedProvider keeps what next shows for a time to live.
func CachedProvider(next Provider, ttl time.Duration) Provider {
	return unsupportedProvider("CachedProvider")
}

// unsupportedProvider is a provider that this version does not support: it
// fails every iteration, loudly, rather than show too much or too little.
type unsupportedProvider string

func (p unsupportedProvider) List(context.Context, DispatchContext) ([]*Tool, error) {
	return nil, &UnsupportedError{string(p)}
}

// DiscoveryEvent tells how asking a provider went.
type DiscoveryEvent struct {
	// Kind is what happened.
	Kind DiscoveryKind
	// Provider is its id.
	Provider string
	// Count is how many tools it showed, Changed whether they differ from
	// those of the iteration before.
	Count   int
	Changed bool
	// Duration is how long it took.
	Duration time.Duration
	// Err is why it failed.
	Err error
}

// DiscoveryKind tells discovery events apart.
type DiscoveryKind string

// The kinds of discovery events.
const (
	DiscoveryStarted   DiscoveryKind = "discovery_started"
	DiscoveryCompleted DiscoveryKind = "discovery_completed"
	DiscoveryFailed    DiscoveryKind = "discovery_failed"
)

// DiscoveryRule is what to do when a provider fails.
type DiscoveryRule uint8

// The rules.
const (
	// DiscoveryStop fails the iteration.
	DiscoveryStop DiscoveryRule = iota
	// DiscoveryRetry asks once more, then fails it.
	DiscoveryRetry
	// DiscoveryContinue goes on without the provider's tools.
	DiscoveryContinue
)
