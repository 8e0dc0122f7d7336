package cache

import (
	"crypto/sha256"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"
)

// Dir is the state of the Go files of a directory.
type Dir struct {
	// Source is the hash of the names and contents of all files that end in .go,
	// tests and excluded files included, but not of the generated file.
	Source Hash
	// Generated is the hash of the generated file. It is zero without one.
	Generated Hash
	// Matched is set if patterns can match the directory.
	Matched bool
}

// Snapshot is the state of directories, by their absolute paths. It does not have
// directories without Go files.
type Snapshot map[string]Dir

// scanner reads directories, several at once.
type scanner struct {
	generated string // the name of generated files
	group     sync.WaitGroup
	slots     chan struct{} // limits the directories that are read at once

	mu     sync.Mutex
	found  Snapshot
	newest time.Time // the last modification of a file
}

// Scan returns the state of the directories of modules that patterns of the go
// command can match. The name is that of generated files.
func Scan(modules []string, name string) Snapshot {
	s := newScanner(name)
	for _, root := range modules {
		s.group.Go(func() { s.read(root, true) })
	}
	s.group.Wait()
	return s.found
}

func newScanner(name string) *scanner {
	return &scanner{generated: name, found: make(Snapshot), slots: make(chan struct{}, 4*runtime.GOMAXPROCS(0))}
}

// read stores the state of a directory and, if below is set, starts to read the
// directories of the same module below it.
func (s *scanner) read(dir string, below bool) {
	s.slots <- struct{}{}
	defer func() { <-s.slots }()
	entries, err := os.ReadDir(dir) // sorted by name
	if err != nil {
		return
	}
	var files []string
	for _, entry := range entries {
		name := entry.Name()
		switch {
		case !entry.IsDir() && strings.HasSuffix(name, ".go"):
			files = append(files, name)
		case entry.IsDir() && below && isMatched(filepath.Join(dir, name), name):
			s.group.Go(func() { s.read(filepath.Join(dir, name), true) })
		}
	}
	if len(files) > 0 {
		s.store(dir, files, below)
	}
}

// isMatched reports whether the pattern ./... matches the packages of a directory:
// it is not hidden, has no special name, and is not another module.
func isMatched(path, name string) bool {
	if name[0] == '.' || name[0] == '_' || name == "testdata" || name == "vendor" {
		return false
	}
	info, err := os.Stat(filepath.Join(path, "go.mod"))
	return err != nil || info.IsDir()
}

// store stores the state of a directory with these Go files.
func (s *scanner) store(dir string, files []string, matched bool) {
	state := Dir{Matched: matched}
	var newest time.Time
	source := sha256.New()
	for _, name := range files {
		content, modified := hashFile(filepath.Join(dir, name))
		if name == s.generated {
			state.Generated = content
			continue
		}
		if modified.After(newest) {
			newest = modified
		}
		source.Write([]byte(name))
		source.Write([]byte{0})
		source.Write(content[:])
	}
	state.Source = sum(source)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.found[dir] = state
	if newest.After(s.newest) {
		s.newest = newest
	}
}

// Add scans more directories. It reports whether all their files are older than
// the time of a run, which then cannot have read other contents.
func (s Snapshot) Add(dirs []string, name string, run time.Time) (older bool) {
	more := newScanner(name)
	for _, dir := range dirs {
		if _, found := s[dir]; !found {
			more.group.Go(func() { more.read(dir, false) })
		}
	}
	more.group.Wait()
	maps.Copy(s, more.found)
	return isOlder(more.newest, run)
}

// Files returns the hashes of files. It reports whether all that exist are older
// than the time of a run.
func Files(names []string, run time.Time) (hashes map[string]Hash, older bool) {
	hashes, older = make(map[string]Hash, len(names)), true
	for _, name := range slices.Compact(slices.Sorted(slices.Values(names))) {
		content, modified := hashFile(name)
		hashes[name], older = content, older && isOlder(modified, run)
	}
	return hashes, older
}

// clockTick is more than the precision of the times of files: Linux takes them from
// a clock that advances every 10 milliseconds or more often.
const clockTick = 20 * time.Millisecond

// isOlder reports whether a file that was modified at this time has not changed
// since a run began.
func isOlder(modified, run time.Time) bool { return modified.Before(run.Add(-clockTick)) }
