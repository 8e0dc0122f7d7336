package files_test

import (
	"context"
	"fmt"
	"os"

	"github.com/toolgen/toolgen/runtime/capability"
	"github.com/toolgen/toolgen/runtime/capability/files"
)

// A tool that declares //tool:fs write=data/out can write to that directory only, although the policy
// opens data.
func ExampleBackend_Open() {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	opened, err := files.New(nil).Open(context.Background(), &capability.Request{
		Needs:      &capability.Needs{Kinds: capability.KindWrite, Write: []string{"data/out"}},
		WorkingDir: dir,
		Files:      capability.FilePolicy{Write: []string{"data"}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(opened.MkdirAll("data"))
	fmt.Println(opened.MkdirAll("data/out"))
	fmt.Println(opened.WriteFile("data/out/a.txt", nil))
	fmt.Println(opened.WriteFile("data/a.txt", nil))
	// Output:
	// <nil>
	// <nil>
	// <nil>
	// write data/a.txt: fs:write denied: the path is not one that may be written
}
