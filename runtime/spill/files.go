package spill

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/toolgen/toolgen/internal/measure"
	"github.com/toolgen/toolgen/runtime"
)

// DefaultMaxBytes is how many bytes of text a [Files] keeps by default: 256 MiB.
const DefaultMaxBytes = 256 << 20

// FilesOptions configure a [Files]. The zero value, and nil, mean the default of
// each field.
type FilesOptions struct {
	// Dir is the directory of the store. It is created if it does not exist, with
	// its parents. Empty means a new directory in [os.TempDir].
	Dir string
	// MaxBytes is the maximum size of all texts of all sessions together, in
	// bytes. The store removes the oldest texts to stay within it, and refuses a
	// text that is larger. Zero or less means DefaultMaxBytes.
	MaxBytes int64
}

// Files is a [runtime.SpillStore] that keeps texts in files: one directory for
// each session and one file for each text, which only the user of the program can
// read. The store chooses all names; no part of a name comes from an id or a text.
// Sessions with the same id share their texts; a session without an id has its
// own.
//
// A Files knows only the texts that it was given: after a restart, no handle is
// valid, and the files that have expired are removed. It removes only files with
// names of its own form, and follows no symbolic link out of its directory. The
// caller closes it when the registry is closed. It is safe for concurrent use. Use
// [NewFiles] to make one.
type Files struct {
	dir      string
	root     *os.Root // of dir
	maxBytes int64

	mu     sync.Mutex
	dirs   map[any]*sessionDir // by owner; nil if the store is closed
	texts  map[string]*file    // by handle
	order  []*file             // the oldest first
	bytes  int64
	number int // of the last handle
}

var _ interface {
	runtime.SpillStore
	runtime.SpillNotes
	io.Closer
} = (*Files)(nil)

// sessionDir is the directory of one session. It is removed with its last text.
type sessionDir struct {
	name  string
	texts int // with those that are about to be written
}

// file is the file of one text.
type file struct {
	owner        any
	handle, path string // the path is relative to the directory of the store
	chars        int
	bytes        int64
	expires      time.Time
	note         *string // nil if there is none
}

// NewFiles creates the directory, if it does not exist, and removes the files of
// earlier runs that have expired. The error is about the directory.
func NewFiles(o *FilesOptions) (*Files, error) {
	if o == nil {
		o = &FilesOptions{}
	}
	s := &Files{dir: o.Dir, maxBytes: o.MaxBytes, dirs: make(map[any]*sessionDir), texts: make(map[string]*file)}
	if s.maxBytes <= 0 {
		s.maxBytes = DefaultMaxBytes
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
		return nil, fmt.Errorf("spill: the store cannot use its directory: %w", err)
	}
	s.sweep()
	return s, nil
}

var errClosed = errors.New("spill: the store is closed")

// owner returns the key of the session: its id, or the session itself if it has
// no id.
func owner(session *runtime.Session) any {
	if session.ID() == "" {
		return session
	}
	return session.ID()
}

