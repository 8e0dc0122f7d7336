package runtime

import (
	"context"
	"testing"

	"github.com/toolgen/toolgen/internal/racetest"
)

// A call that does nothing needs no more than the initial stack of a goroutine: growing the
// stack would take longer than the call. The registry remembers the tools that need more.
func TestStackOfShortCalls(t *testing.T) {
	if racetest.Enabled {
		t.Skip("the race detector needs more stack")
	}
	registry := NewRegistry(nil)
	short := &Tool{Name: "short", Invoke: func(context.Context, *Call) Result { return Text("ok") }}
	deep := &Tool{Name: "deep", Invoke: func(_ context.Context, c *Call) Result {
		var buffer [32 << 10]byte
		copy(buffer[len(c.Tool()):], c.Tool())
		return Text(string(buffer[:8]))
	}}
	if err := registry.Register(short, deep); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		tool *Tool
		want bool
	}{{short, false}, {deep, true}} {
		if result := registry.ExecuteParallel(t.Context(), []ToolCall{{Name: test.tool.Name}}, nil)[0].Result; !result.OK {
			t.Fatal(result.Error)
		}
		if got := registry.byName.get(test.tool.Name).needsStack.Load(); got != test.want {
			t.Errorf("the tool %s needs more stack: %t, want %t", test.tool.Name, got, test.want)
		}
	}
}
