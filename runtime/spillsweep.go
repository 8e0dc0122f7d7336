package runtime

import (
	"io/fs"
	"os"
	"strings"
	"time"
)

// sessionDirs begins the names of the directories of sessions.
const sessionDirs = "session-"

// isSpillDir says that a store made the name of a directory: 128 random bits in
// hexadecimal.
func isSpillDir(name string) bool {
	random, ok := strings.CutPrefix(name, sessionDirs)
	return ok && len(random) == 32 && strings.Trim(random, "0123456789abcdef") == ""
}

// isSpillFile says that a store made the name of a file: its handle.
func isSpillFile(name string) bool {
	handle, isText := strings.CutSuffix(name, ".txt")
	number, isHandle := strings.CutPrefix(handle, "r")
	return isText && isHandle && number != "" && strings.Trim(number, "0123456789") == ""
}

// sweep removes files of earlier runs. A file's modification time is when it
// expires.
func (s *FileSpill) sweep() {
	entries, _ := fs.ReadDir(s.root.FS(), ".")
	for _, entry := range entries {
		if entry.IsDir() && isSpillDir(entry.Name()) {
			s.sweepDir(entry.Name())
		}
	}
}

// sweepDir removes the files of one session whose time is over, and its
// directory with the last of them. What became a link meanwhile is left alone.
func (s *FileSpill) sweepDir(name string) {
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
		if err == nil && info.Mode().IsRegular() && isSpillFile(entry.Name()) && time.Now().After(info.ModTime()) {
			removed = dir.Remove(entry.Name()) == nil
		}
	}
	if removed {
		_ = s.root.Remove(name) // fails while it holds others
	}
}
