package task

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/toolgen/toolgen/builtin/internal/texts"
	"github.com/toolgen/toolgen/runtime"
)

// The defaults of [Options] and [Budget].
const (
	DefaultDepth       = 2
	DefaultParallel    = 4
	DefaultSteps       = 30
	DefaultCalls       = 100
	DefaultResultChars = 400_000
	DefaultCostUSD     = 1.0
	DefaultTime        = 10 * time.Minute
)

// Budget is how much one sub-agent may use. Zero fields mean the defaults,
// negative ones nothing at all.
type Budget struct {
	// Steps is how often calls are executed, Calls how many there are in all.
	Steps, Calls int
	// ResultChars bounds the texts of all results together, in code points. One step
	// returns at most runtime.DefaultResultBudget of them.
	ResultChars int
	// CostUSD bounds the costs of calls, of what the loop charges and of its
	// own sub-agents, in US dollars. What a step costs is known when it is over, so
	// the last one may exceed it.
	CostUSD float64
	// Time is how long it may run. The call's own deadline holds too: an hour.
	Time time.Duration
}

// orDefaults is the budget without zero fields.
func (b Budget) orDefaults() Budget {
	return Budget{
		Steps: cmp.Or(b.Steps, DefaultSteps), Calls: cmp.Or(b.Calls, DefaultCalls), ResultChars: cmp.Or(b.ResultChars, DefaultResultChars),
		CostUSD: cmp.Or(b.CostUSD, DefaultCostUSD), Time: cmp.Or(b.Time, DefaultTime),
	}
}

// Options configure a runner. The zero value, and nil, mean the defaults.
type Options struct {
	// Budget is that of each sub-agent.
	Budget Budget
	// Depth is how deep sub-agents may be nested: 1 lets the main agent have
	// some, and those none. Zero or less means DefaultDepth.
	Depth int
	// Parallel is how many sub-agents may run at once, at each depth; others
	// wait. Zero or less means DefaultParallel.
	Parallel int
	// Exclude are names of tools that no sub-agent gets.
	Exclude []string
}

// Runner runs sub-agents. Make one with [New].
type Runner struct {
	agent    Agent
	options  Options
	registry atomic.Pointer[runtime.Registry]
	places   []chan struct{} // by depth - 1; a sub-agent never waits for its own depth, so they cannot deadlock

	closing context.Context // ends with Shutdown
	shut    context.CancelCauseFunc
	mu      sync.Mutex     // held by who adds to working, and by who ends closing
	working sync.WaitGroup // calls
}

// New returns a runner of sub-agents that the agent works on. Until it has a
// registry, by [Runner.Use], its tool is not available.
func New(agent Agent, o *Options) *Runner {
	r := &Runner{agent: agent}
	r.closing, r.shut = context.WithCancelCause(context.Background())
	if o != nil {
		r.options = *o
		r.options.Exclude = slices.Clone(o.Exclude)
	}
	r.options.Budget = r.options.Budget.orDefaults()
	if r.options.Depth <= 0 {
		r.options.Depth = DefaultDepth
	}
	if r.options.Parallel <= 0 {
		r.options.Parallel = DefaultParallel
	}
	for range r.options.Depth {
		r.places = append(r.places, make(chan struct{}, r.options.Parallel))
	}
	return r
}

// Use hands over the registry whose tools sub-agents run: as a rule the one in
// which the runner's own tool is registered.
func (r *Runner) Use(registry *runtime.Registry) { r.registry.Store(registry) }

// Wired says whether there is an agent, and tools for it: without, the tool is not offered.
func (r *Runner) Wired() bool { return r.agent != nil && r.registry.Load() != nil }

// enter waits for a place at that depth. The function returned gives it back.
func (r *Runner) enter(ctx context.Context, depth int) (leave func(), err error) {
	places := r.places[depth-1]
	select {
	case places <- struct{}{}:
		return func() { <-places }, nil
	case <-ctx.Done():
		if errors.Is(context.Cause(ctx), errShut) {
			return nil, errShut
		}
		return nil, texts.Unavailable(ReasonBusy, "no sub-agent could start in time: %d run already", cap(places))
	}
}

// errShut is the cause of the end of a run whose runner was shut down.
var errShut = texts.Unavailable(ReasonEnded, "the program that runs sub-agents is shutting down")

// begin counts a call as one at work until done, unless the runner was shut down. The
// context returned ends with the runner, too.
func (r *Runner) begin(ctx context.Context) (_ context.Context, done func(), err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closing.Err() != nil {
		return nil, nil, errShut
	}
	r.working.Add(1)
	ctx, stop := joined(ctx, r.closing)
	return ctx, func() { stop(); r.working.Done() }, nil
}

// Shutdown ends the sub-agents that are at work: their contexts end, what they execute is
// cancelled, and they may spend nothing more. It waits until their calls are answered, or the
// context ends, but not for loops that ignore their context. Later calls are refused. A
// registry calls it when the tool is unregistered.
func (r *Runner) Shutdown(ctx context.Context) error {
	r.mu.Lock()
	r.shut(errShut)
	r.mu.Unlock()
	answered := make(chan struct{})
	go func() {
		r.working.Wait()
		close(answered)
	}()
	select {
	case <-answered:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// joined is a context that ends with another one, too, and for its reason.
func joined(ctx, other context.Context) (_ context.Context, stop func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	forget := context.AfterFunc(other, func() { cancel(context.Cause(other)) })
	return ctx, func() { forget(); cancel(nil) }
}
