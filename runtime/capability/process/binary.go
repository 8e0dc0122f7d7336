package process

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/runtime/capability"
)

// plainName reports whether a program's name says nothing about where it is.
func plainName(name string) bool {
	return name != "" && name != "." && name != ".." && !strings.ContainsAny(name, "/\\:\x00")
}

// find is the path of a declared program. The name alone decides, in this very
// spelling; what the PATH has under it may be a link, also one to a program
// that goes by its name, as busybox does: whoever may write there is trusted.
// What a program runs in turn is up to it: declaring a shell declares everything.
func (b *Backend) find(request *capability.Request, name string) (string, error) {
	if !plainName(name) {
		return "", denied("the program %q is refused: it must be a name without a directory", shorten(name))
	}
	if !slices.Contains(request.Needs.Binaries, name) {
		return "", denied("the program %q is not declared by the tool", shorten(name))
	}
	for _, dir := range b.path {
		// Given a path, LookPath only checks whether it can be run, and knows
		// the system's suffixes.
		path, err := exec.LookPath(filepath.Join(dir, name))
		if err == nil && !inside(request.WorkingDir, dir) && !inside(request.WorkingDir, path) {
			return path, nil
		}
	}
	return "", fmt.Errorf("process: the program %q is not installed: %w", name, exec.ErrNotFound)
}

// inside reports whether a path is, or leads, inside a directory, in which
// tools may write: a program there is not the one that was declared. Everything
// is inside the root, where nothing can be told.
func inside(dir, path string) bool {
	if dir == "" || dir == filepath.VolumeName(dir)+string(filepath.Separator) {
		return false
	}
	return within(dir, path) || within(real(dir), real(path))
}

// within compares paths as texts.
func within(dir, path string) bool {
	relative, err := filepath.Rel(dir, path)
	return err == nil && filepath.IsLocal(relative)
}

// real is a path without links, or the path where there is none.
func real(path string) string {
	if resolved, err := filepath.EvalSymlinks(path); err == nil {
		return resolved
	}
	return path
}
