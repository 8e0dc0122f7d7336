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

// TestNarrowestWins runs programs under every set of declared ones: a program runs if the tool
// declares it and the application's path has it.
func TestNarrowestWins(t *testing.T) {
	w := newWorld(t, process.Options{})
	installed, missing := []string{"helper", "second"}, "third"
	if err := os.Symlink("helper", filepath.Join(w.bin, "second")); err != nil {
		t.Fatal(err)
	}
	programs := append([]string{missing}, installed...)
	for set := range 1 << len(programs) {
		var declared []string
		for i, name := range programs {
			if set>>i&1 == 1 {
				declared = append(declared, name)
			}
		}
		run := w.open(t.Context(), declared...)
		for _, name := range programs {
			output, err := run.Run(t.Context(), capability.Command{Name: name, Args: []string{"exit=3"}})
			_, refused := errors.AsType[*capability.Denied](err)
			switch isDeclared, isInstalled := slices.Contains(declared, name), slices.Contains(installed, name); {
			case isDeclared && isInstalled && (err != nil || output.ExitCode != 3),
				!isDeclared && !refused,
				isDeclared && !isInstalled && !errors.Is(err, exec.ErrNotFound):
				t.Errorf("%s, declared %q: %+v, %v", name, declared, output, err)
			}
		}
	}
}
