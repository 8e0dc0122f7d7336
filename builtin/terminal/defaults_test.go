package terminal_test

import (
	"strings"
	"testing"

	"github.com/toolgen/toolgen/builtin/terminal"
	"github.com/toolgen/toolgen/runtime"
)

// Zero arguments have the defaults that the schema states.
func TestZeroArgumentsHaveDefaults(t *testing.T) {
	call := runtime.NewCall(&runtime.Turn{WorkingDir: t.TempDir()}, runtime.ToolCall{})
	if text, err := terminal.Describe(t.Context(), call, nil, terminal.RunArgs{Command: "true"}); err != nil || !strings.HasPrefix(text, "would run with sh in ., for at most 2m0s:") {
		t.Errorf("%q, %v", text, err)
	}
}
