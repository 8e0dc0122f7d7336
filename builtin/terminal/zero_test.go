package terminal_test

import (
	"strings"
	"testing"

	"github.com/toolgen/toolgen/builtin/terminal"
	"github.com/toolgen/toolgen/runtime"
)

// A program that calls the functions itself leaves out what a model may leave
// out, and it means the same.
func TestZeroArgumentsAreTheDefaults(t *testing.T) {
	call := runtime.NewCall(&runtime.Turn{WorkingDir: t.TempDir()}, runtime.ToolCall{})
	if text, err := terminal.Describe(t.Context(), call, nil, terminal.RunArgs{Command: "true"}); err != nil || !strings.HasPrefix(text, "would run with sh in ., for at most 2m0s:") {
		t.Errorf("%q, %v", text, err)
	}
}