// Put writes the text to a new file. It returns an error if the text is larger
// than MaxBytes, if the file cannot be written, and if the store is closed.
func (s *Files) Put(_ context.Context, session *runtime.Session, text string, expires time.Time) (handle string, err error) {
	if int64(len(text)) > s.maxBytes {
		return "", fmt.Errorf("spill: the text has %d bytes, but the store keeps at most %d (FilesOptions.MaxBytes)", len(text), s.maxBytes)
	}
	f, err := s.newFile(owner(session))
	if err != nil {
		return "", err
	}
	f.chars, f.bytes, f.expires = utf8.RuneCountInString(text), int64(len(text)), expires
	err = s.root.WriteFile(f.path, []byte(text), 0o600)
	if err == nil {
		err = s.root.Chtimes(f.path, expires, expires)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err == nil && s.dirs == nil {
		err = errClosed
	}
	if err != nil {
		s.remove(f)
		return "", err
	}
	s.texts[f.handle] = f
	s.order = append(s.order, f)
	s.bytes += f.bytes
	s.removeOld(time.Now())
	return f.handle, nil
}

// newFile returns a file with a new handle and path, and creates the directory of
// the session if it does not exist.
func (s *Files) newFile(owner any) (*file, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.dirs == nil {
		return nil, errClosed
	}
	dir := s.dirs[owner]
	if dir == nil {
		name := dirPrefix + fmt.Sprintf("%016x%016x", rand.Uint64(), rand.Uint64())
		if err := s.root.Mkdir(name, 0o700); err != nil {
			return nil, err
		}
		dir = &sessionDir{name: name}
		s.dirs[owner] = dir
	}
	dir.texts++
	s.number++
	handle := handlePrefix + strconv.Itoa(s.number)
	return &file{owner: owner, handle: handle, path: filepath.Join(dir.name, handle+fileSuffix)}, nil
}

// removeOld removes the texts that have expired, and the oldest texts while the
// store is larger than its maximum. The caller holds the lock.
func (s *Files) removeOld(now time.Time) {
	kept := s.order[:0]
	for _, f := range s.order {
		if now.Before(f.expires) && s.bytes <= s.maxBytes {
			kept = append(kept, f)
			continue
		}
		delete(s.texts, f.handle)
		s.bytes -= f.bytes
		s.remove(f)
	}
	clear(s.order[len(kept):])
	s.order = kept
}

// remove removes a file, and with the last file of a session its directory. The
// caller holds the lock.
func (s *Files) remove(f *file) {
	_ = s.root.Remove(f.path)
	dir := s.dirs[f.owner]
	if dir == nil {
		return
	}
	if dir.texts--; dir.texts == 0 {
		_ = s.root.Remove(dir.name)
		delete(s.dirs, f.owner)
	}
}

// find returns the text that the session has under the handle, or nil. The caller
// holds the lock.
func (s *Files) find(session *runtime.Session, handle string) *file {
	f := s.texts[handle]
	if f == nil || f.owner != owner(session) || !time.Now().Before(f.expires) {
		return nil
	}
	return f
}

// Note keeps the note in memory, as long as the text; see [runtime.SpillNotes].
func (s *Files) Note(session *runtime.Session, handle, note string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if f := s.find(session, handle); f != nil {
		f.note = &note
	}
}

// Recall returns the note of the text; see [runtime.SpillNotes].
func (s *Files) Recall(session *runtime.Session, handle string) (note string, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f := s.find(session, handle)
	if f == nil || f.note == nil {
		return "", false
	}
	return *f.note, true
}

// Get reads a part of a text. It returns an error if the size of the file has
// changed, and [runtime.ErrNoSpill] if the store was closed.
func (s *Files) Get(_ context.Context, session *runtime.Session, handle string, start, end int) (text string, total int, err error) {
	s.mu.Lock()
	f := s.find(session, handle)
	s.mu.Unlock()
	if f == nil {
		return "", 0, runtime.ErrNoSpill
	}
	data, err := s.root.ReadFile(f.path)
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, os.ErrClosed): // removed since find
		return "", 0, runtime.ErrNoSpill
	case err != nil:
		return "", 0, err
	case int64(len(data)) != f.bytes:
		return "", 0, errors.New("spill: another program has changed a file of the store")
	}
	full := string(data)
	start = min(max(start, 0), f.chars)
	end = min(max(end, start), f.chars)
	full = full[measure.Offset(full, start):]
	return strings.Clone(full[:measure.Offset(full, end-start)]), f.chars, nil
}

// Close removes all texts and their files, and the directory of the store if it
// is empty then. After Close, Put returns an error and Get [runtime.ErrNoSpill].
// A second Close does nothing.
func (s *Files) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var errs []error
	for _, dir := range s.dirs {
		errs = append(errs, s.root.RemoveAll(dir.name))
	}
	s.dirs, s.texts, s.order, s.bytes = nil, nil, nil, 0
	errs = append(errs, s.root.Close())
	_ = os.Remove(s.dir) // fails if it is not empty
	return errors.Join(errs...)
}
