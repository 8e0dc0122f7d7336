package file_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/toolgen/toolgen/builtin/file"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability"
	"github.com/toolgen/toolgen/runtime/capability/attachments"
	"github.com/toolgen/toolgen/runtime/capability/files"
)

// A program configures the backends of the tools, and a policy for each turn.
func Example() {
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		fmt.Println(err)
		return
	}
	registry := runtime.NewRegistry(&runtime.Options{Backends: &capability.Backends{
		Files:       files.New(nil).Open,
		Attachments: attachments.New(nil).Open,
	}})
	if err := registry.Register(file.Tools()...); err != nil {
		fmt.Println(err)
		return
	}
	turn := &runtime.Turn{
		Session:    runtime.NewSession("session-1", ""),
		WorkingDir: dir,
		Policy:     runtime.Policy{Files: runtime.FilePolicy{Write: []string{"."}}},
	}
	for _, call := range []runtime.ToolCall{
		{Name: "write_file", Args: []byte(`{"path": "notes/a.txt", "content": "one\ntwo\n"}`)},
		{Name: "patch_file", Args: []byte(`{"path": "notes/a.txt", "old_text": "two", "new_text": "2"}`)},
		{Name: "read_file", Args: []byte(`{"path": "notes/a.txt", "start_line": 2}`)},
	} {
		result := registry.ExecuteParallel(context.Background(), []runtime.ToolCall{call}, turn)[0].Result
		fmt.Println(result.Value + result.Error)
	}
	// Output:
	// created notes/a.txt: 8 bytes written
	// replaced 1 occurrence in notes/a.txt
	// <untrusted source="notes/a.txt" tool="patch_file">
	// --- a/notes/a.txt
	// +++ b/notes/a.txt
	// @@ -1,2 +1,2 @@
	//  one
	// -two
	// +2
	// </untrusted>
	// [notes/a.txt] lines 2–2 of 2
	// <untrusted source="notes/a.txt" tool="read_file">
	// 2
	//
	// </untrusted>
}
