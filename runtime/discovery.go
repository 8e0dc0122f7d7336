package runtime

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// DefaultDiscoveryTimeout is how long a provider may take to list its tools.
const DefaultDiscoveryTimeout = 30 * time.Second

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

// DiscoveryOptions say how providers are asked. The zero value, and nil, stop
// at the first failure.
type DiscoveryOptions struct {
	// Rule is what to do when a provider fails.
	Rule DiscoveryRule
	// Timeout is how long each may take; zero means DefaultDiscoveryTimeout. A
	// provider that ignores its context is left behind.
	Timeout time.Duration
	// Emit receives events, on the goroutine that asks; nil drops them. A panic
	// in it is recovered.
	Emit func(DiscoveryEvent)
}

// DiscoveryEvent tells how asking a provider went.
type DiscoveryEvent struct {
	// Kind is what happened.
	Kind DiscoveryKind
	// Provider is its id.
	Provider string
	// Count is how many tools it showed.
	Count int
	// Changed says that they differ from those of the iteration before; Added
	// and Removed are the names that came and went. A tool of the same name that
	// is another one has changed, too.
	Changed        bool
	Added, Removed []string
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

// DiscoveryError says that a provider failed.
type DiscoveryError struct {
	// Provider is its id, Cause why.
	Provider string
	Cause    error
}

// Error names the provider and the cause.
func (e *DiscoveryError) Error() string {
	return fmt.Sprintf("provider %s: %v", e.Provider, e.Cause)
}

// Unwrap is the cause.
func (e *DiscoveryError) Unwrap() error { return e.Cause }

// Discovery asks providers what the model may see, once per iteration, and
// remembers what they showed. It belongs to one conversation: calls must not
// overlap.
type Discovery struct {
	options   DiscoveryOptions
	providers []Provider
	ids       []string  // by which events name them
	previous  [][]*Tool // what each showed last; nil: not asked yet
}

// NewDiscovery returns a Discovery over the providers.
func NewDiscovery(o *DiscoveryOptions, providers ...Provider) *Discovery {
	d := &Discovery{providers: providers, ids: make([]string, len(providers)), previous: make([][]*Tool, len(providers))}
	for i, provider := range providers {
		d.ids[i] = providerID(provider)
	}
	if o != nil {
		d.options = *o
	}
	if d.options.Timeout <= 0 {
		d.options.Timeout = DefaultDiscoveryTimeout
	}
	return d
}

// Tools asks all providers at once and returns what they show, in their order,
// each tool once; never nil, so that it fits [Turn.Visible]. A provider that fails,
// panics, takes too long, or shows another tool under a name that was shown
// already, fails the iteration with a *[DiscoveryError], unless the rule is to
// go on without it.
func (d *Discovery) Tools(ctx context.Context, dispatch DispatchContext) ([]*Tool, error) {
	pending := make([]<-chan listResult, len(d.providers))
	for i, provider := range d.providers {
		d.emit(DiscoveryEvent{Kind: DiscoveryStarted, Provider: d.ids[i]})
		pending[i] = d.startListing(ctx, provider, dispatch)
	}
	var (
		all    toolUnion
		failed error
	)
	for i := range d.providers {
		a := <-pending[i]
		if a.err == nil {
			a.err = all.add(d.ids[i], a.tools)
		}
		if a.err != nil {
			failed = errors.Join(failed, d.reportFailure(i, a))
			continue
		}
		d.reportCompletion(i, a)
	}
	if failed != nil && d.options.Rule != DiscoveryContinue {
		return nil, failed
	}
	return all.list(), ctx.Err()
}

func (d *Discovery) reportFailure(i int, a listResult) error {
	failure := &DiscoveryError{Provider: d.ids[i], Cause: a.err}
	if own, ok := errors.AsType[*DiscoveryError](a.err); ok {
		failure.Cause = own.Cause // it names the provider already
	}
	d.emit(DiscoveryEvent{Kind: DiscoveryFailed, Provider: failure.Provider, Duration: a.took, Err: failure})
	return failure
}

func (d *Discovery) reportCompletion(i int, a listResult) {
	event := DiscoveryEvent{Kind: DiscoveryCompleted, Provider: d.ids[i], Count: len(a.tools), Duration: a.took}
	if before := d.previous[i]; before != nil {
		event.Added, event.Removed = missingNames(a.tools, before), missingNames(before, a.tools)
		event.Changed = len(event.Added)+len(event.Removed) > 0 || hasChangedTool(before, a.tools)
	}
	d.previous[i] = a.tools
	d.emit(event)
}

// emit keeps a panic of the author's from ending the iteration.
func (d *Discovery) emit(e DiscoveryEvent) {
	if d.options.Emit == nil {
		return
	}
	defer func() { _ = recover() }()
	d.options.Emit(e)
}
