package project_test

import (
	"strings"
	"testing"

	"github.com/toolgen/toolgen/builtin/project"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability"
	"github.com/toolgen/toolgen/runtime/capability/files"
)

// Zero arguments have the defaults that the schema states.
func TestZeroArgumentsHaveDefaults(t *testing.T) {
	w := newTestProject(t, "go")
	in, err := files.New(nil).Open(t.Context(), &capability.Request{
		Needs: &capability.Needs{Kinds: capability.KindRead}, WorkingDir: w.dir, Files: capability.FilePolicy{Read: []string{"."}},
	})
	if err != nil {
		t.Fatal(err)
	}
	text, err := project.DescribeTests(t.Context(), runtime.NewCall(w.turn, runtime.ToolCall{}), in, nil, project.TestArgs{})
	if err != nil || !strings.HasPrefix(text, "would check the go project in ., for at most 5m0s:") {
		t.Errorf("%q, %v", text, err)
	}
}
