package runtime

import (
	"sync"
	"time"
)

// Session owns what outlives a batch: the read times of files, cached results, the
// notes of texts that were cut, the last 256 secrets that its tools were given, which
// are redacted in everything that its calls say, the decisions that were used, and the
// totals of its calls. [Session.Snapshot] returns most of it as data, for another
// process. A Session is safe for concurrent use. The zero value is an empty session
// without an id.
type Session struct {
	id, key string

	mu     sync.Mutex
	read   map[string]time.Time
	cache  resultCache
	notes  map[string]sessionNote // of kept texts, by handle
	ledger ledger
	// secrets were given to its tools; nil before the first.
	secrets *sessionSecrets
	// decisions are the ids of those that were used.
	decisions map[string]struct{}
}

// NewSession returns an empty session. The id is unique; the key names the
// conversation that it belongs to, such as a chat, and may recur.
func NewSession(id, key string) *Session {
	return &Session{id: id, key: key}
}

// Child returns an empty session with that id for a part of the work, such as that of
// a sub-agent. It belongs to the same conversation and shares the session's secrets in
// both directions: a secret that a tool of one is given is redacted in the other, and
// is part of the snapshots of both. The child of a nil session shares nothing.
func (s *Session) Child(id string) *Session {
	return &Session{id: id, key: s.Key(), secrets: s.ensureSecrets()}
}

// ID is the session's unique id; empty for a nil session.
func (s *Session) ID() string {
	if s == nil {
		return ""
	}
	return s.id
}

// Key names the conversation; empty for a nil session.
func (s *Session) Key() string {
	if s == nil {
		return ""
	}
	return s.key
}

// MarkRead notes the modification time that a file had when it was read.
func (s *Session) MarkRead(path string, modified time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.read == nil {
		s.read = make(map[string]time.Time)
	}
	s.read[path] = modified
}

// ReadTime is the modification time that the file had when this session last
// read it, and whether it did.
func (s *Session) ReadTime(path string) (modified time.Time, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	modified, ok = s.read[path]
	return modified, ok
}

// cached is the result that is kept under the key. Without a session there is
// none.
func (s *Session) cachedResult(key cacheKey) (Result, bool) {
	if s == nil {
		return Result{}, false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.cache.get(key, time.Now())
}

// keep keeps a success until expires.
func (s *Session) cacheResult(key cacheKey, result Result, expires time.Time) {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.cache.put(key, result, expires)
}

// Totals returns the sums so far; the zero value for a nil session.
func (s *Session) Totals() Totals {
	if s == nil {
		return Totals{}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.ledger.Sum
}

// add adds the answers of one batch. Without a session there is nothing to do.
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
