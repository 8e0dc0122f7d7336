package cli_test

import (
	"context"
	"os"
	"strings"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/cli"
)

func Example() {
	registry := runtime.NewRegistry(nil)
	err := registry.Register(&runtime.Tool{
		Name: "greet", Description: "Greets the caller.", Toolset: "examples",
		Invoke: func(context.Context, *runtime.Call) runtime.Result { return runtime.Text("Hello!") },
	})
	if err != nil {
		panic(err)
	}
	for _, args := range []string{"tools list", "tools call greet {}"} {
		cli.Main(context.Background(), registry, strings.Fields(args), os.Stdin, os.Stdout, os.Stderr)
	}
	// Output:
	// NAME   TOOLSET   AVAILABLE  CAPABILITIES  DESCRIPTION
	// greet  examples  yes        -             Greets the caller.
	// Hello!
}
