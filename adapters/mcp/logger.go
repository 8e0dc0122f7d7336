package mcp

import (
	"context"
	"log/slog"
)

// sessionIDAttr is the key under which the SDK logs the ids of HTTP sessions.
// They are secrets.
const sessionIDAttr = "session_id"

// withoutSessionIDs returns a logger that drops the ids of HTTP sessions; nil for
// nil.
func withoutSessionIDs(l *slog.Logger) *slog.Logger {
	if l == nil {
		return nil
	}
	return slog.New(sessionIDRemover{l.Handler()})
}

// sessionIDRemover is a handler that drops the ids of HTTP sessions.
type sessionIDRemover struct{ slog.Handler }

// Handle drops the ids from a record.
func (h sessionIDRemover) Handle(ctx context.Context, record slog.Record) error {
	kept := slog.NewRecord(record.Time, record.Level, record.Message, record.PC)
	record.Attrs(func(a slog.Attr) bool {
		if a.Key != sessionIDAttr {
			kept.AddAttrs(a)
		}
		return true
	})
	return h.Handler.Handle(ctx, kept)
}

// WithAttrs drops the ids from the attributes.
func (h sessionIDRemover) WithAttrs(attrs []slog.Attr) slog.Handler {
	var kept []slog.Attr
	for _, a := range attrs {
		if a.Key != sessionIDAttr {
			kept = append(kept, a)
		}
	}
	return sessionIDRemover{h.Handler.WithAttrs(kept)}
}

// WithGroup keeps the handler.
func (h sessionIDRemover) WithGroup(name string) slog.Handler {
	return sessionIDRemover{h.Handler.WithGroup(name)}
}
