package runtime

import (
	"encoding/json"
	"errors"
	"time"

	"github.com/toolgen/toolgen/internal/untrusted"
)

// SpillNotes is an optional interface of a [SpillStore]. A store that
// implements it keeps a note with each text, so that every [Session] with the
// id of the text's owner has the note. Without it, only the Session value that
// owns the text, and the sessions restored from its [Snapshot], have the note;
// any other Session of the same id treats the text as untrusted.
//
// The methods are called concurrently, and must return promptly: the runtime
// waits for Note for up to ten seconds.
type SpillNotes interface {
	// Note stores a note with the text that the session has under the handle,
	// until the text expires. The note is an opaque text of the runtime. A
	// handle without a text is ignored.
	Note(session *Session, handle, note string)
	// Recall returns the note of the text that the session has under the
	// handle, exactly as Note received it. ok is false if the session has no
	// such text, if the text has expired, and if it has no note.
	Recall(session *Session, handle string) (note string, ok bool)
}

// spillNote is the runtime's note of a stored text, as JSON. Either Trusted or
// Tool is set.
type spillNote struct {
	// Kept is the number of code points that the model has seen.
	Kept int `json:"kept"`
	// Trusted reports that the text had no fence.
	Trusted bool `json:"trusted,omitempty"`
	// Tool and Source are the fields of the text's fence.
	Tool   string `json:"tool,omitempty"`
	Source string `json:"source,omitempty"`
}

// newSpillNote returns the note of a text of which the model has seen kept code
// points. The fence is nil if the text is trusted.
func newSpillNote(kept int, fence *untrusted.Fence) string {
	note := spillNote{Kept: kept, Trusted: fence == nil}
	if fence != nil {
		note.Tool, note.Source = fence.Tool(), fence.Source()
	}
	text, _ := json.Marshal(note) // encoding a struct of numbers and texts cannot fail
	return string(text)
}

// errSpillNote is the error of a note that the runtime did not write.
var errSpillNote = errors.New("the note does not have the form of newSpillNote")

// parseSpillNote parses a note of newSpillNote.
func parseSpillNote(text string) (kept int, fence *untrusted.Fence, err error) {
	var note spillNote
	if err := json.Unmarshal([]byte(text), &note); err != nil {
		return 0, nil, err
	}
	if note.Kept < 0 || note.Trusted == (note.Tool != "") {
		return 0, nil, errSpillNote
	}
	if note.Trusted {
		return note.Kept, nil, nil
	}
	made := untrusted.NewFence(note.Tool, note.Source)
	return note.Kept, &made, nil
}

// saveSpillNote stores a note with the text of a result: in the store, or in
// the session if the store keeps no notes.
func (f *fitter) saveSpillNote(i int, handle string, kept int) {
	session, fence := f.turn.Session, f.calls[i].textInfo.fence
	if fence == nil && isStoredBefore(f.calls[i].textInfo.partial()) && session != nil {
		// The outcome has the handle of a text that was stored before, and may be
		// forged. An untrusted text must stay untrusted.
		_, fence = recallSpillNote(f.registry.options.Spill, session, handle)
	}
	note := newSpillNote(kept, fence)
	if session == nil {
		return
	}
	store, ok := f.registry.options.Spill.(SpillNotes)
	if !ok {
		session.saveSpillNote(handle, note, time.Now().Add(spillTTL))
		return
	}
	if err := runIsolated(spillTimeout, func() { store.Note(session, handle, note) }); err != nil {
		f.registry.logError(f.ctx, &f.calls[i], "spill store failed to keep a note", "error", err)
	}
}

// isStoredBefore reports whether the full text of a result was stored before the
// batch was fitted.
func isStoredBefore(p *partialText) bool { return p != nil && p.fullChars > 0 }

// recallSpillNote returns the number of code points of the text that the model
// has seen, and the fence of the text; nil if the text is trusted. A text
// without a readable note is untrusted, because another run of the program may
// use the same handle.
func recallSpillNote(store SpillStore, session *Session, handle string) (kept int, fence *untrusted.Fence) {
	recall := session.recallSpillNote
	if notes, ok := store.(SpillNotes); ok {
		recall = func(handle string) (string, bool) { return notes.Recall(session, handle) }
	}
	if note, ok := recall(handle); ok {
		if kept, fence, err := parseSpillNote(note); err == nil {
			return kept, fence
		}
	}
	unknown := untrusted.NewFence(ReadResultTool, "")
	return 0, &unknown
}

// sessionNote is the note of a text in a store that keeps no notes.
type sessionNote struct {
	note    string
	expires time.Time
}

// saveSpillNote stores a note and removes the notes that have expired.
func (s *Session) saveSpillNote(handle, note string, expires time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := time.Now()
	for old, kept := range s.notes {
		if now.After(kept.expires) {
			delete(s.notes, old)
		}
	}
	if s.notes == nil {
		s.notes = make(map[string]sessionNote)
	}
	s.notes[handle] = sessionNote{note, expires}
}

// recallSpillNote returns the session's note of the text with the handle.
func (s *Session) recallSpillNote(handle string) (note string, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	kept, ok := s.notes[handle]
	return kept.note, ok && time.Now().Before(kept.expires)
}
