package runtime

import (
	"sync"
	"time"
)

// Session owns what outlives a batch: when files were read, and the totals of
// its calls. It is safe for concurrent use. The zero value is an empty session
// without an id.
type Session struct {
	id, key string

	mu     sync.Mutex
	read   map[string]time.Time
	totals Totals
}

// NewSession returns an empty session. The id is unique; the key names the
// conversation that it belongs to, such as a chat, and may recur.
func NewSession(id, key string) *Session {
	return &Session{id: id, key: key}
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

// Totals are the sums over a session's calls.
type Totals struct {
	// Calls and Failures count answers.
	Calls, Failures int
	// CharsProduced and CharsReturned count code points of result texts
	// before and after the budget.
	CharsProduced, CharsReturned int
	// CostUSD sums the costs that tools stated, in US dollars.
	CostUSD float64
	// Duration sums the durations of the calls, which overlap.
	Duration time.Duration
}

// Totals returns the sums so far.
func (s *Session) Totals() Totals {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.totals
}

// add adds the answers of one batch. Without a session there is nothing to do.
func (s *Session) add(results []CallResult, slots []Call) {
	if s == nil {
		return
	}
	var sum Totals
	for i := range results {
		result := &results[i]
		sum.Calls++
		if !result.Result.OK {
			sum.Failures++
		}
		returned := slots[i].chars
		if result.Truncated != nil {
			returned, _ = measure(*result.Result.text())
		}
		sum.CharsProduced += slots[i].chars
		sum.CharsReturned += returned
		sum.CostUSD += result.Result.CostUSD
		sum.Duration += result.Duration
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.totals = s.totals.plus(sum)
}

func (t Totals) plus(o Totals) Totals {
	return Totals{
		Calls: t.Calls + o.Calls, Failures: t.Failures + o.Failures,
		CharsProduced: t.CharsProduced + o.CharsProduced, CharsReturned: t.CharsReturned + o.CharsReturned,
		CostUSD: t.CostUSD + o.CostUSD, Duration: t.Duration + o.Duration,
	}
}
