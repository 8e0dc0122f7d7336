package runtime

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// isPathReachable reports whether an allowed path and the declared path have a
// common part that is not denied. It compares absolute paths after it has
// resolved their symbolic links, and relative paths as they are written. dir is
// the working directory; it may be empty. Without it, a relative path cannot be
// compared with an absolute one: isPathReachable then assumes that a declared
// relative path may be in an allowed absolute path, and that a declared
// absolute path is not in an allowed relative path.
func isPathReachable(declared string, allowed, denied []string, dir string) bool {
	if declared == "" || strings.ContainsRune(declared, 0) {
		return false
	}
	resolve := func(path string) string { return resolveLinks(joinDir(dir, path)) }
	declared = resolve(filepath.FromSlash(declared))
	return slices.ContainsFunc(allowed, func(o string) bool {
		common, ok := commonPath(declared, resolve(o))
		return ok && !slices.ContainsFunc(denied, func(d string) bool { return common != "" && isInPath(common, resolve(d)) })
	})
}

// joinDir returns the absolute path of a path relative to dir. It returns the
// path unchanged if the path is absolute or dir is not.
func joinDir(dir, path string) string {
	if !filepath.IsAbs(dir) || filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(dir, path)
}

// resolveLinks returns a clean path, without symbolic links if it is absolute.
// Elements of the path that do not exist keep their names.
func resolveLinks(path string) string {
	if path = filepath.Clean(path); !filepath.IsAbs(path) {
		return path
	}
	real, err := filepath.EvalSymlinks(path)
	if parent := filepath.Dir(path); err != nil && parent != path {
		return filepath.Join(resolveLinks(parent), filepath.Base(path))
	} else if err != nil {
		return path
	}
	return real
}

// commonPath returns the inner path if one of the two paths contains the other.
// The common path is empty, with ok set, if this depends on the working
// directory.
func commonPath(declared, allowed string) (common string, ok bool) {
	switch {
	case isInPath(declared, allowed):
		return declared, true
	case isInPath(allowed, declared):
		return allowed, true
	}
	_, err1 := filepath.Rel(declared, allowed)
	_, err2 := filepath.Rel(allowed, declared)
	unknown := err1 != nil || err2 != nil
	return "", unknown && (!filepath.IsAbs(declared) || filepath.IsAbs(allowed))
}

// isInPath reports whether the path is dir or in dir, without symbolic links.
func isInPath(path, dir string) bool {
	rest, err := filepath.Rel(dir, path)
	return err == nil && rest != ".." && !strings.HasPrefix(rest, ".."+string(os.PathSeparator))
}
