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

// run is one sub-agent, with its limits.
type run struct {
	*plan
	call    *runtime.Call // of the task tool
	session *runtime.Session
	ctx     context.Context // ends with the run, or when its time is over
	cancel  context.CancelFunc
	step    chan struct{} // a semaphore: held by the step in execution, and after the end

	mu    sync.Mutex // guards spent and ended
	spent Budget     // what was used; Time stays zero
	ended bool
}

// errTime is the cause of the context if the time of a run is over.
var errTime = errors.New("the time is over")

// newRun returns a run, whose time starts now.
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

// await calls the agent and waits for its answer or for the end of the run's context. leave is called when
// the agent returns, which can be later.
func (r *run) await(agent Agent, prompt string, leave func()) (string, error) {
	request := &Request{
		Prompt: prompt, Tools: slices.Clone(r.tools), Policy: clonePolicy(r.policy), Session: r.session, Budget: r.budget, Depth: r.depth, run: r,
	}
	done := make(chan outcome, 1)
	go func() {
		defer leave()
		sendOutcome(done, func() (string, error) { return agent.Run(r.ctx, request) })
	}()
	var out outcome
	select {
	case out = <-done:
	case <-r.ctx.Done():
		out.err = context.Cause(r.ctx)
	}
	if out.err != nil {
		out.err = r.failure(out.err)
	}
	return out.answer, out.err
}

// failure returns the error of a run. If the run was ended before the loop returned, the error has the
// reason for that.
func (r *run) failure(err error) error {
	switch cause := context.Cause(r.ctx); {
	case errors.Is(cause, errTime):
		return &runtime.Error{
			Code: runtime.ExecutionFailed, Reason: ReasonTime, Cause: err,
			Message: fmt.Sprintf("its time of %s was over; give it a smaller task", r.budget.Time),
		}
	case errors.Is(cause, errShutdown):
		return errShutdown
	}
	return err
}

// sendOutcome sends the results of f. A panic and runtime.Goexit are errors.
func sendOutcome(done chan<- outcome, f func() (string, error)) {
	out := outcome{err: texts.Failure(runtime.ReasonExited, "", "it ended without a result")}
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

// end ends the run: the step in execution is cancelled, and later steps are refused. end waits for the step
// and returns what the run used.
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

// left returns what is left of the budget. Its cost is at most the remaining cost of each sub-agent that
// this one runs for.
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

// charge counts a cost for this sub-agent and for those that it works for. It does so at once, so that the
// cost counts even if the run is abandoned.
func (r *run) charge(costUSD float64) {
	if !(costUSD > 0) { // also if it is not a number
		return
	}
	for ; r != nil; r = r.parent {
		r.mu.Lock()
		r.spent.CostUSD += costUSD
		r.mu.Unlock()
	}
}

// pay charges what the loop spent, and returns an error if the loop must stop.
func (r *run) pay(costUSD float64) error {
	r.charge(costUSD)
	if err := r.checkRunning(); err != nil {
		return err
	}
	return nil
}
