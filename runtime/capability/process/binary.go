package process

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/runtime/capability"
)

// isPlainName reports whether a name is that of a program and not a path.
func isPlainName(name string) bool {
	return name != "" && name != "." && name != ".." && !strings.ContainsAny(name, "/\\:\x00")
}

// find returns the path of a declared program. The program is looked up by its exact name. The
// file in PATH can be a symbolic link, also to a program that behaves according to its name, such
// as busybox: users who can write to the directories of PATH are trusted. A program can start
// others: a tool that declares a shell can run every program.
func (b *Backend) find(request *capability.Request, name string) (string, error) {
	if !isPlainName(name) {
		return "", deny("the program %q is refused: it must be a name without a directory", shorten(name))
	}
	if !slices.Contains(request.Needs.Binaries, name) {
		return "", deny("the program %q is not declared by the tool", shorten(name))
	}
	for _, dir := range b.path {
		// For a path, LookPath only checks whether the file is executable, and it adds the
		// file name extensions of Windows.
		path, err := exec.LookPath(filepath.Join(dir, name))
		if err == nil && !isInside(request.WorkingDir, dir) && !isInside(request.WorkingDir, path) {
			return path, nil
		}
	}
	return "", fmt.Errorf("process: the program %q is not installed: %w", name, exec.ErrNotFound)
}

// isInside reports whether a path is inside a directory, with or without following symbolic links.
// Tools can write in the working directory, so a program there is not trusted. If dir is the root
// directory, which contains every path, isInside returns false.
func isInside(dir, path string) bool {
	if dir == "" || dir == filepath.VolumeName(dir)+string(filepath.Separator) {
		return false
	}
	return contains(dir, path) || contains(resolve(dir), resolve(path))
}

// contains reports whether a path is dir or inside it. It compares the texts only.
func contains(dir, path string) bool {
	relative, err := filepath.Rel(dir, path)
	return err == nil && filepath.IsLocal(relative)
}

// resolve returns a path without symbolic links, or the path itself if it cannot be resolved.
func resolve(path string) string {
	if resolved, err := filepath.EvalSymlinks(path); err == nil {
		return resolved
	}
	return path
}
