//go:build unix

package load_test

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/toolgen/toolgen/internal/gen/load"
)

// A pipe, a socket or a device with the name of a source file is an error before the go command waits for it.
func TestSpecialFiles(t *testing.T) {
	t.Setenv("GOWORK", "")
	for _, c := range []struct {
		name    string
		refused bool
		reason  string
	}{
		{"x.go", true, "a file of the package"},
		{"x_test.go", true, "a test"},
		{"sub/deep/x.go", true, "a file of another package"},
		{"x.c", true, "a file of cgo"},
		{"x.s", true, "assembly"},
		{"go.mod", true, "the file of the module"},
		{"go.sum", true, "the sums of the module"},
		{"go.work", true, "the file of a workspace"},
		{"used/x.go", true, "a file of another module of the workspace"},
		{"vendor/modules.txt", true, "the list of the vendored modules"},
		{"testdata/x.go", false, "a directory that the go command ignores"},
		{"_old/x.go", false, "another one"},
		{"pipe", false, "another name"},
	} {
		for _, isLink := range []bool{false, true} {
			dir := t.TempDir()
			write := func(name, text string) {
				if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			write("go.mod", "module m\n")
			write("m.go", "package m\n")
			path := filepath.Join(dir, filepath.FromSlash(c.name))
			if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.MkdirAll(filepath.Join(dir, "used"), 0o700)); err != nil {
				t.Fatal(err)
			}
			if c.name == "used/x.go" {
				write("used/go.mod", "module used\n")
				write("go.work", "go 1.26\nuse (\n\t.\n\t./used\n)\n")
			}
			_ = os.Remove(path)
			pipe := path
			if isLink {
				pipe = filepath.Join(dir, "target")
				if err := os.Symlink(pipe, path); err != nil {
					t.Fatal(err)
				}
			}
			if err := syscall.Mkfifo(pipe, 0o600); err != nil {
				t.Fatal(err)
			}
			err := load.CheckFiles(dir)
			if special, ok := errors.AsType[*load.SpecialFileError](err); ok != c.refused || ok && special.Path != path {
				t.Errorf("%s (%s), link %t: %v", c.name, c.reason, isLink, err)
			}
		}
	}
}
