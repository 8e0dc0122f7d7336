package names

import (
	"errors"
	"path"
	"path/filepath"
	"strings"
	"syscall"
)

// Local is like [Clean], for names outside of a file system, such as the
// directory of a program. An absolute path in the working directory becomes
// relative to it; every other absolute path is an input_invalid error of the
// argument.
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

// NotDirectory reports whether an error says that a part of a path is a file
// instead of a directory.
func NotDirectory(err error) bool { return errors.Is(err, syscall.ENOTDIR) }
