package process

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// openDirectory opens the directory dir inside the working directory. Paths and symbolic links
// that lead out of the working directory are refused. On Linux a program can be started in an open
// directory, so that moving the directory has no effect; on other systems it is started by path.
func openDirectory(workingDir, dir string) (file *os.File, path string, err error) {
	if dir == "" {
		dir = "."
	}
	if !filepath.IsLocal(dir) || strings.ContainsRune(dir, 0) {
		return nil, "", deny("the directory %q is refused: it must be inside the working directory", shorten(dir))
	}
	root, err := os.OpenRoot(workingDir)
	if err != nil {
		return nil, "", directoryError(".", err)
	}
	defer root.Close()
	if file, err = root.OpenFile(dir, os.O_RDONLY|directoryFlags, 0); err != nil {
		return nil, "", directoryError(dir, err)
	}
	// Looking up a name in a directory requires the permission to enter it.
	if _, err := root.Lstat(filepath.Join(dir, "x")); errors.Is(err, fs.ErrPermission) {
		file.Close()
		return nil, "", directoryError(dir, err)
	}
	return file, filepath.Join(workingDir, dir), nil
}

// directoryError returns the error for a directory that cannot be used, without its
// path on the host.
func directoryError(dir string, err error) error {
	for _, known := range []struct {
		cause error
		text  string
	}{
		{fs.ErrNotExist, "does not exist"},
		{fs.ErrPermission, "cannot be entered"},
		{syscall.ENOTDIR, "is not a directory"},
		{syscall.ENAMETOOLONG, "has a name that is too long"},
	} {
		if errors.Is(err, known.cause) {
			return fmt.Errorf("process: the directory %q %s: %w", shorten(dir), known.text, known.cause)
		}
	}
	return deny("the directory %q is refused: it is not inside the working directory", shorten(dir))
}
