package task

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/toolgen/toolgen/builtin/internal/texts"
	"github.com/toolgen/toolgen/runtime"
)

// run is one sub-agent at work, and what holds it to its limits.
type run struct {
	*plan
	call    *runtime.Call // of the task tool
	session *runtime.Session
	ctx     context.Context // ends with the run, at the latest when its time is over
	cancel  context.CancelFunc
	step    chan struct{} // held by the step that is executed, and by the end

	mu    sync.Mutex // guards what follows
	spent Budget     // what was used; Time stays zero
	ended bool
}

// errTime is the cause of the end of a run whose time is over.
var errTime = errors.New("the time is over")

// newRun starts the clock of a sub-agent.
func newRun(ctx context.Context, call *runtime.Call, p *plan) *run {
	r := &run{plan: p, call: call, step: make(chan struct{}, 1)}
	id := "task-" + strings.ToLower(rand.Text()[:12])
	if parent := call.Session().ID(); parent != "" {
		id = parent + "/" + id
	}
	r.session = call.Session().Child(id)
	r.ctx, r.cancel = context.WithTimeoutCause(context.WithValue(ctx, runKey{}, r), p.budget.Time, errTime)
	return r
}

// outcome is what an agent returned.
type outcome struct {
	answer string
	err    error
}

// await lets the agent work, and waits for its answer or for the end of the
// run's context, whichever comes first. The place is given back when the agent
// returns, be it much later.
func (r *run) await(agent Agent, prompt string, leave func()) (string, error) {
	request := &Request{
		Prompt: prompt, Tools: slices.Clone(r.tools), Policy: cloned(r.policy), Session: r.session, Budget: r.budget, Depth: r.depth, run: r,
	}
	done := make(chan outcome, 1)
	go func() {
		defer leave()
		contained(done, func() (string, error) { return agent.Run(r.ctx, request) })
	}()
	var out outcome
	select {
	case out = <-done:
	case <-r.ctx.Done():
		out.err = context.Cause(r.ctx)
	}
	if out.err != nil {
		out.err = r.endedBy(out.err)
	}
	return out.answer, out.err
}

// endedBy is the failure of a run: where it was ended that is why, whatever its loop says.
func (r *run) endedBy(failure error) error {
	switch cause := context.Cause(r.ctx); {
	case errors.Is(cause, errTime):
		return &runtime.Error{
			Code: runtime.ExecutionFailed, Reason: ReasonTime, Cause: failure,
			Message: fmt.Sprintf("its time of %s was over; give it a smaller task", r.budget.Time),
		}
	case errors.Is(cause, errShut):
		return errShut
	}
	return failure
}

// contained sends what f returns; a panic and runtime.Goexit are failures.
func contained(done chan<- outcome, f func() (string, error)) {
	out := outcome{err: texts.Failed(runtime.ReasonExited, "", "it ended without a result")}
	defer func() {
		if value := recover(); value != nil {
			text := fmt.Sprint(value)
			line, _, _ := strings.Cut(text, "\n")
			out.err = &runtime.Error{
				Code: runtime.ExecutionFailed, Message: fmt.Sprintf("it panicked: %.200s", line), Reason: runtime.ReasonPanic,
				Cause: fmt.Errorf("panic: %s\n%s", text, debug.Stack()),
			}
		}
		done <- out
	}()
	answer, err := f()
	out = outcome{answer, err}
}

// end closes the run: what is being executed is cancelled and waited for, and
// nothing more will be. It returns what was used.
func (r *run) end() Budget {
	r.mu.Lock()
	r.ended = true
	r.mu.Unlock()
	r.cancel()
	r.step <- struct{}{}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.spent
}

// left is what is left of the budget. Of the cost, no more than what is left to
// those that the sub-agent works for.
func (r *run) left() Budget {
	deadline, _ := r.ctx.Deadline()
	r.mu.Lock()
	left := Budget{
		Steps: max(0, r.budget.Steps-r.spent.Steps), Calls: max(0, r.budget.Calls-r.spent.Calls),
		ResultChars: max(0, r.budget.ResultChars-r.spent.ResultChars), CostUSD: max(0, r.budget.CostUSD-r.spent.CostUSD),
		Time: max(0, time.Until(deadline)),
	}
	r.mu.Unlock()
	if r.parent != nil {
		left.CostUSD = min(left.CostUSD, r.parent.left().CostUSD)
	}
	return left
}

// charge counts a cost here and for all that this sub-agent works for: at once, so that
// it is counted even if the run is abandoned.
func (r *run) charge(costUSD float64) {
	if !(costUSD > 0) { // not a number neither
		return
	}
	for ; r != nil; r = r.parent {
		r.mu.Lock()
		r.spent.CostUSD += costUSD
		r.mu.Unlock()
	}
}

// pay charges what the loop spent, and says whether it may go on.
func (r *run) pay(costUSD float64) error {
	r.charge(costUSD)
	if refused := r.closed(); refused != nil {
		return refused
	}
	return nil
}
