package loop

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/toolgen/toolgen/examples/agent/internal/model"
	"github.com/toolgen/toolgen/examples/agent/internal/session"
	"github.com/toolgen/toolgen/runtime"
)

// maxParallel is how many calls of one answer run at the same time.
const maxParallel = 16

// call executes the calls of the last answer that have no outcome yet and records their results.
func (a *Agent) call(ctx context.Context, s *session.Session) error {
	turn, err := a.turn(s)
	if err != nil {
		return err
	}
	outcomes := make([]runtime.Outcome, len(s.Calls))
	ended := make([]chan struct{}, len(s.Calls))
	for i := range ended {
		ended[i] = make(chan struct{})
	}
	unknown := firstUnknown(s.Calls)
	slots := make(chan struct{}, maxParallel)
	var group sync.WaitGroup
	for i := range s.Calls {
		group.Go(func() {
			defer close(ended[i])
			for _, before := range s.Calls[i].Prepared.After {
				<-ended[before]
			}
			slots <- struct{}{}
			defer func() { <-slots }()
			outcomes[i] = a.outcome(ctx, s, i, unknown, turn)
		})
	}
	group.Wait()
	results := a.Registry.Fit(outcomes, turn)
	for i := range results {
		results[i].Result.Error += a.help(&results[i].Result)
	}
	return errors.Join(s.AddResults(results), ctx.Err())
}

// isUnknown reports whether an earlier process started the call and was lost before its end. A call of a tool that only
// reads can be repeated.
func isUnknown(c *session.Call) bool {
	if c.Outcome != nil {
		return c.Outcome.Result.Reason == runtime.ReasonOutcomeUnknown
	}
	return c.Started && !c.Prepared.Hints.ReadOnly
}

// firstUnknown returns the index of the first call whose outcome is unknown; the number of calls if there is none.
func firstUnknown(calls []session.Call) int {
	for i := range calls {
		if isUnknown(&calls[i]) {
			return i
		}
	}
	return len(calls)
}

// outcome returns the outcome of one call of the last answer, and records it.
func (a *Agent) outcome(ctx context.Context, s *session.Session, i, unknown int, turn *runtime.Turn) runtime.Outcome {
	call := &s.Calls[i]
	if call.Outcome != nil {
		return *call.Outcome
	}
	p := &call.Prepared
	a.report(Event{Kind: EventCall, CallID: p.Call.ID, Tool: p.Call.Name, Args: p.Call.Args})
	var outcome runtime.Outcome
	switch {
	case isUnknown(call):
		outcome = p.OutcomeUnknown()
	case i > unknown && !p.Hints.ReadOnly && p.Refusal == nil:
		outcome = notExecuted(p, s.Calls[unknown].Prepared.Call.Name)
	default:
		outcome = a.Registry.Execute(withStart(ctx, func() error { return s.StartCall(i) }), *p, turn)
	}
	if err := s.EndCall(i, &outcome); err != nil {
		a.report(Event{Kind: EventNotice, Text: fmt.Sprintf("the outcome of %s was not saved: %v", p.Call.Name, err)})
	}
	e := resultEvent(&outcome)
	e.Text += a.help(&outcome.Result)
	a.report(e)
	return outcome
}

// notExecuted returns the outcome of a call that can change something and comes after a call with an unknown outcome.
func notExecuted(p *runtime.Prepared, earlier string) runtime.Outcome {
	result := runtime.Fail(runtime.ExecutionFailed, "Tool %s was not executed because the outcome of an earlier call of %s is unknown; "+
		"check what that call did, then make this call again if it is still right", p.Call.Name, earlier)
	result.Reason = model.ReasonNotExecuted
	return runtime.Outcome{ID: p.Call.ID, Name: p.Call.Name, Result: result}
}

// help returns a line that says how the user can allow a refused call; empty if no flag allows it.
func (a *Agent) help(r *runtime.Result) string {
	if help := a.Help[r.Reason]; !r.OK && r.Code == runtime.NotAvailable && help != "" {
		return "\n[" + help + "]"
	}
	return ""
}

// resultEvent describes the outcome of a call.
func resultEvent(r *runtime.Outcome) Event {
	e := Event{Kind: EventResult, CallID: r.ID, Tool: r.Name, Text: r.Result.Value, Duration: r.Duration}
	if !r.Result.OK {
		e.Text, e.Code, e.Reason = r.Result.Error, string(r.Result.Code), r.Result.Reason
	}
	// Fit moves the words of the tool into the text that the model gets.
	if r.Result.Lead != "" {
		e.Text = strings.TrimSuffix(r.Result.Lead+"\n"+e.Text, "\n")
	}
	if r.Result.Note != "" {
		e.Text = strings.TrimPrefix(strings.TrimSuffix(e.Text, "\n")+"\n"+r.Result.Note, "\n")
	}
	return e
}

// startKey is the key of the function in a context that records the start of a call.
type startKey struct{}

func withStart(ctx context.Context, start func() error) context.Context {
	return context.WithValue(ctx, startKey{}, start)
}

// RecordStarts is middleware that records the start of a call in its session, after its approval and before its tool runs.
// A call whose start cannot be recorded does not run.
func RecordStarts() runtime.Middleware {
	return runtime.Middleware{Name: "session", Wrap: func(_ *runtime.Tool, next runtime.Handler) runtime.Handler {
		return func(ctx context.Context, call *runtime.Call) runtime.Result {
			if start, ok := ctx.Value(startKey{}).(func() error); ok {
				if err := start(); err != nil {
					return runtime.Fail(runtime.ExecutionFailed, "the call was not run, because the session could not be saved: %v", err)
				}
			}
			return next(ctx, call)
		}
	}}
}
