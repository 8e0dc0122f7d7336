package files

import (
	"cmp"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"
)

// maxName is the maximum length of a name in bytes: PATH_MAX of Linux.
const maxName = 4096

const separator = string(filepath.Separator)

// absolutePath returns the absolute path of a name that a tool gave. It resolves no symbolic links.
func (v *view) absolutePath(name string) (string, error) {
	if len(name) > maxName {
		return "", errTooLong
	}
	if native := filepath.FromSlash(name); filepath.IsAbs(native) {
		top := volumeRoot(native)
		rest, err := localize(cmp.Or(filepath.ToSlash(strings.TrimPrefix(native, top)), "."))
		if err != nil {
			return "", err
		}
		if at := filepath.Join(top, rest); v.canName(at) {
			return at, nil
		}
		return "", errAbsolute
	}
	rest, err := localize(name)
	switch {
	case err != nil:
		return "", err
	case v.base == "":
		return "", errOutside
	}
	return filepath.Join(v.base, rest), nil
}

// localize returns a name of io/fs with the separators of the system.
func localize(name string) (string, error) {
	native, err := filepath.Localize(name)
	if err != nil {
		return "", errInvalid
	}
	return native, nil
}

// invalidName is the error of a name that is not one of io/fs. It is fs.ErrInvalid.
type invalidName struct{}

// errInvalid says what a name must be, for models.
var errInvalid = invalidName{}

// Error says what is wrong.
func (invalidName) Error() string {
	return `not a path within the working directory: write a path such as "a/b.txt", without "..", "./" and a "/" at the end`
}

// Is makes the error match [fs.ErrInvalid].
func (invalidName) Is(target error) bool { return target == fs.ErrInvalid }

// volumeRoot returns the root directory of an absolute path: "/", or that of a volume.
func volumeRoot(path string) string { return filepath.VolumeName(path) + separator }

// isWithin reports whether path is dir or below it. Both are absolute and clean.
func isWithin(path, dir string) bool {
	rest, ok := strings.CutPrefix(path, dir)
	return ok && (rest == "" || rest[0] == filepath.Separator || dir[len(dir)-1] == filepath.Separator)
}

// relativeTo returns path relative to dir, which contains it. It is empty for dir itself.
func relativeTo(path, dir string) string {
	return strings.TrimPrefix(path[len(dir):], separator)
}

// child returns the path of a name in a directory whose path is clean.
func child(dir, name string) string {
	return strings.TrimSuffix(dir, separator) + separator + name
}

// components returns the components of a path without "." and empty ones.
func components(path string) []string {
	parts := strings.FieldsFunc(path, func(r rune) bool { return r < utf8.RuneSelf && os.IsPathSeparator(byte(r)) })
	return slices.DeleteFunc(parts, func(part string) bool { return part == "." })
}
