package names

import (
	"errors"
	"path"
	"path/filepath"
	"strings"
	"syscall"
)

// Local is Clean for what is not a file system, such as the directory of a
// program: an absolute path at or below the working directory becomes relative
// to that, and any other one is an input_invalid error at that argument.
func Local(argument, written, workingDir string) (string, error) {
	name, err := Clean(argument, written)
	if err != nil || !path.IsAbs(name) {
		return name, err
	}
	relative, err := filepath.Rel(workingDir, name)
	if workingDir == "" || err != nil || !filepath.IsLocal(relative) {
		return "", invalid(argument, written, `is outside of the working directory: give a path below it, such as "src"`)
	}
	return strings.ReplaceAll(relative, `\`, "/"), nil
}

// NotDirectory reports whether an error says that there is a file where a
// directory is due.
func NotDirectory(err error) bool { return errors.Is(err, syscall.ENOTDIR) }
