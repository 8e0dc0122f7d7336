package mcp

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/internal/measure"
	"github.com/toolgen/toolgen/runtime"
)

// ReasonInvalidOutput is the reason of a call whose structured content violates
// the output schema of the tool. The code is ExecutionFailed. The call may have
// taken effect.
const ReasonInvalidOutput = "invalid_output"

// invoke returns the handler of a tool of the server.
func (b *Bridge) invoke(d *remoteTool) runtime.Handler {
	return func(ctx context.Context, c *runtime.Call) runtime.Result {
		params := &sdk.CallToolParams{Name: d.name, Arguments: c.RawArgs()}
		if c.RawArgs() == nil {
			params.Arguments = json.RawMessage("{}")
		}
		token := rand.Text()
		params.SetProgressToken(token)
		b.mu.Lock()
		b.running[token] = c
		b.mu.Unlock()
		defer func() {
			b.mu.Lock()
			defer b.mu.Unlock()
			delete(b.running, token)
		}()
		result, canRepeat := b.send(ctx, d, params)
		if canRepeat && ctx.Err() == nil {
			result, _ = b.send(ctx, d, params)
		}
		return result
	}
}

// send sends a call. It reports whether the call can be sent again, because the
// server cannot have executed it.
func (b *Bridge) send(ctx context.Context, d *remoteTool, params *sdk.CallToolParams) (result runtime.Result, canRepeat bool) {
	l, err := b.connectedLink(ctx)
	switch {
	case ctx.Err() != nil:
		return runtime.FromError(ctx.Err()), false
	case err != nil:
		return runtime.Fail(runtime.NotAvailable, "%v", err), false
	case !b.isAllowed(d):
		return runtime.Fail(runtime.NotAvailable, "The server %s has changed or removed the definition of this tool. The tool cannot be called until the application allows the new definition.", b.options.Name), false
	}
	ctx, x := withExchange(ctx)
	_, err = l.session.CallTool(ctx, params)
	l.connection.forget(x)
	switch answer, refusal := x.answer(); {
	case answer != nil:
		b.resetFailures(l)
		return b.readResult(d, answer), false
	case refusal != nil:
		b.resetFailures(l)
		return b.refusedCall(refusal), false
	}
	return b.failedCall(ctx, l, x, err)
}

// failedCall returns the result of a call that the server did not answer.
func (b *Bridge) failedCall(ctx context.Context, l *link, x *exchange, err error) (result runtime.Result, canRepeat bool) {
	status, isUnknownToServer := x.httpStatus(), x.isUnknownToServer()
	switch {
	case ctx.Err() != nil && isUnknownToServer:
		return runtime.FromError(ctx.Err()), false
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return unknownOutcome(ctx.Err(), "The server %s did not answer before the deadline of the call.", b.options.Name), false
	case ctx.Err() != nil:
		return unknownOutcome(ctx.Err(), "The call was cancelled before the server %s answered.", b.options.Name), false
	case isUnknownToServer, errors.Is(err, sdk.ErrSessionMissing):
		l.connection.fail(httpCause(err))
		b.drop(l)
		return runtime.Fail(runtime.NotAvailable, "%v", b.unreachable(l.connection.reason(err))), true
	case status >= http.StatusBadRequest && status < http.StatusInternalServerError:
		return runtime.Fail(runtime.NotAvailable, "The server %s refused the request with the HTTP status %d %s. The call did not take effect.", b.options.Name, status, http.StatusText(status)), false
	}
	return b.withoutAnswer(l.connection.reason(err)), false
}

// refusedCall returns the result of a call that the server answered with an
// error of the protocol.
func (b *Bridge) refusedCall(answered *jsonrpc.Error) runtime.Result {
	code := runtime.ExecutionFailed
	if answered.Code == jsonrpc.CodeInvalidParams {
		code = runtime.InputInvalid
	}
	return runtime.Fail(code, "The server %s answered with an error: %s", b.options.Name, measure.Clip(answered.Message, maxErrorChars))
}

// maxErrorChars is the maximum length of an error message of a server, in code
// points.
const maxErrorChars = 4000

// withoutAnswer returns the result of a call that has no answer because of an
// error of the connection.
func (b *Bridge) withoutAnswer(err error) runtime.Result {
	return unknownOutcome(err, "The server %s did not answer the call: %s.", b.options.Name, measure.Clip(fmt.Sprint(err), maxErrorChars))
}

// unknownOutcome returns the result of a call that the server may have executed.
func unknownOutcome(cause error, format string, args ...any) runtime.Result {
	result := runtime.Fail(runtime.ExecutionFailed, format+" It is not known whether the call took effect. It was not repeated.", args...)
	result.Reason, result.Cause = runtime.ReasonOutcomeUnknown, cause
	return result
}

// reportProgress passes the progress of a call to the runtime.
func (b *Bridge) reportProgress(params json.RawMessage) {
	var p struct {
		Token    string  `json:"progressToken"`
		Progress float64 `json:"progress"`
		Total    float64 `json:"total"`
		Message  string  `json:"message"`
	}
	if json.Unmarshal(params, &p) != nil {
		return
	}
	b.mu.Lock()
	call := b.running[p.Token]
	b.mu.Unlock()
	if call == nil {
		return // the call has ended
	}
	e := runtime.ProgressEvent{Message: p.Message, Audience: runtime.AudienceUser}
	if p.Total > 0 {
		percent := 100 * p.Progress / p.Total
		e.Percent = &percent
	}
	call.Progress(e)
}
