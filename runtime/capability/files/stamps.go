package files

import (
	"container/list"
	"io/fs"
	"os"
	"strings"
	"sync"
	"time"
)

const (
	// maxStamps is how many files are remembered over all sessions, those that were
	// used last; about 30 MB.
	maxStamps = 1 << 16
	// stampAge is how long a file is remembered.
	stampAge = 24 * time.Hour
)

// stamps remember which files sessions read, as they were then. What was
// forgotten counts as never read. The zero value is empty.
type stamps struct {
	mu     sync.Mutex
	byFile map[stampKey]*list.Element
	order  list.List // of *stamp, the last used first
}

type stampKey struct{ session, path string }

type stamp struct {
	key  stampKey
	seen time.Time
	info fs.FileInfo // nil when the session found that the file is gone
}

// tells reports whether a file, nil for none, is what was seen.
func (s *stamp) tells(now fs.FileInfo) bool {
	if s.info == nil || now == nil {
		return s.info == nil && now == nil
	}
	return os.SameFile(s.info, now) && s.info.Size() == now.Size() && s.info.ModTime().Equal(now.ModTime())
}

// read notes a file as it is. Without a session nothing is noted.
func (s *stamps) read(session, path string, info fs.FileInfo) {
	if session == "" {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.put(&stamp{stampKey{session, path}, time.Now(), info})
}

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

func (s *stamps) remove(key stampKey) {
	if e := s.byFile[key]; e != nil {
		s.order.Remove(e)
		delete(s.byFile, key)
	}
}

// stale reports whether a file is not what the session read; now is nil when there is none.
func (s *stamps) stale(session, path string, now fs.FileInfo) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	e := s.byFile[stampKey{session, path}]
	if e == nil {
		return false
	}
	was := e.Value.(*stamp)
	return time.Since(was.seen) < stampAge && !was.tells(now)
}

// became notes a file that a session had read anew: what the session made of
// it, or nil when it found the file gone.
func (s *stamps) became(session, path string, info fs.FileInfo) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if key := (stampKey{session, path}); s.byFile[key] != nil {
		s.put(&stamp{key, time.Now(), info})
	}
}

// forget drops a file that the session removed.
func (s *stamps) forget(session, path string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.remove(stampKey{session, path})
}

// move follows a file or directory that the session moved.
func (s *stamps) move(session, from, to string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.remove(stampKey{session, to})
	for key, e := range s.byFile {
		if rest, ok := strings.CutPrefix(key.path, from); ok && key.session == session && within(key.path, from) {
			was := e.Value.(*stamp)
			s.remove(key)
			s.put(&stamp{stampKey{session, to + rest}, was.seen, was.info})
		}
	}
}
