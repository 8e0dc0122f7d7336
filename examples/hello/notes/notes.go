package notes

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/toolgen/toolgen/runtime"
)

// Kind is what a note is about.
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

// AddArgs is a note to keep.
type AddArgs struct {
	// The note itself.
	Text string `json:"text" jsonschema:"minLength=1,maxLength=2000"`
	// What it is about.
	Kind Kind `json:"kind,omitzero" jsonschema:"default=fact"`
	// Labels to find it by, such as {"project": "toolgen"}.
	Labels map[string]string `json:"labels,omitzero"`
}

// Add keeps a note and returns it with its id.
//
//tool:register add_note
//tool:toolset notes
//tool:side-effects
//tool:example {"text": "water the plants", "kind": "task"}
func (s *Store) Add(_ context.Context, args AddArgs) (*Note, error) {
	note := Note{Text: args.Text, Kind: args.Kind, Labels: args.Labels, Created: time.Now().UTC()}
	err := s.change(func(c *content) error {
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

// SearchArgs selects notes.
type SearchArgs struct {
	// Words that must all occur in the note, in any order. Without any, every note.
	Words []string `json:"words,omitzero" jsonschema:"maxItems=10,minLength=1"`
	// Only notes of this kind.
	Kind *Kind `json:"kind,omitzero"`
	// Only notes written in this period.
	Written Period `json:"written,omitzero"`
	// How many notes to return at most.
	Limit int `json:"limit,omitzero" jsonschema:"minimum=1,maximum=100,default=20"`
}

// Period is a stretch of time.
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

func (a SearchArgs) matches(n Note) bool {
	text := strings.ToLower(n.Text)
	missing := func(word string) bool { return !strings.Contains(text, strings.ToLower(word)) }
	return !slices.ContainsFunc(a.Words, missing) &&
		(a.Kind == nil || *a.Kind == n.Kind) &&
		(a.Written.From == nil || !n.Created.Before(*a.Written.From)) &&
		(a.Written.To == nil || n.Created.Before(*a.Written.To))
}

// RemoveArgs names a note.
type RemoveArgs struct {
	// The id that add_note or search_notes gave.
	ID int `json:"id" jsonschema:"minimum=1"`
}

// Remove deletes a note.
//
//tool:register remove_note
//tool:toolset notes
//tool:destructive
func (s *Store) Remove(_ context.Context, args RemoveArgs) (string, error) {
	err := s.change(func(c *content) error {
		before := len(c.Notes)
		c.Notes = slices.DeleteFunc(c.Notes, func(n Note) bool { return n.ID == args.ID })
		if len(c.Notes) == before {
			return runtime.Errorf(runtime.InputInvalid, "no note has the id %d; search_notes lists the ids", args.ID)
		}
		return nil
	})
	if err != nil {
		return "", err
	}
	return "removed", nil
}
