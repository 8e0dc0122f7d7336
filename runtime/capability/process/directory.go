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

// openDirectory opens dir inside the working directory. Paths and links that
// lead out of it are refused; those that stay inside are followed. The directory stays the
// one that was opened, whatever is moved meanwhile, where the system can start
// a program in an open directory (Linux).
func openDirectory(workingDir, dir string) (file *os.File, path string, err error) {
	if dir == "" {
		dir = "."
	}
	if !filepath.IsLocal(dir) || strings.ContainsRune(dir, 0) {
		return nil, "", denied("the directory %q is refused: it must be inside the working directory", shorten(dir))
	}
	root, err := os.OpenRoot(workingDir)
	if err != nil {
		return nil, "", directoryError(".", err)
	}
	defer root.Close()
	if file, err = root.OpenFile(dir, os.O_RDONLY|onlyDirectories, 0); err != nil {
		return nil, "", directoryError(dir, err)
	}
	// To look for something in it takes the right to enter it.
	if _, err := root.Lstat(filepath.Join(dir, "x")); errors.Is(err, fs.ErrPermission) {
		file.Close()
		return nil, "", directoryError(dir, err)
	}
	return file, filepath.Join(workingDir, dir), nil
}

// directoryError says what is wrong with a directory, without the path that
// leads to it.
func directoryError(dir string, err error) error {
	for _, known := range []struct {
		cause error
		text  string
	}{
		{fs.ErrNotExist, "does not exist"},
		{fs.ErrPermission, "cannot be entered"},
		{syscall.ENOTDIR, "is not a directory"},
		{syscall.ENAMETOOLONG, "has too long a name"},
	} {
		if errors.Is(err, known.cause) {
			return fmt.Errorf("process: the directory %q %s: %w", shorten(dir), known.text, known.cause)
		}
	}
	return denied("the directory %q is refused: it cannot be reached inside the working directory", shorten(dir))
}
