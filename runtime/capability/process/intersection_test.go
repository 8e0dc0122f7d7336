//go:build linux

package process_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/toolgen/toolgen/runtime/capability"
	"github.com/toolgen/toolgen/runtime/capability/process"
)

// TestIntersection runs programs under every set of declared programs: a program runs if the tool
// declares it and the path of the backend has it.
func TestIntersection(t *testing.T) {
	w := newFixture(t, process.Options{})
	installed := map[string][]string{"helper": {"exit=3"}, "sh": {"-c", "exit 3"}} // with arguments that make it end with 3
	if err := os.Symlink("/bin/sh", filepath.Join(w.bin, "sh")); err != nil {
		t.Fatal(err)
	}
	programs := []string{"helper", "sh", "missing"}
	for set := range 1 << len(programs) {
		var declared []string
		for i, name := range programs {
			if set>>i&1 == 1 {
				declared = append(declared, name)
			}
		}
		run := w.open(t.Context(), declared...)
		for _, name := range programs {
			output, err := run.Run(t.Context(), capability.Command{Name: name, Args: installed[name]})
			_, refused := errors.AsType[*capability.Denied](err)
			switch isDeclared, isInstalled := slices.Contains(declared, name), installed[name] != nil; {
			case isDeclared && isInstalled && (err != nil || output.ExitCode != 3),
				!isDeclared && !refused,
				isDeclared && !isInstalled && !errors.Is(err, exec.ErrNotFound):
				t.Errorf("%s, declared %q: %+v, %v", name, declared, output, err)
			}
		}
	}
}
