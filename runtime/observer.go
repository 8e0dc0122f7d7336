package runtime

import (
	"context"
	"log/slog"
	"time"
)

// Hook observes calls. It is called synchronously and concurrently, and must
// return quickly: after a second it is left behind, for that event. Nothing else
// ends the wait, not even the batch's context, and refusals are told one after
// the other: one that hangs delays a batch by a second for each refused call.
// What it panics with is dropped.
// A call whose deadline passes while a hook looks at it may have its last two
// events in either order.
type Hook interface {
	Observe(ctx context.Context, event Event)
}

// Event is something that happened to a call.
type Event struct {
	// Kind is what happened.
	Kind EventKind
	// Call is the call; it must not be kept.
	Call *Call
	// Result is the answer, from EventRefused and EventEnd on, and nil before.
	// Until EventCut its text is as long as before the budget.
	Result *CallResult
}

// EventKind tells events apart.
type EventKind string

// The kinds of events. Each call has either EventRefused, or EventStart and
// EventEnd.
const (
	// EventRefused: the call was answered before anything of it ran: by the
	// gates, its arguments, an approver, or because the batch ended.
	EventRefused EventKind = "refused"
	// EventRepaired: the decoder mended the arguments.
	EventRepaired EventKind = "repaired"
	// EventStart: the tool is about to be invoked, or its dry run, or the cache
	// to be asked.
	EventStart EventKind = "start"
	// EventCached: the cache answers.
	EventCached EventKind = "cached"
	// EventEnd: the call is answered.
	EventEnd EventKind = "end"
	// EventCut: the batch is over, and the text was cut to its budget.
	EventCut EventKind = "cut"
)

// hookTimeout is how long a hook is waited for.
const hookTimeout = time.Second

// observer tells hooks and the log about the calls of one batch.
type observer struct {
	ctx    context.Context
	hooks  []Hook
	logger *slog.Logger // nil when nobody reads records of single calls
}

// newObserver is nil when nobody watches.
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

// reads reports whether the logger takes records of single calls. One that
// panics takes none.
func isDebugEnabled(ctx context.Context, logger *slog.Logger) bool {
	defer func() { _ = recover() }()
	return logger.Enabled(ctx, slog.LevelDebug)
}

// tell calls every hook.
func (o *observer) notify(kind EventKind, c *Call, result *CallResult) {
	for _, hook := range o.hooks {
		_ = runIsolated(hookTimeout, func() { hook.Observe(o.ctx, Event{Kind: kind, Call: c, Result: result}) })
	}
}

// answered tells the hooks that the call has its answer. They get a copy: the
// budget comes later.
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

// report tells what the budget did, and logs every call of the batch: one
// record each, at the level debug. Neither arguments nor texts are logged.
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

// log writes the record of one call.
func (o *observer) logCall(session *Session, result *CallResult, e *textInfo) {
	attributes := []slog.Attr{
		slog.String("tool", result.Name), slog.String("call", result.ID), slog.String("session", session.ID()),
		slog.Bool("ok", result.Result.OK), slog.Duration("duration", result.Duration),
		slog.Int("chars", e.produced+e.partSizes().chars), slog.Int("chars_reduced", e.chars+e.partSizes().chars),
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
