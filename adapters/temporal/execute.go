package temporal

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"go.temporal.io/sdk/activity"
	sdk "go.temporal.io/sdk/temporal"

	"github.com/toolgen/toolgen/runtime"
)

// The values of Result.Reason for calls that this package ends. The code is
// runtime.NotAvailable for a call that never started, and runtime.ExecutionFailed
// for one that did.
const (
	// ReasonUnavailable means that the worker could not load what the call needs: its
	// turn, its session or its arguments. The tool did not run.
	ReasonUnavailable = "durable_unavailable"
	// ReasonNoWorker means that no worker took the call within Options.QueueTimeout.
	// The tool did not run.
	ReasonNoWorker = "no_worker"
	// ReasonNotStored means that the tool ran, but that its result or the state of its
	// session could not be stored. The result is withheld, because other workers could
	// not redact the secrets that the tool may have received.
	ReasonNotStored = "not_stored"
)

// execute is the activity that executes one call.
func (w *host) execute(ctx context.Context, r executeRequest) (executeAnswer, error) {
	return runPhase(ctx, w, r.Batch, func(p *phase) (executeAnswer, error) { return p.executeAttempt(ctx, &r) })
}

// errNotCurrent is the error of an attempt that does not start its tool.
var errNotCurrent = &ownError{text: "the server did not confirm that the attempt is current"}

// errStopped is the error of an attempt that ends without a result.
var errStopped = errors.New("the worker stopped during the call, or lost its server")

// executeAttempt executes one call. It returns an error only if the call may start
// again.
func (p *phase) executeAttempt(ctx context.Context, r *executeRequest) (executeAnswer, error) {
	info := activity.GetInfo(ctx)
	if err := p.checkOwner(ctx, &info); err != nil {
		return executeAnswer{}, err
	}
	beats := p.startHeartbeats(ctx, r)
	defer beats.stop()
	outcome := p.executeCall(ctx, r, int(info.Attempt), beats)
	if r.Repeatable && (beats.isGivenUp() || isStopped(ctx)) && outcome.Result.Reason == runtime.ReasonCancelled {
		return executeAnswer{}, errStopped
	}
	return p.answer(context.WithoutCancel(ctx), r, int(info.Attempt), &outcome), nil
}

// checkOwner returns an error if the server has started another attempt or has ended the
// call: a worker that was paused must not start a call that the workflow reports as
// lost. It asks the server, by a heartbeat, only if the attempt seems to have begun long
// ago: a heartbeat takes time, and the clocks of worker and server may differ.
func (w *host) checkOwner(ctx context.Context, info *activity.Info) error {
	if info.IsLocalActivity || time.Since(info.StartedTime) < w.options.HeartbeatTimeout/2 {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, w.options.HeartbeatTimeout)
	defer cancel()
	if err := w.record(ctx, lastBeat(ctx)); err != nil && !sdk.IsCanceledError(err) {
		return errNotCurrent
	}
	return nil
}

// isStopped reports whether the worker stops.
func isStopped(ctx context.Context) bool {
	select {
	case <-activity.GetWorkerStopChannel(ctx):
		return true
	default:
		return false
	}
}

// executeCall executes one call and returns its outcome. Everything that prevents it
// from starting is a failed outcome, not an error.
func (p *phase) executeCall(ctx context.Context, r *executeRequest, attempt int, beats *heartbeats) runtime.Outcome {
	var prepared runtime.Prepared
	err := r.Batch.checkVersion()
	if err == nil {
		err = p.load(ctx)
	}
	if err == nil {
		err = p.unpack(ctx, r.Prepared, &prepared)
	}
	if err != nil {
		return p.unavailable(ctx, r, err)
	}
	if p.isHeld(r, &prepared) {
		return prepared.Held()
	}
	prepared.Attempt, p.turn.Emit = attempt, beats.report
	if r.Decision != nil {
		p.turn.Decisions = []runtime.Decision{decisionOfAttempt(r.Decision, attempt)}
	}
	outcome := p.registry.Execute(beats.toolContext(ctx), prepared, p.turn)
	if err := p.saveSession(context.WithoutCancel(ctx), r.Batch.Turn, p.session, ""); err != nil {
		return p.notStored(ctx, &prepared.Call, err)
	}
	return outcome
}

// decisionOfAttempt returns the decision for one attempt. The workflow uses a
// decision for one call only. The runtime refuses a decision that was used before,
// so each attempt of the call has a decision of its own.
func decisionOfAttempt(d *runtime.Decision, attempt int) runtime.Decision {
	own := *d
	if attempt > 1 {
		own.RequestID += "#" + strconv.Itoa(attempt)
	}
	return own
}

// isHeld reports whether a call that may still be running blocks the call.
func (p *phase) isHeld(r *executeRequest, prepared *runtime.Prepared) bool {
	later := *prepared
	later.Key = hashKey(prepared.Key)
	for _, running := range r.Running {
		other := runtime.Prepared{Call: runtime.ToolCall{Name: running.Tool}, Key: running.Key, Keyed: running.Keyed}
		if prepared.Refusal == nil && p.registry.Blocks(&other, &later, p.turn) {
			return true
		}
	}
	return false
}

// answer returns the answer of the activity, with an outcome that fits into a
// history.
func (p *phase) answer(ctx context.Context, r *executeRequest, attempt int, outcome *runtime.Outcome) executeAnswer {
	// A worker that was given up may still store its outcome, so each attempt has a key of its own.
	key := fmt.Sprintf("%s/outcome/%d/%d", r.Batch.ID, r.Index, attempt)
	packed, err := p.pack(ctx, key, r.MaxBytes, outcome)
	if err != nil {
		failed := p.notStored(ctx, &runtime.ToolCall{ID: outcome.ID, Name: outcome.Name}, err)
		failed.Running = outcome.Running
		outcome = &failed
		data, _ := failed.MarshalJSON() // cannot fail: it has plain texts
		packed = item{JSON: data}
	}
	return executeAnswer{Outcome: packed, Running: outcome.Running, Failed: !outcome.Result.OK, Reason: outcome.Result.Reason}
}

// unavailable returns the outcome of a call that cannot start on this worker.
func (p *phase) unavailable(ctx context.Context, r *executeRequest, err error) runtime.Outcome {
	text := p.text(ctx, err)
	p.options.logger().Error("a call cannot start", "tool", r.Tool, "error", text)
	result := runtime.Fail(runtime.NotAvailable, "Tool %s cannot run now: %s", r.Tool, text)
	result.Reason = ReasonUnavailable
	return runtime.Outcome{ID: r.Call, Name: r.Tool, Result: result}
}

// notStored returns the outcome of a call whose tool ran, and whose result could not
// be stored.
func (p *phase) notStored(ctx context.Context, call *runtime.ToolCall, err error) runtime.Outcome {
	p.options.logger().Error("the result of a call could not be stored", "tool", call.Name, "error", p.text(ctx, err))
	result := runtime.Fail(runtime.ExecutionFailed, "Tool %s ran, but its result could not be stored; check what it did before calling it again", call.Name)
	result.Reason = ReasonNotStored
	return runtime.Outcome{ID: call.ID, Name: call.Name, Result: result}
}
