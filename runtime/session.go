package runtime

import (
	"sync"
	"time"
)

// Session has the state that outlives a batch: the read times of files, cached
// results, the notes of spilled texts, the last 256 secrets that its tools
// received, the used decisions, and the totals of its calls. The secrets are
// redacted in all outputs of its calls. [Session.Snapshot] returns most of the
// state as data for another process. A Session is safe for concurrent use. The
// zero value is an empty session without an id.
type Session struct {
	id, key string

	mu     sync.Mutex
	read   map[string]time.Time
	cache  resultCache
	notes  map[string]sessionNote // the notes of spilled texts, by handle
	ledger ledger
	// secrets are the secrets that its tools received; nil before the first
	// one.
	secrets *sessionSecrets
	// decisions are the ids of the used decisions.
	decisions map[string]struct{}
	state     map[any]any // of the packages of tools, by their keys
}

// NewSession returns an empty session. The id must be unique. The key
// identifies the conversation of the session, such as a chat; several sessions
// may have the same key.
func NewSession(id, key string) *Session {
	return &Session{id: id, key: key}
}

// Child returns an empty session with the id for a part of the work, such as
// the work of a sub-agent. It has the same key, and both sessions share their
// secrets: a secret that a tool of one session receives is redacted in the
// other, and is part of the snapshots of both. The child of a nil session
// shares nothing.
func (s *Session) Child(id string) *Session {
	return &Session{id: id, key: s.Key(), secrets: s.ensureSecrets()}
}

// ID returns the unique id of the session; empty for a nil session.
func (s *Session) ID() string {
	if s == nil {
		return ""
	}
	return s.id
}

// Key returns the key of the conversation; empty for a nil session.
func (s *Session) Key() string {
	if s == nil {
		return ""
	}
	return s.key
}

// MarkRead records that the file was read, and its modification time at that
// moment.
func (s *Session) MarkRead(path string, modified time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.read == nil {
		s.read = make(map[string]time.Time)
	}
	s.read[path] = modified
}

// ReadTime returns the modification time of the file when this session last
// read it. ok is false if it did not read the file.
func (s *Session) ReadTime(path string) (modified time.Time, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	modified, ok = s.read[path]
	return modified, ok
}

// State returns the value that tools keep for the session under the key. The first
// call makes the value with create, which must not use the session. A package uses a
// key of an unexported type of its own, as for context.WithValue. The value is in the
// memory of this process: no snapshot has it, and it ends with the session. A nil
// session keeps nothing, so that each call makes a value.
func (s *Session) State(key any, create func() any) any {
	if s == nil {
		return create()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	value, ok := s.state[key]
	if !ok {
		if s.state == nil {
			s.state = make(map[any]any)
		}
		value = create()
		s.state[key] = value
	}
	return value
}

// cachedResult returns the cached result under the key. A nil session has none.
func (s *Session) cachedResult(key cacheKey) (Result, bool) {
	if s == nil {
		return Result{}, false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.cache.get(key, time.Now())
}

// cacheResult adds a success to the cache. A nil session has no cache.
func (s *Session) cacheResult(key cacheKey, result Result, expires time.Time) {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.cache.put(key, result, expires)
}

// Totals returns the sums over the calls of the session; the zero value for a
// nil session.
func (s *Session) Totals() Totals {
	if s == nil {
		return Totals{}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.ledger.Sum
}

// addTotals adds the results of one batch to the totals. It does nothing for a
// nil session.
func (s *Session) addTotals(results []CallResult, calls []Call) {
	if s == nil {
		return
	}
	var sum Totals
	for i := range results {
		sum.addResult(&results[i], &calls[i].textInfo)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ledger.add(sum)
}
