package mcp_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/adapters/mcp"
	"github.com/toolgen/toolgen/runtime"
)

// Parallel calls of a server that ends again and again: each call has a result,
// and none is executed twice.
func TestParallelCallsOfAProgramThatEnds(t *testing.T) {
	checkGoroutines(t)
	executed := &lineCounter{}
	b, err := mcp.NewBridge(t.Context(), mcp.BridgeOptions{Name: "far", Transport: countingProgram("end after 20 calls", executed)})
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	succeeded, unknown, refused := 0, 0, 0
	var work sync.WaitGroup
	for range 16 {
		work.Go(func() {
			for range 20 {
				r := run(t, b, "mcp__far__echo", `{}`)
				mu.Lock()
				switch {
				case r.OK:
					succeeded++
				case r.Reason == runtime.ReasonOutcomeUnknown:
					unknown++
				case r.Code == runtime.NotAvailable:
					refused++
				default:
					t.Errorf("a call answers %+v", r)
				}
				mu.Unlock()
			}
		})
	}
	work.Wait()
	_ = b.Close()
	n := executed.count()
	if succeeded+unknown+refused != 320 || n < succeeded || n > succeeded+unknown || executed.started() < 3 {
		t.Errorf("%d programs executed %d calls; %d succeeded, %d have an unknown outcome and %d were refused", executed.started(), n, succeeded, unknown, refused)
	}
}

// The context of NewBridge ends the connection that is being made.
func TestCancelledConnection(t *testing.T) {
	checkGoroutines(t)
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	begin := time.Now()
	hangs := func(ctx context.Context) (sdk.Transport, error) {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	for _, transport := range []func(context.Context) (sdk.Transport, error){faultyProgram("no initialization"), hangs} {
		if _, err := mcp.NewBridge(ctx, mcp.BridgeOptions{Name: "far", Transport: transport}); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("the error is %v", err)
		}
	}
	if took := time.Since(begin); took > 5*time.Second {
		t.Errorf("the error took %s", took)
	}
}
