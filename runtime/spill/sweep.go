package spill

import (
	"io/fs"
	"os"
	"strings"
	"time"
)

// The forms of the names that the store chooses: session-<32 hexadecimal digits>
// for the directory of a session, and r<number>.txt in it for the file of a text.
const (
	dirPrefix    = "session-"
	handlePrefix = "r"
	fileSuffix   = ".txt"
)

// isDirName reports whether the name of a directory has the form of the store.
func isDirName(name string) bool {
	random, ok := strings.CutPrefix(name, dirPrefix)
	return ok && len(random) == 32 && strings.Trim(random, "0123456789abcdef") == ""
}

// isFileName reports whether the name of a file has the form of the store.
func isFileName(name string) bool {
	handle, hasSuffix := strings.CutSuffix(name, fileSuffix)
	number, hasPrefix := strings.CutPrefix(handle, handlePrefix)
	return hasSuffix && hasPrefix && number != "" && strings.Trim(number, "0123456789") == ""
}

// sweep removes the files of earlier runs that have expired. The modification
// time of a file is the time when it expires.
func (s *Files) sweep() {
	entries, _ := fs.ReadDir(s.root.FS(), ".")
	for _, entry := range entries {
		if entry.IsDir() && isDirName(entry.Name()) {
			s.sweepDir(entry.Name())
		}
	}
}

// sweepDir removes the expired files of one session, and its directory if it is
// empty then. It does nothing if the directory has become a symbolic link.
func (s *Files) sweepDir(name string) {
	before, err := s.root.Lstat(name)
	if err != nil {
		return
	}
	dir, err := s.root.OpenRoot(name)
	if err != nil {
		return
	}
	defer func() { _ = dir.Close() }()
	if opened, err := dir.Lstat("."); err != nil || !os.SameFile(before, opened) {
		return
	}
	entries, _ := fs.ReadDir(dir.FS(), ".")
	removed := false
	for _, entry := range entries {
		info, err := dir.Lstat(entry.Name())
		if err == nil && info.Mode().IsRegular() && isFileName(entry.Name()) && time.Now().After(info.ModTime()) {
			removed = dir.Remove(entry.Name()) == nil
		}
	}
	if removed {
		_ = s.root.Remove(name) // fails if it holds other files
	}
}
