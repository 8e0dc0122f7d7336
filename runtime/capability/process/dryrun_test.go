package process_test

import (
	"errors"
	"testing"

	"github.com/toolgen/toolgen/runtime/capability"
	"github.com/toolgen/toolgen/runtime/capability/process"
)

func TestDryRun(t *testing.T) {
	request := &capability.Request{DryRun: true, WorkingDir: t.TempDir(), Needs: &capability.Needs{Binaries: []string{"touch"}}}
	programs, err := process.New(nil).Open(t.Context(), request)
	if err != nil {
		t.Fatal(err)
	}
	_, ran := programs.Run(t.Context(), capability.Command{Name: "touch", Args: []string{"a"}})
	_, started := programs.Start(t.Context(), capability.Command{Name: "touch", Args: []string{"a"}})
	for _, err := range []error{ran, started} {
		if denied, ok := errors.AsType[*capability.Denied](err); !ok {
			t.Errorf("got %v, %v", denied, err)
		}
	}
}
