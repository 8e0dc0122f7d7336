package notes

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/toolgen/toolgen/runtime"
)

// Kind is the kind of a note.
type Kind string

// The kinds of notes.
const (
	KindTask Kind = "task" // something to do
	KindFact Kind = "fact" // something to remember
	KindIdea Kind = "idea" // something to think about
)

// Note is one note.
type Note struct {
	ID      int               `json:"id"`
	Text    string            `json:"text"`
	Kind    Kind              `json:"kind"`
	Labels  map[string]string `json:"labels,omitempty"`
	Created time.Time         `json:"created"`
}

// AddArgs are the arguments of add_note.
type AddArgs struct {
	// The text of the note.
	Text string `json:"text" jsonschema:"minLength=1,maxLength=2000"`
	// The kind of the note.
	Kind Kind `json:"kind,omitzero" jsonschema:"default=fact"`
	// Labels of the note, such as {"project": "toolgen"}.
	Labels map[string]string `json:"labels,omitzero"`
}

// Add stores a note and returns it with its id.
//
//tool:register add_note
//tool:toolset notes
//tool:side-effects
//tool:example {"text": "water the plants", "kind": "task"}
func (s *Store) Add(_ context.Context, args AddArgs) (*Note, error) {
	note := Note{Text: args.Text, Kind: args.Kind, Labels: args.Labels, Created: time.Now().UTC()}
	err := s.update(func(c *noteFile) error {
		note.ID = c.NextID
		c.NextID++
		c.Notes = append(c.Notes, note)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return &note, nil
}

// SearchArgs are the arguments of search_notes.
type SearchArgs struct {
	// Words that must all occur in the note, in any order. Without it, all notes.
	Words []string `json:"words,omitzero" jsonschema:"maxItems=10,minLength=1"`
	// Only notes of this kind.
	Kind *Kind `json:"kind,omitzero"`
	// Only notes written in this period.
	Written Period `json:"written,omitzero"`
	// The maximum number of notes to return.
	Limit int `json:"limit,omitzero" jsonschema:"minimum=1,maximum=100,default=20"`
}

// Period is a period of time.
type Period struct {
	// The beginning, included.
	From *time.Time `json:"from,omitzero"`
	// The end, excluded.
	To *time.Time `json:"to,omitzero"`
}

// Search finds notes by words, kind and time, newest first.
//
//tool:register search_notes
//tool:toolset notes
//tool:read-only
//tool:max-result-chars 8000
//tool:example {"words": ["plants"], "kind": "task"}
func (s *Store) Search(_ context.Context, args SearchArgs) ([]Note, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c, err := s.load()
	if err != nil {
		return nil, err
	}
	found := []Note{}
	for _, note := range slices.Backward(c.Notes) {
		if len(found) < args.Limit && args.matches(note) {
			found = append(found, note)
		}
	}
	return found, nil
}

// matches reports whether the arguments select a note.
func (a SearchArgs) matches(n Note) bool {
	text := strings.ToLower(n.Text)
	missing := func(word string) bool { return !strings.Contains(text, strings.ToLower(word)) }
	return !slices.ContainsFunc(a.Words, missing) &&
		(a.Kind == nil || *a.Kind == n.Kind) &&
		(a.Written.From == nil || !n.Created.Before(*a.Written.From)) &&
		(a.Written.To == nil || n.Created.Before(*a.Written.To))
}

// RemoveArgs are the arguments of remove_note.
type RemoveArgs struct {
	// The note's id, from add_note or search_notes.
	ID int `json:"id" jsonschema:"minimum=1"`
}

// Remove deletes a note.
//
//tool:register remove_note
//tool:toolset notes
//tool:destructive
func (s *Store) Remove(_ context.Context, args RemoveArgs) (string, error) {
	err := s.update(func(c *noteFile) error {
		before := len(c.Notes)
		c.Notes = slices.DeleteFunc(c.Notes, func(n Note) bool { return n.ID == args.ID })
		if len(c.Notes) == before {
			return runtime.Errorf(runtime.InputInvalid, "there is no note with the id %d; use search_notes to find the ids", args.ID)
		}
		return nil
	})
	if err != nil {
		return "", err
	}
	return "removed", nil
}
