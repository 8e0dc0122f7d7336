package load

import (
	"io"
	"os"
	"path/filepath"
	"strings"
)

// archive is the beginning of a file of export data in the build cache.
const archive = "!<arch>\n"

// isCold reports whether the build cache has no compiled packages at all, so that the go
// command would compile all packages of the standard library that are needed. It reports
// false if it does not know the directory of the cache.
func (l *Loader) isCold() bool {
	dir := l.buildCache()
	if dir == "" {
		return false
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return false
	}
	for _, entry := range entries {
		if entry.IsDir() && len(entry.Name()) == len("00") && hasArchive(filepath.Join(dir, entry.Name())) {
			return false
		}
	}
	return true
}

// buildCache returns the directory of the build cache, or an empty string if another
// program keeps it or the directory is not known.
func (l *Loader) buildCache() string {
	if l.variable("GOCACHEPROG") != "" {
		return ""
	}
	if dir := l.variable("GOCACHE"); dir != "" {
		return dir
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "go-build")
}

// variable returns a variable of the environment of the go command.
func (l *Loader) variable(name string) string {
	if l.config.Env == nil {
		return os.Getenv(name)
	}
	last := ""
	for _, variable := range l.config.Env {
		if value, found := strings.CutPrefix(variable, name+"="); found {
			last = value
		}
	}
	return last
}

// hasArchive reports whether a directory of the build cache has the content of a compiled
// package. The other contents are indexes of packages.
func hasArchive(dir string) bool {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return false
	}
	for _, entry := range entries {
		if !strings.HasSuffix(entry.Name(), "-d") || !entry.Type().IsRegular() {
			continue
		}
		if file, err := os.Open(filepath.Join(dir, entry.Name())); err == nil {
			begin := make([]byte, len(archive))
			_, err := io.ReadFull(file, begin)
			_ = file.Close() // nothing was written
			if err == nil && string(begin) == archive {
				return true
			}
		}
	}
	return false
}
