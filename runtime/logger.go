package runtime

import (
	"context"
	"log/slog"
)

// Logger returns a logger of log/slog that sends its records as [Call.Log]
// does. The records have the name, which may be empty, in LogRecord.Logger.
// Levels below Info become debug. Levels from Info+2 become notice, from Warn
// warning, from Error error, and from Error+4, +8 and +12 critical, alert and
// emergency. The logger is enabled while Turn.Log can receive a record of the
// call. It is safe for concurrent use, and valid until the tool returns.
func (c *Call) Logger(name string) *slog.Logger {
	return slog.New(&callHandler{call: c, name: name})
}

// callHandler is the slog.Handler of a call's logger.
type callHandler struct {
	call *Call
	name string
	with func(slog.Handler) slog.Handler // adds the fields and groups of the logger; nil if there are none
}

// Enabled reports whether Turn.Log can receive a record of the call.
func (h *callHandler) Enabled(context.Context, slog.Level) bool { return h.call.isLogEnabled() }

// Handle sends the record.
func (h *callHandler) Handle(_ context.Context, r slog.Record) error {
	h.call.sendLog(LogRecord{
		Level: levelFromSlog(r.Level), Logger: h.name, Message: r.Message, Data: logData(r, h.with), Time: r.Time,
	})
	return nil
}

// WithAttrs returns a handler that adds the fields to each record.
func (h *callHandler) WithAttrs(fields []slog.Attr) slog.Handler {
	return h.withAdded(func(inner slog.Handler) slog.Handler { return inner.WithAttrs(fields) })
}

// WithGroup returns a handler that adds the following fields to a group.
func (h *callHandler) WithGroup(name string) slog.Handler {
	return h.withAdded(func(inner slog.Handler) slog.Handler { return inner.WithGroup(name) })
}

// withAdded returns a copy of the handler that also applies add.
func (h *callHandler) withAdded(add func(slog.Handler) slog.Handler) slog.Handler {
	before := h.with
	return &callHandler{h.call, h.name, func(inner slog.Handler) slog.Handler {
		if before != nil {
			inner = before(inner)
		}
		return add(inner)
	}}
}

// levelFromSlog returns the level that a level of log/slog maps to.
func levelFromSlog(level slog.Level) LogLevel {
	found := LogDebug
	for i := range logLevels {
		if level >= logLevels[i].from {
			found = logLevels[i].level
		}
	}
	return found
}
