package files

import (
	"container/list"
	"io/fs"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/toolgen/toolgen/internal/hidepath"
)

const (
	// maxStamps limits how many files are recorded over all sessions, the last used first; they
	// need about 30 MB.
	maxStamps = 1 << 16
	// stampAge is how long a file is recorded.
	stampAge = 24 * time.Hour
)

// stamps record which files sessions read, with their descriptions at that time. A file without a record
// counts as never read. The zero value is empty.
type stamps struct {
	mu     sync.Mutex
	byFile map[stampKey]*list.Element
	order  list.List // of *stamp, the last used first
}

type stampKey struct{ session, path string }

// stamp is the record of one file that a session read.
type stamp struct {
	key  stampKey
	seen time.Time
	info fs.FileInfo // nil if the session found that the file does not exist
}

// matches reports whether a file has not changed; now is nil if the file does not exist.
func (s *stamp) matches(now fs.FileInfo) bool {
	if s.info == nil || now == nil {
		return s.info == nil && now == nil
	}
	return os.SameFile(s.info, now) && s.info.Size() == now.Size() && s.info.ModTime().Equal(now.ModTime()) &&
		hidepath.ChangeTime(s.info).Equal(hidepath.ChangeTime(now))
}

// recordRead records a file that a session read. Without a session it does nothing.
func (s *stamps) recordRead(session, path string, info fs.FileInfo) {
	if session == "" {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.put(&stamp{stampKey{session, path}, time.Now(), info})
}

// put adds a record, and removes the oldest ones if there are too many or if they have expired. The caller holds
// the mutex.
func (s *stamps) put(new *stamp) {
	if s.byFile == nil {
		s.byFile = make(map[stampKey]*list.Element)
	}
	s.remove(new.key)
	s.byFile[new.key] = s.order.PushFront(new)
	for oldest := s.order.Back(); oldest != nil; oldest = s.order.Back() {
		last := oldest.Value.(*stamp)
		if s.order.Len() <= maxStamps && new.seen.Sub(last.seen) < stampAge {
			return
		}
		s.remove(last.key)
	}
}

// remove forgets a file.
func (s *stamps) remove(key stampKey) {
	if e := s.byFile[key]; e != nil {
		s.order.Remove(e)
		delete(s.byFile, key)
	}
}

// isStale reports whether a file changed since the session read it; now is nil if it does not exist.
func (s *stamps) isStale(session, path string, now fs.FileInfo) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	e := s.byFile[stampKey{session, path}]
	if e == nil {
		return false
	}
	was := e.Value.(*stamp)
	return time.Since(was.seen) < stampAge && !was.matches(now)
}

// recordChange updates the record of a file that the session changed; info is nil if the session found that
// the file does not exist. Without a record it does nothing.
func (s *stamps) recordChange(session, path string, info fs.FileInfo) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if key := (stampKey{session, path}); s.byFile[key] != nil {
		s.put(&stamp{key, time.Now(), info})
	}
}

// forget removes the record of a file that the session removed.
func (s *stamps) forget(session, path string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.remove(stampKey{session, path})
}

// move changes the paths of the records when the session moves a file or directory. info describes it after the
// move, which changes the time of its last change; nil if that is not known.
func (s *stamps) move(session, from, to string, info fs.FileInfo) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.remove(stampKey{session, to})
	for key, e := range s.byFile {
		if rest, ok := strings.CutPrefix(key.path, from); ok && key.session == session && isWithin(key.path, from) {
			was := e.Value.(*stamp)
			s.remove(key)
			if rest == "" && info != nil && was.info != nil {
				was.info = info
			}
			s.put(&stamp{stampKey{session, to + rest}, was.seen, was.info})
		}
	}
}
