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

// Budget limits one sub-agent. A zero field means its default, a negative one means that nothing is allowed.
type Budget struct {
	// Steps limits how often calls are executed, Calls how many calls there are in all.
	Steps, Calls int
	// ResultChars limits the texts of all results together, in code points. One step returns at most
	// runtime.DefaultResultBudget of them.
	ResultChars int
	// CostUSD limits the cost of calls, of what the loop charges, and of its own sub-agents, in US
	// dollars. The cost of a step is known after the step, so the last step can exceed the limit.
	CostUSD float64
	// Time limits how long the sub-agent runs. The deadline of the call, one hour, also applies.
	Time time.Duration
}

// withDefaults returns the budget with the defaults of zero fields.
func (b Budget) withDefaults() Budget {
	return Budget{
		Steps: cmp.Or(b.Steps, DefaultSteps), Calls: cmp.Or(b.Calls, DefaultCalls), ResultChars: cmp.Or(b.ResultChars, DefaultResultChars),
		CostUSD: cmp.Or(b.CostUSD, DefaultCostUSD), Time: cmp.Or(b.Time, DefaultTime),
	}
}

// Options configure a runner. The zero value, and nil, mean the defaults.
type Options struct {
	// Budget is the budget of each sub-agent.
	Budget Budget
	// Depth limits how deep sub-agents are nested: with 1, only the main agent can have sub-agents.
	// Zero or less means DefaultDepth.
	Depth int
	// Parallel limits how many sub-agents run at the same time, at each depth; others wait. Zero or
	// less means DefaultParallel.
	Parallel int
	// Exclude are the names of tools that no sub-agent gets.
	Exclude []string
}

// Runner runs sub-agents. Make one with [New].
type Runner struct {
	agent    Agent
	options  Options
	registry atomic.Pointer[runtime.Registry]
	slots    []chan struct{} // semaphores by depth - 1; a sub-agent never waits for its own depth, which prevents deadlocks

	life     context.Context // ends with Shutdown
	shutdown context.CancelCauseFunc
	mu       sync.Mutex     // guards the order of active.Add and the end of life
	active   sync.WaitGroup // the calls in progress
}

// New returns a runner of sub-agents, which the agent works for. Its tool is not available before
// [Runner.Use].
func New(agent Agent, o *Options) *Runner {
	r := &Runner{agent: agent}
	r.life, r.shutdown = context.WithCancelCause(context.Background())
	if o != nil {
		r.options = *o
		r.options.Exclude = slices.Clone(o.Exclude)
	}
	r.options.Budget = r.options.Budget.withDefaults()
	if r.options.Depth <= 0 {
		r.options.Depth = DefaultDepth
	}
	if r.options.Parallel <= 0 {
		r.options.Parallel = DefaultParallel
	}
	for range r.options.Depth {
		r.slots = append(r.slots, make(chan struct{}, r.options.Parallel))
	}
	return r
}

// Use sets the registry whose tools sub-agents run: usually the one in which the runner's own tool is
// registered.
func (r *Runner) Use(registry *runtime.Registry) { r.registry.Store(registry) }

// Wired reports whether there is an agent and a registry. Otherwise the tool is not offered.
func (r *Runner) Wired() bool { return r.agent != nil && r.registry.Load() != nil }

// enter waits until fewer than Options.Parallel sub-agents run at that depth. The caller must call leave at
// the end.
func (r *Runner) enter(ctx context.Context, depth int) (leave func(), err error) {
	slots := r.slots[depth-1]
	select {
	case slots <- struct{}{}:
		return func() { <-slots }, nil
	case <-ctx.Done():
		if errors.Is(context.Cause(ctx), errShutdown) {
			return nil, errShutdown
		}
		return nil, texts.Unavailable(ReasonBusy, "no sub-agent could start in time: %d are running already", cap(slots))
	}
}

// errShutdown is the cause of the context if the runner was shut down.
var errShutdown = texts.Unavailable(ReasonEnded, "the program that runs sub-agents is shutting down")

// begin counts a call as active until done is called. It fails after Shutdown. The returned context ends with
// the runner too.
func (r *Runner) begin(ctx context.Context) (_ context.Context, done func(), err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.life.Err() != nil {
		return nil, nil, errShutdown
	}
	r.active.Add(1)
	ctx, stop := withEnd(ctx, r.life)
	return ctx, func() { stop(); r.active.Done() }, nil
}

// Shutdown ends all sub-agents: their contexts end, the calls in execution are cancelled, and they can spend
// nothing more. It waits until their calls have results or the context ends, but not for loops that ignore
// their context. Later calls are refused. A registry calls Shutdown when the tool is unregistered.
func (r *Runner) Shutdown(ctx context.Context) error {
	r.mu.Lock()
	r.shutdown(errShutdown)
	r.mu.Unlock()
	done := make(chan struct{})
	go func() {
		r.active.Wait()
		close(done)
	}()
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// withEnd returns a copy of ctx that also ends when another context ends, with the same cause.
func withEnd(ctx, other context.Context) (_ context.Context, stop func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	detach := context.AfterFunc(other, func() { cancel(context.Cause(other)) })
	return ctx, func() { detach(); cancel(nil) }
}
