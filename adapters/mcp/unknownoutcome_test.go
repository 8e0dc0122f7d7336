package mcp_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/adapters/mcp"
	"github.com/toolgen/toolgen/runtime"
)

// The outcome of a call that ends before its answer is unknown if the server may
// have executed it. The text says whether the call was cancelled or its deadline
// passed.
func TestEndOfACall(t *testing.T) {
	for _, test := range []struct {
		name, reason, want string
		timeout, limit     time.Duration // of the call, and of the context
		cause              error
		isDown             bool // the server cannot be reached
	}{
		{"cancelled", runtime.ReasonOutcomeUnknown, "The call was cancelled before the server far answered. It is not known whether the call took effect.", 0, 0, context.Canceled, false},
		{"the deadline of the call", runtime.ReasonOutcomeUnknown, "The server far did not answer before the deadline of the call. It is not known", time.Second, 0, context.DeadlineExceeded, false},
		{"the deadline of the context", runtime.ReasonOutcomeUnknown, "The server far did not answer before the deadline of the call. It is not known", 0, time.Second, context.DeadlineExceeded, false},
		{"cancelled while connecting", runtime.ReasonCancelled, "was cancelled", 0, 0, context.Canceled, true},
		{"the deadline while connecting", runtime.ReasonTimeout, "did not finish within 1s", time.Second, 0, context.DeadlineExceeded, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				hangs := newTool("hangs", func(ctx context.Context, _ *runtime.Call) runtime.Result {
					<-ctx.Done()
					return runtime.FromError(ctx.Err())
				})
				far := &remote{t: t, registry: newRegistry(t, nil, hangs)}
				isDown := false
				connect := func(ctx context.Context) (sdk.Transport, error) {
					if isDown {
						<-ctx.Done()
						return nil, ctx.Err()
					}
					return far.transport(ctx)
				}
				b, err := mcp.NewBridge(t.Context(), mcp.BridgeOptions{Name: "far", Timeout: test.timeout, Transport: connect})
				if err != nil {
					t.Fatal(err)
				}
				defer func() {
					_ = b.Close()
					far.kill(true)
					time.Sleep(time.Minute) // a server lets running calls end for a time after its input has ended
				}()
				if isDown = test.isDown; isDown {
					far.kill(false)
					synctest.Wait()
				}
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				if test.limit > 0 {
					ctx, cancel = context.WithTimeout(ctx, test.limit)
					defer cancel()
				} else if test.timeout == 0 {
					time.AfterFunc(time.Second, cancel)
				}
				r := runtime.NewRegistry(nil).ExecuteParallel(ctx, []runtime.ToolCall{{Name: "mcp__far__hangs", Args: json.RawMessage(`{}`)}}, &runtime.Turn{Tools: b.Tools()})[0].Result
				if r.OK || r.Reason != test.reason || !strings.Contains(r.Error, test.want) || !errors.Is(r.Cause, test.cause) {
					t.Errorf("the call answers %+v", r)
				}
			})
		})
	}
}
