package runtime

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// pathReachable reports whether a declared path and one of the opened paths have something in common
// that no denied path holds, or may have. Absolute paths are compared as symbolic links lead now,
// relative ones as they are written. dir is the working directory; without one it is not known
// whether a relative path and an absolute one have something in common: a declared absolute path is
// then taken to be in absolute paths only.
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

// underDir is a path that is relative to a directory as an absolute one, if the directory is known.
func joinDir(dir, path string) string {
	if !filepath.IsAbs(dir) || filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(dir, path)
}

// withoutLinks is an absolute path without symbolic links. What does not exist keeps its name, and
// so do relative paths.
func resolveLinks(path string) string {
	if !filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	real, err := filepath.EvalSymlinks(path)
	if parent := filepath.Dir(path); err != nil && parent != path {
		return filepath.Join(resolveLinks(parent), filepath.Base(path))
	} else if err != nil {
		return path
	}
	return real
}

// commonPath is the inner one of a declared path and an opened one, one of which is in the other. It
// is empty when that depends on the working directory.
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

// inPath reports whether a path is a directory or in it, as they are written.
func isInPath(path, dir string) bool {
	rest, err := filepath.Rel(dir, path)
	return err == nil && rest != ".." && !strings.HasPrefix(rest, ".."+string(os.PathSeparator))
}
