package runtime_test

import (
	"context"
	"fmt"
	"log/slog"

	"github.com/toolgen/toolgen/runtime"
)

// A tool can return a text, an image and another text.
func ExampleMixed() {
	result := runtime.Mixed(
		runtime.TextPart("Before:"),
		runtime.ImagePart("image/png", []byte("…")).For(runtime.RoleUser).WithPriority(0.2),
		runtime.TextPart("The rest did not change."),
	)
	fmt.Println("for consumers that do not know parts:", result.Value)
	for _, part := range result.Content() {
		fmt.Println(part.Kind, part.Text, part.Annotations.Audience)
	}
	// Output:
	// for consumers that do not know parts: Before:
	// text Before: []
	// image  [user]
	// text The rest did not change. []
}

// A tool can log to its caller with Log and with a logger of log/slog.
func ExampleCall_Log() {
	registry := runtime.NewRegistry(nil)
	err := registry.Register(&runtime.Tool{Name: "fetch", Invoke: func(_ context.Context, call *runtime.Call) runtime.Result {
		call.Log(runtime.LogNotice, "cache miss", slog.String("key", "k1"))
		call.Logger("http").Warn("slow", "seconds", 3)
		return runtime.Text("done")
	}})
	if err != nil {
		panic(err)
	}
	registry.ExecuteParallel(context.Background(), []runtime.ToolCall{{ID: "1", Name: "fetch"}}, &runtime.Turn{
		Log: func(r runtime.LogRecord) { fmt.Println(r.Tool, r.Level, r.Logger, r.Message, string(r.Data)) },
	})
	// Output:
	// fetch notice  cache miss {"key":"k1"}
	// fetch warning http slow {"seconds":3}
}
