package runtime

import (
	"context"
	"log/slog"
)

// Logger is a logger of log/slog whose records [Call.Log] sends, under that
// name, which may be empty. Levels below Info become debug, from Info+2 on
// notice, from Warn on warning, from Error on error, and from Error+4, +8 and
// +12 on critical, alert and emergency. It is enabled as long as a record can
// reach Turn.Log. It is safe for concurrent use, and valid as long as the call.
func (c *Call) Logger(name string) *slog.Logger {
	return slog.New(&callHandler{call: c, name: name})
}

// callHandler sends the records of a logger as those of a call.
type callHandler struct {
	call *Call
	name string
	with func(slog.Handler) slog.Handler // adds the logger's fields and groups; nil for none
}

// Enabled reports whether a record of the call can reach a reader.
func (h *callHandler) Enabled(context.Context, slog.Level) bool { return h.call.isLogEnabled() }

// Handle sends the record.
func (h *callHandler) Handle(_ context.Context, r slog.Record) error {
	h.call.sendLog(LogRecord{
		Level: levelFromSlog(r.Level), Logger: h.name, Message: r.Message, Data: logData(r, h.with), Time: r.Time,
	})
	return nil
}

// WithAttrs is a handler that adds these fields to each record.
func (h *callHandler) WithAttrs(fields []slog.Attr) slog.Handler {
	return h.withAdded(func(inner slog.Handler) slog.Handler { return inner.WithAttrs(fields) })
}

// WithGroup is a handler that puts the fields that follow into a group.
func (h *callHandler) WithGroup(name string) slog.Handler {
	return h.withAdded(func(inner slog.Handler) slog.Handler { return inner.WithGroup(name) })
}

func (h *callHandler) withAdded(add func(slog.Handler) slog.Handler) slog.Handler {
	before := h.with
	return &callHandler{h.call, h.name, func(inner slog.Handler) slog.Handler {
		if before != nil {
			inner = before(inner)
		}
		return add(inner)
	}}
}

// levelOf is the level that a level of log/slog stands for.
func levelFromSlog(level slog.Level) LogLevel {
	found := LogDebug
	for i := range logLevels {
		if level >= logLevels[i].from {
			found = logLevels[i].level
		}
	}
	return found
}
