package mcp

import (
	"context"
	"crypto/rand"
	"math"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/runtime"
)

// call answers tools/call. The SDK gives it the calls of all tools.
func (s *Server) call(ctx context.Context, r *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
	turn, err := s.turn(ctx, r.Session, r.Extra)
	if err != nil {
		return nil, err
	}
	ctx = context.WithValue(ctx, requestKey{}, r)
	s.forward(ctx, r, turn)
	name, _ := ctx.Value(nameKey{}).(string)
	call := runtime.ToolCall{ID: rand.Text(), Name: name, Args: r.Params.Arguments}
	if s.mayNeedConsent(turn, name) {
		return s.callWithConsent(ctx, r, call, turn)
	}
	of := &s.registry.ExecuteParallel(ctx, []runtime.ToolCall{call}, turn)[0]
	if err := capabilityError(of.Result.Cause); err != nil {
		return nil, err
	}
	return result(of), nil
}

// forward sends what the tool reports to the client: progress when the client
// asked for it, and log records from the level that it set. The turn's own
// receivers get both as well.
func (s *Server) forward(ctx context.Context, r *sdk.CallToolRequest, turn *runtime.Turn) {
	emit, log := turn.Emit, turn.Log
	if token := r.Params.GetProgressToken(); token != nil {
		p := &progress{token: token}
		turn.Emit = func(e runtime.ProgressEvent) {
			if emit != nil {
				emit(e)
			}
			if e.Audience != runtime.AudienceInternal {
				_ = r.Session.NotifyProgress(ctx, p.next(&e)) // a client that is gone misses it
			}
		}
	}
	turn.Log = func(record runtime.LogRecord) {
		if log != nil {
			log(record)
		}
		_ = r.Session.Log(ctx, logParams(&record)) // likewise
	}
}

// progress numbers the progress of one call: the protocol wants it to grow.
type progress struct {
	token any
	last  float64
}

// next is the notification for an event.
func (p *progress) next(e *runtime.ProgressEvent) *sdk.ProgressNotificationParams {
	params := &sdk.ProgressNotificationParams{ProgressToken: p.token, Message: e.Message}
	value := math.Nextafter(p.last, math.Inf(1))
	if e.Percent != nil {
		value, params.Total = max(value, *e.Percent), 100
	}
	p.last, params.Progress = value, value
	return params
}

// logParams is the notification for a log record.
func logParams(record *runtime.LogRecord) *sdk.LoggingMessageParams {
	logger := record.Tool
	if record.Logger != "" {
		logger += "/" + record.Logger
	}
	params := &sdk.LoggingMessageParams{Level: sdk.LoggingLevel(record.Level), Logger: logger, Data: record.Message}
	if record.Data != nil {
		params.Data = map[string]any{"message": record.Message, "fields": record.Data}
	}
	return params
}
