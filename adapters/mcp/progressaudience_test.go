package mcp_test

import (
	"context"
	"testing"

	"github.com/toolgen/toolgen/adapters/mcp"
	"github.com/toolgen/toolgen/runtime"
)

// Only events with an audience outside of the application reach an MCP client: an
// event without an audience is internal.
func TestAudienceOfProgress(t *testing.T) {
	shown := make(chan string, 10)
	tool := newTool("works", func(_ context.Context, c *runtime.Call) runtime.Result {
		for _, audience := range []runtime.Audience{"", runtime.AudienceInternal, "everyone", runtime.AudienceUser} {
			c.Progress(runtime.ProgressEvent{Message: "for " + string(audience), Audience: audience})
		}
		if first := <-shown; first != "for user" {
			t.Errorf("the client got the event %q first", first)
		}
		return runtime.Text("done")
	})
	b, _ := bridge(t, mcp.BridgeOptions{}, tool)
	turn := &runtime.Turn{Tools: b.Tools(), Emit: func(e runtime.ProgressEvent) { shown <- e.Message }}
	if r := runtime.NewRegistry(nil).ExecuteParallel(t.Context(), []runtime.ToolCall{{Name: "mcp__far__works"}}, turn)[0].Result; !r.OK {
		t.Errorf("the call answers %+v", r)
	}
}
