package capability_test

import (
	"context"
	"fmt"
	"io/fs"

	"github.com/toolgen/toolgen/runtime/capability"
)

// A tool that reads files has a parameter of type FS. A test can pass any fs.FS
// with the three interfaces.
func ExampleFS() {
	count := func(files capability.FS, name string) (int, error) {
		data, err := files.ReadFile(name)
		return len(data), err
	}
	_ = count // called by the generated wiring with the call's own files

	var _ fs.FS = capability.FS(nil)
}

func ExampleNeeds_Has() {
	needs := &capability.Needs{Kinds: capability.KindRead | capability.KindNetwork, Hosts: []string{"api.example.com"}}
	fmt.Println(needs.Kinds)
	fmt.Println(needs.Has(capability.KindNetwork), needs.Has(capability.KindProcess))
	fmt.Println((*capability.Needs)(nil).Has(capability.KindRead))
	// Output:
	// fs:read, network
	// true false
	// false
}

// Capabilities without a backend are missing, and calls of tools that declare
// them are refused.
func ExampleBackends_Missing() {
	backends := &capability.Backends{
		Secrets: func(context.Context, *capability.Request) (capability.Secrets, error) {
			return nil, &capability.Denied{Kind: capability.KindSecrets, Reason: "no secrets in this program"}
		},
	}
	needs := &capability.Needs{Kinds: capability.KindSecrets | capability.KindProcess}
	fmt.Println(backends.Missing(needs))
	// Output: process
}
