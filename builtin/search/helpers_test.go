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

// realFilesOptions returns the options of a registry with the real file system.
func realFilesOptions() *runtime.Options {
	return &runtime.Options{Backends: &capability.Backends{Files: files.New(nil).Open}}
}

// turnIn returns a turn that may read and write a directory.
func turnIn(dir string) *runtime.Turn {
	return &runtime.Turn{WorkingDir: dir, Policy: runtime.Policy{Files: capability.FilePolicy{Write: []string{"."}}}}
}

// toolNamed returns a tool of the package.
func toolNamed(t testing.TB, name string) *runtime.Tool {
	t.Helper()
	for _, tool := range search.Tools() {
		if tool.Name == name {
			return tool
		}
	}
	t.Fatalf("there is no tool %s", name)
	return nil
}

// searchFiles calls search_files in a directory.
func searchFiles(t testing.TB, dir string, args map[string]any) (search.Result, runtime.Result) {
	t.Helper()
	return decode[search.Result](t, toolstest.CallWith(t, realFilesOptions(), toolNamed(t, "search_files"), args, turnIn(dir)))
}

// shownText returns the text of a result with its note.
func shownText(r *search.Result) string {
	return strings.TrimSuffix(r.String()+"\n"+r.ResultNote(), "\n")
}

// decode returns the structured content of a successful call, and its result.
func decode[T any](t testing.TB, call runtime.CallResult) (content T, result runtime.Result) {
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

// writeFiles creates files below a directory. A name that ends with a slash is
// an empty directory.
func writeFiles(t testing.TB, dir string, contents map[string]string) {
	t.Helper()
	for name, content := range contents {
		at := filepath.Join(dir, name)
		if strings.HasSuffix(name, "/") {
			requireNoError(t, os.MkdirAll(at, 0o755))
			continue
		}
		requireNoError(t, os.MkdirAll(filepath.Dir(at), 0o755))
		requireNoError(t, os.WriteFile(at, []byte(content), 0o644))
	}
}

// requireNoError fails the test if there is an error.
func requireNoError(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
