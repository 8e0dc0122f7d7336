package runtime

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode/utf8"
)

// DefaultSpillBytes is how much a FileSpill keeps unless its options say
// otherwise.
const DefaultSpillBytes = 256 << 20

// FileSpillOptions configure a FileSpill. The zero value, and nil, mean the
// defaults that each field names.
type FileSpillOptions struct {
	// Dir is the directory to keep texts in; it is made if need be. Empty means
	// a fresh one among the system's temporary files.
	Dir string
	// MaxBytes is how much is kept of all sessions together, the oldest texts
	// going first; zero or less means DefaultSpillBytes.
	MaxBytes int64
}

// FileSpill is a [SpillStore] that keeps texts in files: one directory per
// session, one file per text, which only the user that runs the program can
// read. Names are made by the store, never from ids or texts. A text is known
// to the store that took it only: after a restart none is, and files whose time
// is over are then removed. Nothing is removed but what bears the store's own
// random names, and no symbolic link is followed out of the directory. It is
// safe for concurrent use.
type FileSpill struct {
	dir      string
	root     *os.Root // of dir
	maxBytes int64

	mu     sync.Mutex
	dirs   map[any]*spillDir // by owner; nil when closed
	texts  map[string]*spillFile
	order  []*spillFile // the oldest first
	bytes  int64
	number int
}

// spillDir is the directory of one session. It is removed with its last text,
// unless another is about to be written.
type spillDir struct {
	name  string
	texts int
}

// spillFile is one text.
type spillFile struct {
	owner        any
	handle, path string // the path is in the store's directory
	chars        int
	bytes        int64
	expires      time.Time
	known        spilled // what the runtime noted of it
}

// NewFileSpill makes the directory and removes what an earlier run left there
// and whose time is over.
func NewFileSpill(o *FileSpillOptions) (*FileSpill, error) {
	if o == nil {
		o = &FileSpillOptions{}
	}
	s := &FileSpill{dir: o.Dir, maxBytes: o.MaxBytes, dirs: make(map[any]*spillDir), texts: make(map[string]*spillFile)}
	if s.maxBytes <= 0 {
		s.maxBytes = DefaultSpillBytes
	}
	var err error
	if s.dir == "" {
		s.dir, err = os.MkdirTemp("", "toolgen-spill-*")
	} else {
		err = os.MkdirAll(s.dir, 0o700)
	}
	if err == nil {
		s.root, err = os.OpenRoot(s.dir)
	}
	if err != nil {
		return nil, fmt.Errorf("runtime: the spill store needs a directory: %w", err)
	}
	s.sweep()
	return s, nil
}

var errSpillClosed = errors.New("runtime: the spill store is closed")

// owner tells sessions apart: by id, and those without one by themselves.
func owner(session *Session) any {
	if session.ID() == "" {
		return session
	}
	return session.ID()
}

// Put writes the text to a file of its own.
func (s *FileSpill) Put(_ context.Context, session *Session, text string, expires time.Time) (handle string, err error) {
	if int64(len(text)) > s.maxBytes {
		return "", fmt.Errorf("runtime: a text of %d bytes is more than the spill store keeps (%d)", len(text), s.maxBytes)
	}
	file, err := s.place(owner(session))
	if err != nil {
		return "", err
	}
	file.chars, file.bytes, file.expires = utf8.RuneCountInString(text), int64(len(text)), expires
	err = s.root.WriteFile(file.path, []byte(text), 0o600)
	if err == nil {
		err = s.root.Chtimes(file.path, expires, expires)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err == nil && s.dirs == nil {
		err = errSpillClosed
	}
	if err != nil {
		s.remove(file)
		return "", err
	}
	s.texts[file.handle] = file
	s.order = append(s.order, file)
	s.bytes += file.bytes
	s.dropOld(time.Now())
	return file.handle, nil
}

// place chooses a handle and a path for one more text.
func (s *FileSpill) place(owner any) (*spillFile, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.dirs == nil {
		return nil, errSpillClosed
	}
	dir := s.dirs[owner]
	if dir == nil {
		name := sessionDirs + fmt.Sprintf("%016x%016x", rand.Uint64(), rand.Uint64())
		if err := s.root.Mkdir(name, 0o700); err != nil {
			return nil, err
		}
		dir = &spillDir{name: name}
		s.dirs[owner] = dir
	}
	dir.texts++
	s.number++
	handle := "r" + strconv.Itoa(s.number)
	return &spillFile{owner: owner, handle: handle, path: filepath.Join(dir.name, handle+".txt")}, nil
}

// dropOld removes the texts whose time is over, and the oldest ones while there
// are too many bytes. The caller holds the lock.
func (s *FileSpill) dropOld(now time.Time) {
	kept := s.order[:0]
	for _, file := range s.order {
		if now.Before(file.expires) && s.bytes <= s.maxBytes {
			kept = append(kept, file)
			continue
		}
		delete(s.texts, file.handle)
		s.bytes -= file.bytes
		s.remove(file)
	}
	clear(s.order[len(kept):])
	s.order = kept
}

// remove removes a file, and the directory of its session with the last one.
// The caller holds the lock.
func (s *FileSpill) remove(file *spillFile) {
	_ = s.root.Remove(file.path)
	dir := s.dirs[file.owner]
	if dir == nil {
		return
	}
	if dir.texts--; dir.texts == 0 {
		_ = s.root.Remove(dir.name)
		delete(s.dirs, file.owner)
	}
}

// find is the session's text under the handle; nil when it has none.
func (s *FileSpill) find(session *Session, handle string) *spillFile {
	s.mu.Lock()
	defer s.mu.Unlock()
	file := s.texts[handle]
	if file == nil || file.owner != owner(session) || !time.Now().Before(file.expires) {
		return nil
	}
	return file
}

// note keeps with a text what the runtime knows of it, for every Session of
// that id.
func (s *FileSpill) note(session *Session, handle string, known spilled) {
	if file := s.find(session, handle); file != nil {
		s.mu.Lock()
		defer s.mu.Unlock()
		file.known = known
	}
}

// recall is what was noted.
func (s *FileSpill) recall(session *Session, handle string) (known spilled, ok bool) {
	file := s.find(session, handle)
	if file == nil {
		return spilled{}, false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return file.known, !file.known.expires.IsZero()
}

// Get reads a part of a text.
func (s *FileSpill) Get(_ context.Context, session *Session, handle string, start, end int) (text string, total int, err error) {
	file := s.find(session, handle)
	if file == nil {
		return "", 0, ErrNoSpill
	}
	data, err := s.root.ReadFile(file.path)
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, os.ErrClosed): // dropped meanwhile
		return "", 0, ErrNoSpill
	case err != nil:
		return "", 0, err
	case int64(len(data)) != file.bytes:
		return "", 0, errors.New("runtime: a file of the spill store was changed")
	}
	whole := string(data)
	start = min(max(start, 0), file.chars)
	end = min(max(end, start), file.chars)
	whole = whole[offset(whole, start):]
	return strings.Clone(whole[:offset(whole, end-start)]), file.chars, nil
}

// Close forgets every text and removes its file. Closing twice does nothing.
func (s *FileSpill) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var errs []error
	for _, dir := range s.dirs {
		errs = append(errs, s.root.RemoveAll(dir.name))
	}
	s.dirs, s.texts, s.order, s.bytes = nil, nil, nil, 0
	errs = append(errs, s.root.Close())
	_ = os.Remove(s.dir) // only if it is empty
	return errors.Join(errs...)
}
