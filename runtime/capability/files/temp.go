package files

import (
	"cmp"
	"crypto/rand"
	"io/fs"
	"os"
	"strings"
	"sync"
	"time"
)

// The names of temporary files. ClosedPaths closes them to tools.
const (
	tempPrefix  = ".toolgen-"
	tempSuffix  = ".writing"
	tempPattern = tempPrefix + "*" + tempSuffix
	// tempAge is the age at which a temporary file counts as left by a crash.
	tempAge = time.Hour
	// maxSwept limits how many entries of a directory are searched for temporary files.
	maxSwept = 10_000
)

func tempName() string { return tempPrefix + rand.Text() + tempSuffix }

// writeTemp writes a new file and flushes it to the disk. If it replaces a file, only the owner can read it
// until it is complete; then it gets the permissions of the old file. Otherwise it gets the permissions
// that the process gives to new files.
func writeTemp(dir *os.Root, name string, data []byte, old fs.FileInfo) (written fs.FileInfo, err error) {
	mode := fs.FileMode(0o666)
	if old != nil {
		mode = 0o600
	}
	file, err := dir.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return nil, err
	}
	defer func() {
		err = cmp.Or(err, file.Close())
	}()
	if _, err = file.Write(data); err != nil {
		return nil, err
	}
	if old != nil {
		keepOwner(file, old)
		// Chmod follows the change of the owner, which can clear permission bits. The set-user-ID
		// and set-group-ID bits are not kept for new content.
		if err = file.Chmod(old.Mode().Perm()); err != nil {
			return nil, err
		}
	}
	if err = file.Sync(); err != nil {
		return nil, err
	}
	return file.Stat()
}

// syncDir flushes the entries of a directory to the disk. It ignores errors: some systems and file systems
// cannot do it.
func syncDir(dir *os.Root) {
	if open, err := dir.Open("."); err == nil {
		_ = open.Sync()
		_ = open.Close()
	}
}

// sweep removes abandoned temporary files from a directory, at most once in tempAge.
func (b *Backend) sweep(dir *os.Root, path string) {
	now := time.Now()
	if !b.sweepTimes.claim(path, now) {
		return
	}
	open, err := dir.Open(".")
	if err != nil {
		return
	}
	defer open.Close()
	names, _ := open.Readdirnames(maxSwept)
	for _, name := range names {
		if !strings.HasPrefix(name, tempPrefix) || !strings.HasSuffix(name, tempSuffix) {
			continue
		}
		if info, err := dir.Lstat(name); err == nil && info.Mode().IsRegular() && now.Sub(info.ModTime()) > tempAge {
			_ = dir.Remove(name)
		}
	}
}

// sweepTimes records when directories were swept, up to maxRecent of them. The zero value is empty.
type sweepTimes struct {
	mu    sync.Mutex
	swept map[string]time.Time
}

const maxSweepTimes = 1024

// claim reports whether a directory was not swept during the last tempAge, and records that it is now.
func (r *sweepTimes) claim(path string, now time.Time) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if last, ok := r.swept[path]; ok && now.Sub(last) < tempAge {
		return false
	}
	if r.swept == nil || len(r.swept) >= maxSweepTimes {
		r.swept = make(map[string]time.Time)
	}
	r.swept[path] = now
	return true
}
