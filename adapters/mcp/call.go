package mcp

import (
	"context"
	"crypto/rand"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/internal/untrusted"
	"github.com/toolgen/toolgen/runtime"
)

// call answers tools/call. It receives the calls of all tools. The context is that
// of callContext.
func (s *Server) call(ctx context.Context, r *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
	client := s.sessionOf(ctx, r)
	p := &slot{server: s, session: client}
	if err := p.take(ctx); err != nil {
		return nil, err
	}
	defer p.release()
	turn, err := s.turn(ctx, r.Session, client, r.Extra)
	if err != nil {
		return nil, err
	}
	ctx = context.WithValue(ctx, requestKey{}, r)
	s.forward(ctx, r, turn)
	name, _ := ctx.Value(nameKey{}).(string)
	call := runtime.ToolCall{ID: rand.Text(), Name: name, Args: r.Params.Arguments}
	if s.mayNeedApproval(name) {
		return s.callWithApproval(ctx, r, p, call, turn)
	}
	of := &s.registry.ExecuteParallel(ctx, []runtime.ToolCall{call}, turn)[0]
	if err := capabilityError(of.Result.Cause); err != nil {
		return nil, err
	}
	return result(of), nil
}

// forward makes the turn send progress events and log records to the client, in
// addition to the receivers of the turn. The client receives progress if its
// request has a progress token, and the SDK drops records below the level that the
// client has set.
func (s *Server) forward(ctx context.Context, r *sdk.CallToolRequest, turn *runtime.Turn) {
	emit, log := turn.Emit, turn.Log
	if token := r.Params.GetProgressToken(); token != nil {
		p := &progress{token: token}
		turn.Emit = func(e runtime.ProgressEvent) {
			if emit != nil {
				emit(e)
			}
			if e.Audience != runtime.AudienceInternal {
				_ = r.Session.NotifyProgress(ctx, p.next(&e)) // fails if the client is gone
			}
		}
	}
	turn.Log = func(record runtime.LogRecord) {
		if log != nil {
			log(record)
		}
		_ = r.Session.Log(ctx, logParams(&record)) // fails if the client is gone
	}
}

// logParams returns the notification for a log record.
func logParams(record *runtime.LogRecord) *sdk.LoggingMessageParams {
	logger, message := record.Tool, untrusted.Neutralize(record.Message)
	if record.Logger != "" {
		logger += "/" + record.Logger
	}
	params := &sdk.LoggingMessageParams{Level: sdk.LoggingLevel(record.Level), Logger: logger, Data: message}
	if record.Data != nil {
		params.Data = map[string]any{"message": message, "fields": record.Data}
	}
	return params
}
