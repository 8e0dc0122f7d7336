package temporal

import (
	"cmp"
	"context"
	"errors"
	"sync"
	"time"

	"go.temporal.io/api/serviceerror"
	"go.temporal.io/api/workflowservicemock/v1"
	"go.temporal.io/sdk/activity"
	sdk "go.temporal.io/sdk/temporal"

	"github.com/toolgen/toolgen/runtime"
)

// beat is the detail of a heartbeat. Every heartbeat has the last progress, because
// it replaces the detail of the one before.
type beat struct {
	Call    string                 `json:"call"`
	Tool    string                 `json:"tool"`
	Attempt int                    `json:"attempt"`
	Last    *runtime.ProgressEvent `json:"progress,omitempty"`
}

// recorder sends a heartbeat of an attempt to the server and returns the answer.
type recorder func(ctx context.Context, b beat) error

// recordHeartbeat is the recorder of workers. It does not use
// activity.RecordHeartbeat, which cancels the activity for good if the server does not
// answer one heartbeat within a second.
func recordHeartbeat(ctx context.Context, b beat) error {
	c := activity.GetClient(ctx)
	if _, ok := c.WorkflowService().(*workflowservicemock.MockWorkflowServiceClient); ok { // the SDK's test suite
		activity.RecordHeartbeat(ctx, b)
		return nil
	}
	return c.RecordActivityHeartbeat(ctx, activity.GetInfo(ctx).TaskToken, b)
}

// errGivenUp is the cause of the cancellation of a tool whose attempt the server has
// given up, or must have given up, because it got no heartbeat.
var errGivenUp = errors.New("temporal: the server has given the attempt up")

// heartbeats sends the heartbeats of one call until it is stopped, and cancels the
// context of the tool if the workflow was cancelled or the attempt was given up. A nil
// value sends none.
type heartbeats struct {
	record            recorder
	interval, timeout time.Duration
	tool              context.Context
	cancel            context.CancelCauseFunc
	progress          chan struct{} // has an element if there is new progress
	stopSending       context.CancelFunc
	done              chan struct{}

	mu   sync.Mutex
	beat beat
}

// lastBeat returns the detail of the last heartbeat of an earlier attempt.
func lastBeat(ctx context.Context) beat {
	var last beat
	if activity.HasHeartbeatDetails(ctx) {
		if err := activity.GetHeartbeatDetails(ctx, &last); err != nil {
			return beat{}
		}
	}
	return last
}

// startHeartbeats starts the heartbeats of a call. A local activity has none.
func (w *host) startHeartbeats(ctx context.Context, r *executeRequest) *heartbeats {
	info := activity.GetInfo(ctx)
	if info.IsLocalActivity {
		return nil
	}
	h := &heartbeats{record: w.record, interval: w.options.Heartbeat, timeout: cmp.Or(info.HeartbeatTimeout, w.options.HeartbeatTimeout), beat: lastBeat(ctx)}
	h.beat.Call, h.beat.Tool, h.beat.Attempt = callKey(r.Batch.ID, r.Index), r.Tool, int(info.Attempt)
	h.start(ctx)
	return h
}

// start starts the goroutine that sends the heartbeats.
func (h *heartbeats) start(ctx context.Context) {
	h.progress, h.done = make(chan struct{}, 1), make(chan struct{})
	h.tool, h.cancel = context.WithCancelCause(ctx)
	ctx, h.stopSending = context.WithCancel(ctx)
	go h.run(ctx)
}

// run sends a heartbeat in each interval. New progress is sent at once if no heartbeat
// was sent in the last interval.
func (h *heartbeats) run(ctx context.Context) {
	defer close(h.done)
	ticker := time.NewTicker(h.interval)
	defer ticker.Stop()
	answered := time.Now()
	var sent time.Time
	for {
		select {
		case <-ticker.C:
		case <-h.progress:
			if time.Since(sent) < h.interval {
				continue // the next heartbeat has it
			}
		case <-ctx.Done():
			return
		}
		sent = time.Now()
		if h.send(ctx) {
			answered = sent
		}
		if ctx.Err() == nil && time.Since(answered) >= h.timeout {
			h.cancel(errGivenUp)
		}
	}
}

// send sends a heartbeat with the last progress, and reports whether the server
// answered. A server that is away for less than the heartbeat timeout changes nothing.
func (h *heartbeats) send(ctx context.Context) (answered bool) {
	ctx, cancel := context.WithTimeout(ctx, h.timeout/2)
	defer cancel()
	h.mu.Lock()
	b := h.beat
	h.mu.Unlock()
	err := h.record(ctx, b)
	switch {
	case err == nil:
	case sdk.IsCanceledError(err):
		h.cancel(err)
	case isNotCurrent(err):
		h.cancel(errGivenUp)
	default:
		return errors.Is(err, activity.ErrActivityPaused) || errors.Is(err, activity.ErrActivityReset)
	}
	return true
}

// isNotCurrent reports whether the error of a heartbeat says that the attempt is not
// current.
func isNotCurrent(err error) bool {
	var notFound *serviceerror.NotFound
	var noNamespace *serviceerror.NamespaceNotFound
	return errors.As(err, &notFound) || errors.As(err, &noNamespace)
}

// report keeps the last progress for the next heartbeat. Heartbeats can be seen by
// people, so internal events are dropped.
func (h *heartbeats) report(event runtime.ProgressEvent) {
	if h == nil || event.Audience == runtime.AudienceInternal {
		return
	}
	h.mu.Lock()
	h.beat.Last = &event
	h.mu.Unlock()
	select {
	case h.progress <- struct{}{}:
	default:
	}
}

// toolContext returns the context of the tool of an activity with the context ctx.
func (h *heartbeats) toolContext(ctx context.Context) context.Context {
	if h == nil {
		return ctx
	}
	return h.tool
}

// isGivenUp reports whether the attempt was given up.
func (h *heartbeats) isGivenUp() bool {
	return h != nil && errors.Is(context.Cause(h.tool), errGivenUp)
}

// stop ends the heartbeats.
func (h *heartbeats) stop() {
	if h == nil {
		return
	}
	h.stopSending()
	<-h.done
	h.cancel(nil)
}
