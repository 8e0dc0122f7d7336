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

// Files that are being written have names that the floor keeps from tools.
const (
	tempPrefix  = ".toolgen-"
	tempSuffix  = ".writing"
	tempPattern = tempPrefix + "*" + tempSuffix
	// tempAge is when a file that is still being written counts as left by a
	// crash.
	tempAge = time.Hour
	// maxSwept is how many entries of a directory are looked at for such files.
	maxSwept = 10_000
)

func tempName() string { return tempPrefix + rand.Text() + tempSuffix }

// writeTemp writes a new file and waits until it is on the disk. For a file
// that is replaced it is its owner's alone until it is whole, and then gets the old
// permissions; else it gets those that the process gives to new files.
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
		// After the owner, since a change of owner may take permissions away. Bits
		// that run a program as its owner are not for new content.
		if err = file.Chmod(old.Mode().Perm()); err != nil {
			return nil, err
		}
	}
	if err = file.Sync(); err != nil {
		return nil, err
	}
	return file.Stat()
}

// syncDir waits until a directory's names are on the disk. Where the system or
// the file system cannot do that, the name is as safe as it can be.
func syncDir(dir *os.Root) {
	if open, err := dir.Open("."); err == nil {
		_ = open.Sync()
		_ = open.Close()
	}
}

// sweep removes what a crash left in a directory, once in a while.
func (b *Backend) sweep(dir *os.Root, path string) {
	now := time.Now()
	if !b.swept.due(path, now) {
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

// recent remembers when directories were swept, a limited number of them. The zero
// value is empty.
type recent struct {
	mu    sync.Mutex
	swept map[string]time.Time
}

const maxRecent = 1024

// due reports whether a directory was not swept for a while, and notes that it is now.
func (r *recent) due(path string, now time.Time) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if last, ok := r.swept[path]; ok && now.Sub(last) < tempAge {
		return false
	}
	if r.swept == nil || len(r.swept) >= maxRecent {
		r.swept = make(map[string]time.Time)
	}
	r.swept[path] = now
	return true
}
