package files

import (
	"os"
	"path/filepath"
	"strings"
	"unicode"
)

// maxProbes is the maximum number of entries of a directory that are compared with their other spelling.
const maxProbes = 16

// caseIgnoredIn reports whether names in a directory that differ only in upper and lower case are the same file. A
// directory without an entry that shows it, or that does not exist, is like the directory that contains it; the root of
// a mounted file system without such an entry ignores case.
func caseIgnoredIn(dir string) bool {
	if root, err := os.OpenRoot(dir); err == nil {
		defer root.Close()
		if ignores, known := probeEntries(root); known {
			return ignores
		}
	}
	parent := filepath.Dir(dir)
	above, err := os.Lstat(parent)
	switch {
	case parent == dir:
		return ignoresCase
	case err != nil:
		return caseIgnoredIn(parent)
	}
	info, err := os.Lstat(dir)
	return err == nil && deviceNumber(info) != deviceNumber(above) || caseIgnoredIn(parent)
}

// probeEntries looks for an entry with letters, and compares it with the entry of the other spelling. known is false
// if there is none.
func probeEntries(dir *os.Root) (ignores, known bool) {
	opened, err := dir.Open(".")
	if err != nil {
		return false, false
	}
	defer opened.Close()
	names, _ := opened.Readdirnames(maxProbes)
	for _, name := range names {
		other := swapCase(name)
		if other == name {
			continue
		}
		info, err := dir.Lstat(name)
		if err != nil {
			continue
		}
		known = true
		if same, err := dir.Lstat(other); err == nil && os.SameFile(info, same) {
			return true, true
		}
	}
	return false, known
}

// swapCase returns a name with the other case of its ASCII letters.
func swapCase(name string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case 'a' <= r && r <= 'z':
			return unicode.ToUpper(r)
		case 'A' <= r && r <= 'Z':
			return unicode.ToLower(r)
		}
		return r
	}, name)
}
