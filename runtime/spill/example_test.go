package spill_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/spill"
)

// With a spill store, a model can read the rest of a result that was cut.
func ExampleFiles() {
	store, err := spill.NewFiles(nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer store.Close()
	registry := runtime.NewRegistry(&runtime.Options{Spill: store})
	_ = registry.Register(&runtime.Tool{Name: "count", Invoke: func(context.Context, *runtime.Call) runtime.Result {
		return runtime.Text(strings.Repeat("0123456789", 100))
	}})
	turn := &runtime.Turn{Session: runtime.NewSession("s-1", "chat-7"), ResultBudgetChars: 300}
	cut := registry.ExecuteParallel(context.Background(), []runtime.ToolCall{{ID: "1", Name: "count"}}, turn)[0]
	args := fmt.Sprintf(`{"handle":%q,"start":990}`, cut.Truncated.Handle)
	rest := registry.ExecuteParallel(context.Background(), []runtime.ToolCall{{ID: "2", Name: runtime.ReadResultTool, Args: []byte(args)}}, turn)[0]
	fmt.Println(rest.Result.Value)
	// Output:
	// 0123456789
	// [chars 990 to 1000 of 1000: the end]
}
