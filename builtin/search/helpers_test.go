package search_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/builtin/search"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability"
	"github.com/toolgen/toolgen/runtime/capability/files"
	"github.com/toolgen/toolgen/runtime/toolstest"
)

// real is a registry's options with the real file system.
func real() *runtime.Options {
	return &runtime.Options{Backends: &capability.Backends{Files: files.New(nil).Open}}
}

// in is a turn that may read and write a directory.
func in(dir string) *runtime.Turn {
	return &runtime.Turn{WorkingDir: dir, Policy: runtime.Policy{Files: capability.FilePolicy{Write: []string{"."}}}}
}

// tool is one of the package's tools.
func tool(t testing.TB, name string) *runtime.Tool {
	t.Helper()
	for _, tool := range search.Tools() {
		if tool.Name == name {
			return tool
		}
	}
	t.Fatalf("there is no tool %s", name)
	return nil
}

// find runs search_files in a directory.
func find(t testing.TB, dir string, args map[string]any) (search.Result, runtime.Result) {
	t.Helper()
	return decoded[search.Result](t, toolstest.CallWith(t, real(), tool(t, "search_files"), args, in(dir)))
}

// decoded is the structured content of a success, and the result.
func decoded[T any](t testing.TB, call runtime.CallResult) (content T, result runtime.Result) {
	t.Helper()
	result = call.Result
	if !result.OK {
		t.Fatalf("failed: %s %s", result.Code, result.Error)
	}
	if err := json.Unmarshal(result.Structured, &content); err != nil {
		t.Fatalf("%v: %s", err, result.Structured)
	}
	return content, result
}

// write makes files below a directory; a name that ends in a slash is an empty
// directory.
func write(t testing.TB, dir string, contents map[string]string) {
	t.Helper()
	for name, content := range contents {
		at := filepath.Join(dir, name)
		if strings.HasSuffix(name, "/") {
			must(t, os.MkdirAll(at, 0o755))
			continue
		}
		must(t, os.MkdirAll(filepath.Dir(at), 0o755))
		must(t, os.WriteFile(at, []byte(content), 0o644))
	}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
