package runtime

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/toolgen/toolgen/internal/wire"
)

// Snapshot is what a [Session] knows at one moment, as data that can be stored and
// sent to another process. It has the session's id and key, the read times of files,
// the totals, the references of secrets that tools were given (never their values),
// the notes of texts in a spill store that keeps no notes, and the decisions that were
// used. The results in the session's cache are not part of it.
//
// The zero value is the snapshot of an empty session without an id. A Snapshot does
// not change, and is safe for concurrent use.
type Snapshot struct {
	id, key   string
	reads     []fileRead
	totals    ledger
	secrets   []secretRef
	notes     []textNote
	decisions []string
}

// fileRead is a file that was read, and the modification time that it had.
type fileRead struct {
	Path     string    `json:"path"`
	Modified time.Time `json:"modified"`
}

// textNote is the note of a text in a spill store.
type textNote struct {
	Handle  string    `json:"handle"`
	Note    string    `json:"note"`
	Expires time.Time `json:"expires"`
}

func (s *Snapshot) jsonFields() []wire.Field {
	return []wire.Field{
		{Name: "id", Value: &s.id},
		{Name: "key", Value: &s.key},
		{Name: "reads", Value: &s.reads},
		{Name: "totals", Value: &s.totals},
		{Name: "secrets", Value: &s.secrets},
		{Name: "notes", Value: &s.notes},
		{Name: "decisions", Value: &s.decisions},
	}
}

// MarshalJSON writes {"version":1,"id":…,"key":…} with a member for each kind of data.
func (s Snapshot) MarshalJSON() ([]byte, error) {
	return wire.Marshal(snapshotVersion, s.jsonFields()...)
}

// UnmarshalJSON reads what MarshalJSON writes; anything else is a [*FormError], after
// which s is as before. Each member is required: a session that lost a secret's
// reference or a used decision would be less safe than the one that was stored.
func (s *Snapshot) UnmarshalJSON(data []byte) error {
	return wire.Unmarshal(data, snapshotVersion, s.jsonFields()...)
}

// Snapshot returns what the session knows now; the zero value for a nil session. It
// leaves out read times before the year 0 and after the year 9999: such a file must be
// read again.
func (s *Session) Snapshot() Snapshot {
	if s == nil {
		return Snapshot{}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	taken := Snapshot{id: s.id, key: s.key, totals: s.ledger.snapshot(), decisions: slices.Sorted(maps.Keys(s.decisions))}
	for path, modified := range s.read {
		if year := modified.UTC().Year(); year >= 0 && year <= 9999 {
			taken.reads = append(taken.reads, fileRead{path, modified.UTC()})
		}
	}
	slices.SortFunc(taken.reads, func(a, b fileRead) int { return strings.Compare(a.Path, b.Path) })
	now := time.Now()
	for handle, note := range s.notes {
		if now.Before(note.expires) {
			taken.notes = append(taken.notes, textNote{handle, note.note, note.expires.UTC().Round(0)})
		}
	}
	slices.SortFunc(taken.notes, func(a, b textNote) int { return strings.Compare(a.Handle, b.Handle) })
	if s.secrets != nil {
		taken.secrets = s.secrets.refs()
	}
	return taken
}

// RestoreSession returns a session that knows what the snapshot has. The values of the
// secrets are not known: before a call of the session runs, the registry asks
// Options.Backends.Secrets for them in order to redact them, and refuses the call when
// it cannot have all of them. A secret that has another value by now is redacted with
// its present value only.
func RestoreSession(snapshot Snapshot) *Session {
	s := NewSession(snapshot.id, snapshot.key)
	s.ledger = snapshot.totals.restore()
	s.mergeData(&snapshot)
	return s
}

// Merge adds what a snapshot knows to the session, such as that of a worker in another
// process which was restored from a snapshot of this session and ran some of its calls.
//
//   - Of two read times of a file, the later modification time counts.
//   - Of the totals, only what this session has not counted is added. Merging a
//     snapshot again, or an older one, adds nothing. This holds while no more than 64
//     other Session values have added to the totals; of more, the session forgets the
//     one that was merged longest ago, and merging it again counts it again.
//   - Secrets, used decisions and notes of texts are united. At most 256 secrets are
//     known; the oldest go first.
//
// A snapshot of a session with another id is an error, and so is a nil session; then
// nothing changes. Merge is safe for concurrent use.
func (s *Session) Merge(snapshot Snapshot) error {
	switch {
	case s == nil:
		return errors.New("runtime: a snapshot cannot be merged into a nil session")
	case snapshot.id != s.id:
		return fmt.Errorf("runtime: a snapshot of the session %q cannot be merged into the session %q", snapshot.id, s.id)
	}
	s.mu.Lock()
	s.ledger.merge(&snapshot.totals)
	s.mu.Unlock()
	s.mergeData(&snapshot)
	return nil
}

// learn adds everything but the totals.
func (s *Session) mergeData(snapshot *Snapshot) {
	if len(snapshot.secrets) > 0 {
		s.ensureSecrets().merge(snapshot.secrets)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, read := range snapshot.reads {
		if modified, ok := s.read[read.Path]; !ok || modified.Before(read.Modified) {
			setEntry(&s.read, read.Path, read.Modified)
		}
	}
	for _, note := range snapshot.notes {
		if s.notes[note.Handle].expires.Before(note.Expires) {
			setEntry(&s.notes, note.Handle, sessionNote{note.Note, note.Expires})
		}
	}
	for _, id := range snapshot.decisions {
		setEntry(&s.decisions, id, struct{}{})
	}
}

// setEntry sets an entry of a map that may be nil.
func setEntry[V any](m *map[string]V, key string, value V) {
	if *m == nil {
		*m = make(map[string]V)
	}
	(*m)[key] = value
}

// usedDecision reports whether the session knows that a decision was used.
func (s *Session) isDecisionUsed(id string) bool {
	if s == nil {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	_, used := s.decisions[id]
	return used
}

// useDecision notes that a decision was used, and reports whether it was not used
// before. Decisions are never forgotten: a forgotten one could be used again. A nil
// session notes nothing, and reports that none was used.
func (s *Session) useDecision(id string) (first bool) {
	if s == nil {
		return true
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, used := s.decisions[id]; used {
		return false
	}
	setEntry(&s.decisions, id, struct{}{})
	return true
}
