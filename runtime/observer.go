package runtime

import (
	"context"
	"log/slog"
	"time"
)

// A Hook observes calls. Observe is called synchronously and concurrently, and
// must return quickly: the runtime waits for it for one second for each event.
// The end of the batch's context does not end the wait. Because events of
// refused calls are reported one after the other, a hook that hangs delays a
// batch by one second for each refused call. A panic in Observe is recovered.
// If the deadline of a call passes while a hook observes it, the last two
// events of the call may be in either order.
type Hook interface {
	Observe(ctx context.Context, event Event)
}

// Event reports a step of a call.
type Event struct {
	// Kind is the kind of the event.
	Kind EventKind
	// Call is the call. A hook must not keep it.
	Call *Call
	// Result is the result in EventRefused, EventEnd and EventCut, and
	// otherwise nil. Its text is cut to the budget only in EventCut.
	Result *CallResult
}

// EventKind is the kind of an event.
type EventKind string

// The kinds of events. Each call has either EventRefused, or EventStart and
// EventEnd.
const (
	// EventRefused reports that the call ended before its tool could start:
	// because of the policy checks, its arguments or an approver, or because
	// the batch ended.
	EventRefused EventKind = "refused"
	// EventRepaired reports that the decoder repaired the arguments.
	EventRepaired EventKind = "repaired"
	// EventStart reports that the tool or its dry run is about to run, or that
	// the cache is about to be searched.
	EventStart EventKind = "start"
	// EventCached reports that the result is from the cache.
	EventCached EventKind = "cached"
	// EventEnd reports that the call has its result.
	EventEnd EventKind = "end"
	// EventCut reports, after all calls of the batch have ended, that the text
	// was cut to the budget.
	EventCut EventKind = "cut"
)

// hookTimeout is the time limit of a hook.
const hookTimeout = time.Second

// observer reports the calls of one batch to the hooks and to the log.
type observer struct {
	ctx    context.Context
	hooks  []Hook
	logger *slog.Logger // nil if the logger does not log single calls
}

// newObserver returns nil if there are no hooks and no log of single calls.
func newObserver(ctx context.Context, o *Options) *observer {
	logger := o.logger()
	if !isDebugEnabled(ctx, logger) {
		logger = nil
	}
	if logger == nil && len(o.Hooks) == 0 {
		return nil
	}
	return &observer{ctx: ctx, hooks: o.Hooks, logger: logger}
}

// isDebugEnabled reports whether the logger logs records at the level debug. It
// returns false if the logger panics.
func isDebugEnabled(ctx context.Context, logger *slog.Logger) bool {
	defer func() { _ = recover() }()
	return logger.Enabled(ctx, slog.LevelDebug)
}

// notify calls every hook.
func (o *observer) notify(kind EventKind, c *Call, result *CallResult) {
	for _, hook := range o.hooks {
		_ = runIsolated(hookTimeout, func() { hook.Observe(o.ctx, Event{Kind: kind, Call: c, Result: result}) })
	}
}

// notifyAnswer reports the result of a call to the hooks. They get a copy,
// because the budget may cut the result later.
func (o *observer) notifyAnswer(c *Call, result *CallResult) {
	if len(o.hooks) == 0 {
		return
	}
	kind, now := EventRefused, *result
	if c.startReported.Load() {
		kind = EventEnd
	}
	o.notify(kind, c, &now)
}

// reportBatch reports the cut results to the hooks and logs each call at the
// level debug. The log has no arguments and no texts.
func (o *observer) reportBatch(session *Session, results []CallResult, calls []Call) {
	if o == nil {
		return
	}
	for i := range results {
		result := &results[i]
		if result.Truncated != nil && len(o.hooks) > 0 {
			now := *result
			o.notify(EventCut, &calls[i], &now)
		}
		if o.logger != nil {
			_ = runIsolated(hookTimeout, func() { o.logCall(session, result, &calls[i].textInfo) })
		}
	}
}

// logCall logs one call.
func (o *observer) logCall(session *Session, result *CallResult, e *textInfo) {
	attributes := []slog.Attr{
		slog.String("tool", result.Name), slog.String("call", result.ID), slog.String("session", session.ID()),
		slog.Bool("ok", result.Result.OK), slog.Duration("duration", result.Duration),
		slog.Int("chars", e.produced+e.partSizes().chars), slog.Int("chars_reduced", e.reducedChars()),
	}
	if !result.Result.OK {
		attributes = append(attributes, slog.String("code", string(result.Result.Code)), slog.String("reason", result.Result.Reason))
	}
	if n := len(result.Repairs); n > 0 {
		attributes = append(attributes, slog.Int("repairs", n))
	}
	if result.Truncated != nil {
		attributes = append(attributes, slog.Int("chars_kept", result.Truncated.Kept))
	}
	if e.cached {
		attributes = append(attributes, slog.Bool("cached", true))
	}
	o.logger.LogAttrs(o.ctx, slog.LevelDebug, "tool called", attributes...)
}
