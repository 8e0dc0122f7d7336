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

// maxName is the length of the longest name taken, in bytes: PATH_MAX of Linux.
const maxName = 4096

const separator = string(filepath.Separator)

// locate is the absolute path that a tool means, not resolved.
func (v *view) locate(name string) (string, error) {
	if len(name) > maxName {
		return "", errTooLong
	}
	if native := filepath.FromSlash(name); filepath.IsAbs(native) {
		top := topOf(native)
		rest, err := local(cmp.Or(filepath.ToSlash(strings.TrimPrefix(native, top)), "."))
		if err != nil {
			return "", err
		}
		if at := filepath.Join(top, rest); v.spelled(at) {
			return at, nil
		}
		return "", errAbsolute
	}
	rest, err := local(name)
	switch {
	case err != nil:
		return "", err
	case v.base == "":
		return "", errOutside
	}
	return filepath.Join(v.base, rest), nil
}

// local is a name of io/fs as the system writes it.
func local(name string) (string, error) {
	native, err := filepath.Localize(name)
	if err != nil {
		return "", fs.ErrInvalid
	}
	return native, nil
}

// topOf is the top directory of an absolute path: "/", or a volume's.
func topOf(path string) string { return filepath.VolumeName(path) + separator }

// within reports whether path is dir or below it. Both are absolute and clean.
func within(path, dir string) bool {
	rest, ok := strings.CutPrefix(path, dir)
	return ok && (rest == "" || rest[0] == filepath.Separator || dir[len(dir)-1] == filepath.Separator)
}

// below is the path from dir on, without a separator in front; path is within dir.
func below(path, dir string) string {
	return strings.TrimPrefix(path[len(dir):], separator)
}

// child is the path of what stands under a name in a directory, whose path is clean.
func child(dir, name string) string {
	return strings.TrimSuffix(dir, separator) + separator + name
}

// components are the parts of a path, "." and empty ones left out.
func components(path string) []string {
	parts := strings.FieldsFunc(path, func(r rune) bool { return r < utf8.RuneSelf && os.IsPathSeparator(byte(r)) })
	return slices.DeleteFunc(parts, func(part string) bool { return part == "." })
}
