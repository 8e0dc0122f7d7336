package runtime

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/toolgen/toolgen/internal/wire"
)

// Snapshot is the state of a [Session] at one moment, as data that can be
// stored and sent to another process. It has the session's id and key, the read
// times of files, the totals, the references of secrets that tools received
// (but not their values), the notes of spilled texts if the spill store keeps
// no notes, and the used decisions. It does not have the cached results.
//
// The zero value is the snapshot of an empty session without an id. A Snapshot
// does not change, and is safe for concurrent use.
type Snapshot struct {
	id, key   string
	reads     []fileRead
	totals    ledger
	secrets   []secretRef
	notes     []textNote
	decisions []string
}

// fileRead is a file that was read, with its modification time at that moment.
type fileRead struct {
	Path     string    `json:"path"`
	Modified time.Time `json:"modified"`
}

// textNote is the note of a spilled text.
type textNote struct {
	Handle  string    `json:"handle"`
	Note    string    `json:"note"`
	Expires time.Time `json:"expires"`
}

// jsonFields returns the members of the JSON form.
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

// MarshalJSON writes {"version":1,"id":…,"key":…} with a member for each kind
// of data.
func (s Snapshot) MarshalJSON() ([]byte, error) {
	return wire.Marshal(snapshotVersion, s.jsonFields()...)
}

// UnmarshalJSON reads the form of MarshalJSON. For any other text it returns a
// [*FormError] and leaves s unchanged. Each member is required, because a
// session without the references of its secrets or without its used decisions
// would be less secure.
func (s *Snapshot) UnmarshalJSON(data []byte) error {
	return wire.Unmarshal(data, snapshotVersion, s.jsonFields()...)
}

// Snapshot returns the current state of the session; the zero value for a nil
// session. It omits read times before the year 0 and after the year 9999: such
// a file must be read again.
func (s *Session) Snapshot() Snapshot {
	if s == nil {
		return Snapshot{}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	taken := Snapshot{id: s.id, key: s.key, totals: s.ledger.snapshot(), decisions: slices.Sorted(maps.Keys(s.decisions))}
	for _, path := range slices.Sorted(maps.Keys(s.read)) {
		modified := s.read[path]
		if year := modified.UTC().Year(); year >= 0 && year <= 9999 {
			taken.reads = append(taken.reads, fileRead{path, modified.UTC()})
		}
	}
	now := time.Now()
	for _, handle := range slices.Sorted(maps.Keys(s.notes)) {
		if note := s.notes[handle]; now.Before(note.expires) {
			taken.notes = append(taken.notes, textNote{handle, note.note, note.expires.UTC().Round(0)})
		}
	}
	if s.secrets != nil {
		taken.secrets = s.secrets.refs()
	}
	return taken
}

// RestoreSession returns a session with the state of the snapshot. It has the
// references of the secrets, but not their values: before a call of the session
// runs, the registry gets the values from Options.Backends.Secrets in order to
// redact them. It refuses the call if a value is missing. If the value of a
// secret has changed since the snapshot, only the new value is redacted.
func RestoreSession(snapshot Snapshot) *Session {
	s := NewSession(snapshot.id, snapshot.key)
	s.ledger = snapshot.totals.restore()
	s.mergeData(&snapshot)
	return s
}

// Merge adds the state of a snapshot to the session. It is for the snapshot of
// a worker in another process that was restored from a snapshot of this session
// and executed some of its calls.
//
//   - If both have a read time of a file, the later modification time is used.
//   - The totals are increased only by what this session has not counted. Merging
//     a snapshot again, or an older one, adds nothing. This holds for up to 64
//     other Session values that have added to the totals. With more, the session
//     removes the one whose merge is the longest ago, and merging that one again
//     counts its calls again.
//   - Secrets, used decisions and notes of spilled texts are combined. The session
//     keeps the newest 256 secrets.
//
// Merge returns an error, and changes nothing, if the session is nil or the
// snapshot is of a session with another id. It is safe for concurrent use.
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

// mergeData merges the state of a snapshot except the totals.
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

// setEntry sets an entry of a map, and creates the map if it is nil.
func setEntry[V any](m *map[string]V, key string, value V) {
	if *m == nil {
		*m = make(map[string]V)
	}
	(*m)[key] = value
}

// isDecisionUsed reports whether the session has recorded that the decision was
// used.
func (s *Session) isDecisionUsed(id string) bool {
	if s == nil {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	_, used := s.decisions[id]
	return used
}

// useDecision records that a decision was used, and reports whether this is the
// first use. Used decisions are never removed, because a decision could then be
// used again. A nil session records nothing and returns true.
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
