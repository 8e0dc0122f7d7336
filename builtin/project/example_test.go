package project_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/toolgen/toolgen/builtin/project"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability"
	"github.com/toolgen/toolgen/runtime/capability/files"
	"github.com/toolgen/toolgen/runtime/capability/process"
)

// The program gives the tools their backends. The policy says which directories
// may be searched for projects; the home directory has the caches of go.
func Example() {
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	for name, content := range map[string]string{
		"go.mod":      "module example.com/sums\n\ngo 1.26\n",
		"add.go":      "package sums\n\nfunc Add(a, b int) int { return a - b }\n",
		"add_test.go": "package sums\n\nimport \"testing\"\n\nfunc TestAdd(t *testing.T) {\n\tif got := Add(1, 2); got != 3 {\n\t\tt.Errorf(\"Add(1, 2) = %d, want 3\", got)\n\t}\n}\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			fmt.Println(err)
			return
		}
	}
	programs := process.New(&process.Options{
		Path: os.Getenv("PATH"), Home: os.Getenv("HOME"), PassEnv: []string{"GOCACHE", "GOPATH", "GOMODCACHE"},
		Env: []string{"GOWORK=off", "GOTOOLCHAIN=local"},
	})
	defer programs.Close(context.Background())
	registry := runtime.NewRegistry(&runtime.Options{Backends: &capability.Backends{Files: files.New(nil).Open, Process: programs.Open}})
	if err := registry.Register(project.Tools()...); err != nil {
		fmt.Println(err)
		return
	}
	turn := &runtime.Turn{
		Session:    runtime.NewSession("session-1", ""),
		WorkingDir: dir,
		Policy:     runtime.Policy{Files: runtime.FilePolicy{Read: []string{"."}}},
	}
	for _, call := range []runtime.ToolCall{
		{Name: "typecheck", Args: []byte(`{}`)},
		{Name: "run_tests", Args: []byte(`{"target": "TestAdd"}`)},
		{Name: "run_tests", Args: []byte(`{"target": "TestSub"}`)},
	} {
		result := registry.ExecuteParallel(context.Background(), []runtime.ToolCall{call}, turn)[0].Result
		fmt.Println(result.Value + result.Error)
	}
	// Output:
	// typecheck passed: 0 errors, exit status 0
	// command: go test -c -o /dev/null -vet=off ./... (in .)
	// run_tests failed: 0 passed, 1 failed, 0 skipped, exit status 1
	// command: go test -json -fullpath -run ^TestAdd$ ./... (in .)
	// <untrusted source="." tool="run_tests">
	// --- FAIL: TestAdd
	//     add_test.go:7: Add(1, 2) = -1, want 3
	// </untrusted>
	// run_tests failed: no test ran, 1 error, exit status 0
	// command: go test -json -fullpath -run ^TestSub$ ./... (in .)
	// error: no test matched the target "TestSub" in ., so none ran: a target is names of tests such as "TestAdd/zero|TestSub*", a file, a directory or a package pattern such as "./store/..."; correct the target, or leave target out to run all tests
}
