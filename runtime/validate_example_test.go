package runtime_test

import (
	"errors"
	"fmt"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability"
	"github.com/toolgen/toolgen/runtime/toolstest"
)

// A policy that is too narrow denies a tool one of the paths that it declares.
func ExampleRegistry_ValidateTurn() {
	export := runtime.Tool{
		Name: "export", Invoke: greet.Invoke,
		Needs: &capability.Needs{Kinds: capability.KindWrite, Write: []string{"docs/api", "data/out"}},
	}
	registry := runtime.NewRegistry(&runtime.Options{Backends: backends(toolstest.NewFS(nil))})
	if err := registry.Register(&export); err != nil {
		fmt.Println(err)
	}
	for _, err := range registry.ValidateTurn(&runtime.Turn{
		WorkingDir: "/srv/agent",
		Policy:     runtime.Policy{Files: runtime.FilePolicy{Write: []string{"/srv/agent/docs"}}},
	}) {
		fmt.Println(err)
		if problem, ok := errors.AsType[*runtime.PolicyError](err); ok {
			fmt.Println(problem.Capability, problem.Path, problem.Partial)
		}
	}
	// Output:
	// tool export: writes "data/out", but Policy.Files.Write allows only "/srv/agent/docs"
	// fs:write data/out true
}
