package temporal

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/toolgen/toolgen/runtime"
)

// Spill is a runtime.SpillStore whose texts every worker can read. It is safe for
// concurrent use. Use [NewSpill] to make one.
type Spill struct{ store Store }

var _ interface {
	runtime.SpillStore
	runtime.SpillNotes
} = (*Spill)(nil)

// NewSpill returns a spill store that keeps its texts in the store, for the option
// Spill of a registry. A text belongs to the sessions with the id of its owner.
func NewSpill(store Store) *Spill { return &Spill{store} }

// minKeepText is how long a text is kept at least: a workflow may wait for a
// decision before its model reads on.
const minKeepText = 24 * time.Hour

// noteTimeout is the time limit of a note, whose interface has no context.
const noteTimeout = 5 * time.Second

// textHeader is the first line of the record of a text. The text follows.
type textHeader struct {
	Chars   int       `json:"chars"`
	Expires time.Time `json:"expires"`
	Note    *string   `json:"note,omitempty"`
}

// errNoOwner is the error of a text of a session without an id, because no other
// worker could find it.
var errNoOwner = errors.New("temporal: a text cannot be stored for a session without an id: set Turn.Session")

// textKey returns the key of a text in the store.
func textKey(session *runtime.Session, handle string) string {
	return textPrefix + session.ID() + "/" + handle
}

// encode returns the record of a text.
func (h textHeader) encode(text string) ([]byte, error) {
	line, err := json.Marshal(h)
	return append(append(line, '\n'), text...), err
}

// decodeText parses the record of a text.
func decodeText(data []byte) (h textHeader, text []byte, err error) {
	line, text, found := bytes.Cut(data, []byte("\n"))
	if !found {
		return h, nil, errors.New("temporal: the record of a text has no header")
	}
	return h, text, json.Unmarshal(line, &h)
}

// Put stores a text until expires, and at least for a day.
func (s *Spill) Put(ctx context.Context, session *runtime.Session, text string, expires time.Time) (handle string, err error) {
	if session.ID() == "" {
		return "", errNoOwner
	}
	if earliest := time.Now().Add(minKeepText); expires.Before(earliest) {
		expires = earliest
	}
	handle = "r" + strings.ToLower(rand.Text()[:12])
	data, err := textHeader{Chars: utf8.RuneCountInString(text), Expires: expires}.encode(text)
	if err != nil {
		return "", err
	}
	return handle, put(ctx, s.store, textKey(session, handle), expires, data)
}

// find returns the record of a text. A handle comes from the model: with a slash, it
// could name the text of another session whose id begins with the id of this one.
func (s *Spill) find(ctx context.Context, session *runtime.Session, handle string) (textHeader, []byte, error) {
	if strings.Contains(handle, "/") {
		return textHeader{}, nil, runtime.ErrNoSpill
	}
	data, err := s.store.Get(ctx, textKey(session, handle))
	if err == nil && data == nil {
		err = runtime.ErrNoSpill
	}
	if err != nil {
		return textHeader{}, nil, err
	}
	return decodeText(data)
}

// Get returns a range of a text; see runtime.SpillStore.
func (s *Spill) Get(ctx context.Context, session *runtime.Session, handle string, start, end int) (text string, total int, err error) {
	h, full, err := s.find(ctx, session, handle)
	if err != nil {
		return "", 0, err
	}
	start = min(max(start, 0), h.Chars)
	end = min(max(end, start), h.Chars)
	full = full[byteOffset(full, start):]
	return string(full[:byteOffset(full, end-start)]), h.Chars, nil
}

// byteOffset returns the index of the code point with the number n; the length of
// the text if it has fewer.
func byteOffset(text []byte, n int) int {
	offset := 0
	for ; n > 0 && offset < len(text); n-- {
		_, size := utf8.DecodeRune(text[offset:])
		offset += size
	}
	return offset
}

// Note stores a note with a text; see runtime.SpillNotes. A text whose note is lost
// is untrusted.
func (s *Spill) Note(session *runtime.Session, handle, note string) {
	ctx, cancel := context.WithTimeout(context.Background(), noteTimeout)
	defer cancel()
	h, _, err := s.find(ctx, session, handle)
	if err != nil {
		return
	}
	_ = s.store.Update(ctx, textKey(session, handle), h.Expires, func(old []byte) ([]byte, error) {
		h, text, err := decodeText(old)
		if err != nil {
			return nil, err
		}
		h.Note = &note
		return h.encode(string(text))
	})
}

// Recall returns the note of a text; see runtime.SpillNotes.
func (s *Spill) Recall(session *runtime.Session, handle string) (note string, ok bool) {
	ctx, cancel := context.WithTimeout(context.Background(), noteTimeout)
	defer cancel()
	h, _, err := s.find(ctx, session, handle)
	if err != nil || h.Note == nil {
		return "", false
	}
	return *h.Note, true
}
