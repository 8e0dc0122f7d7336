package runtime

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// DefaultDiscoveryTimeout is the time limit of a provider that lists its tools,
// if the options set none.
const DefaultDiscoveryTimeout = 30 * time.Second

// DiscoveryRule says what a [Discovery] does if a provider fails.
type DiscoveryRule uint8

// The rules for providers that fail.
const (
	// DiscoveryStop returns an error.
	DiscoveryStop DiscoveryRule = iota
	// DiscoveryRetry asks the provider once more, and returns an error if it
	// fails again.
	DiscoveryRetry
	// DiscoveryContinue continues without the tools of the provider.
	DiscoveryContinue
)

// DiscoveryOptions configure a [Discovery]. The zero value, and nil, mean
// DiscoveryStop and the default timeout.
type DiscoveryOptions struct {
	// Rule says what to do if a provider fails.
	Rule DiscoveryRule
	// Timeout is the time limit of each provider; zero means
	// DefaultDiscoveryTimeout. A [Discovery] does not wait for a provider that
	// ignores the end of its context.
	Timeout time.Duration
	// Emit receives events, on the goroutine that calls Discovery.Tools. Nil
	// drops the events. A panic in Emit is recovered.
	Emit func(DiscoveryEvent)
}

// DiscoveryEvent reports the start or the result of a request to a provider.
type DiscoveryEvent struct {
	// Kind is the kind of the event.
	Kind DiscoveryKind
	// Provider is the id of the provider.
	Provider string
	// Count is the number of tools that the provider returned.
	Count int
	// Changed reports that the tools differ from those of the previous
	// iteration. Added and Removed are the names that are new or missing.
	// Changed is also true if a tool of the same name has another description,
	// schema or ID.
	Changed        bool
	Added, Removed []string
	// Duration is the time that the provider took.
	Duration time.Duration
	// Err is the error of the provider.
	Err error
}

// DiscoveryKind is the kind of a discovery event.
type DiscoveryKind string

// The kinds of discovery events.
const (
	DiscoveryStarted   DiscoveryKind = "discovery_started"
	DiscoveryCompleted DiscoveryKind = "discovery_completed"
	DiscoveryFailed    DiscoveryKind = "discovery_failed"
)

// DiscoveryError is the error of a provider that failed.
type DiscoveryError struct {
	// Provider is the id of the provider, and Cause its error.
	Provider string
	Cause    error
}

// Error returns the provider and the cause.
func (e *DiscoveryError) Error() string {
	return fmt.Sprintf("provider %s: %v", e.Provider, e.Cause)
}

// Unwrap returns the cause.
func (e *DiscoveryError) Unwrap() error { return e.Cause }

// A Discovery asks providers once per iteration which tools the model may see,
// and compares the answers with the previous ones. It belongs to one
// conversation. Its methods must not be called concurrently.
type Discovery struct {
	options   DiscoveryOptions
	providers []Provider
	ids       []string  // the ids of the providers, for events
	previous  [][]*Tool // the previous answer of each provider; nil if there is none
}

// NewDiscovery returns a Discovery of the providers.
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

// Tools asks all providers concurrently and returns their tools in the order of
// the providers, each tool once. The result can be used as [Turn.Visible]: it
// is not nil unless there is an error. The error is a *[DiscoveryError] if a
// provider fails, panics, exceeds its time limit, or returns a tool whose name
// another tool already has. With DiscoveryContinue, Tools skips such a provider
// instead.
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

// reportFailure emits an event for a provider that failed, and returns its
// error.
func (d *Discovery) reportFailure(i int, a listResult) error {
	failure := &DiscoveryError{Provider: d.ids[i], Cause: a.err}
	if own, ok := errors.AsType[*DiscoveryError](a.err); ok {
		failure.Cause = own.Cause // avoids a DiscoveryError inside another
	}
	d.emit(DiscoveryEvent{Kind: DiscoveryFailed, Provider: failure.Provider, Duration: a.took, Err: failure})
	return failure
}

// reportCompletion emits an event with the changes of the provider's tools
// since the previous iteration, and stores its tools.
func (d *Discovery) reportCompletion(i int, a listResult) {
	event := DiscoveryEvent{Kind: DiscoveryCompleted, Provider: d.ids[i], Count: len(a.tools), Duration: a.took}
	if before := d.previous[i]; before != nil {
		event.Added, event.Removed = missingNames(a.tools, before), missingNames(before, a.tools)
		event.Changed = len(event.Added)+len(event.Removed) > 0 || hasChangedTool(before, a.tools)
	}
	d.previous[i] = a.tools
	d.emit(event)
}

// emit calls DiscoveryOptions.Emit and recovers from a panic in it.
func (d *Discovery) emit(e DiscoveryEvent) {
	if d.options.Emit == nil {
		return
	}
	defer func() { _ = recover() }()
	d.options.Emit(e)
}
