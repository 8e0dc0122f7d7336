//go:build linux

package process_test

import (
	"os/exec"
	"testing"

	"github.com/toolgen/toolgen/runtime/capability"
	"github.com/toolgen/toolgen/runtime/capability/process"
)

// BenchmarkRun runs true(1) with os/exec and with each isolation.
func BenchmarkRun(b *testing.B) {
	b.Run("os/exec", func(b *testing.B) {
		for b.Loop() {
			if _, err := exec.Command("true").Output(); err != nil {
				b.Fatal(err)
			}
		}
	})
	for _, isolation := range allIsolations {
		b.Run(string(isolation), func(b *testing.B) {
			backend := process.New(&process.Options{Path: "/usr/bin:/bin", Isolation: isolation})
			run, err := backend.Open(b.Context(), &capability.Request{WorkingDir: b.TempDir(), Needs: &capability.Needs{Binaries: []string{"true"}}})
			if err != nil {
				b.Skip(err)
			}
			for b.Loop() {
				if _, err := run.Run(b.Context(), capability.Command{Name: "true"}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
