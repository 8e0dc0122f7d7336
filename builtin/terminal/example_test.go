package terminal_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"

	"github.com/toolgen/toolgen/builtin/terminal"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability"
	"github.com/toolgen/toolgen/runtime/capability/process"
)

func Example() {
	programs := process.New(&process.Options{Home: os.TempDir()})
	defer programs.Close(context.Background())
	registry := runtime.NewRegistry(&runtime.Options{Backends: &capability.Backends{Process: programs.Open}})
	if err := registry.Register(terminal.Tools()...); err != nil {
		fmt.Println(err)
		return
	}
	results := registry.ExecuteParallel(context.Background(), []runtime.ToolCall{
		{ID: "1", Name: "terminal", Args: json.RawMessage(`{"command": "echo hello; exit 3"}`)},
		{ID: "2", Name: "terminal", Args: json.RawMessage(`{"command": "git push --force"}`)},
	}, &runtime.Turn{WorkingDir: os.TempDir()})
	for _, r := range results {
		fmt.Println(r.Result.OK, r.Result.Code, r.Result.Reason, string(r.Result.Structured))
	}
	// Output:
	// false execution_failed EXIT_STATUS {"exit_code":3,"timed_out":false,"output_bytes":6,"omitted_bytes":0}
	// false not_available denied
}

func ExampleDangers() {
	for _, danger := range terminal.Dangers(`cd build && rm -rf "$DIR/" && git push -f`) {
		fmt.Println(danger)
	}
	// Output:
	// removes a system directory, a home directory, the working directory or one above it: rm -rf …/
	// loses commits or uncommitted changes, or rewrites commits: git push -f
}
