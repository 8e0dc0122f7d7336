package store

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"strings"
	"time"

	"github.com/toolgen/toolgen/builtin/internal/texts"
	"github.com/toolgen/toolgen/runtime"
)

// MemoryScope is the owner of notes.
type MemoryScope string

// The scopes. The call determines which session, personality or team it is.
// ScopeDefault is the memory that is configured for the conversation.
const (
	ScopeDefault     MemoryScope = "default"
	ScopeSession     MemoryScope = "session"
	ScopePersonality MemoryScope = "personality"
	ScopeTeam        MemoryScope = "team"
)

// MemoryAction is a change to a note.
type MemoryAction string

// The kinds of change to a note: to create it or replace its content, to add a line
// at its end, and to delete it.
const (
	ActionSet    MemoryAction = "set"
	ActionAppend MemoryAction = "append"
	ActionDelete MemoryAction = "delete"
)

// MemoryReadArgs are the arguments of memory_read.
type MemoryReadArgs struct {
	// Whose notes; those of personality are for all its sessions.
	Scope MemoryScope `json:"scope,omitzero" jsonschema:"default=default"`
	Key   string      `json:"key,omitzero" jsonschema:"maxLength=100" tool:"alias=name,alias=title,alias=topic,alias=id,alias=path"`
	// Words to find in keys and texts.
	Query string `json:"query,omitzero" jsonschema:"maxLength=500" tool:"alias=search,alias=q"`
}

// Validate returns an error if both key and query are given.
func (a *MemoryReadArgs) Validate() error {
	if a.Key != "" && a.Query != "" {
		return texts.Invalid("query", "must be left out if key is given")
	}
	return nil
}

// MemoryWriteArgs are the arguments of memory_write. Content is the text to set or to
// append; a note has at most 8000 characters.
type MemoryWriteArgs struct {
	Scope MemoryScope `json:"scope,omitzero" jsonschema:"default=default"`
	// Such as "deploy-steps".
	Key     string       `json:"key" jsonschema:"minLength=1,maxLength=100,pattern=^[^\\x00-\\x1f\\x7f]+$" tool:"alias=name,alias=title,alias=topic,alias=id,alias=path"`
	Action  MemoryAction `json:"action,omitzero" jsonschema:"default=set"`
	Content string       `json:"content,omitzero" jsonschema:"maxLength=8000" tool:"alias=value,alias=text,alias=note,alias=file_text,alias=body,alias=fact"`
}

// Validate returns an error if the content does not fit the action.
func (a *MemoryWriteArgs) Validate() error {
	switch {
	case a.Action == ActionDelete && a.Content != "":
		return texts.Invalid("content", "must be left out when the action is delete")
	case strings.ContainsRune(a.Content, 0):
		return texts.Invalid("content", "must not contain a NUL character")
	case a.Action != ActionDelete && a.Content == "":
		return texts.Invalid("content", "must be given when the action is %s", cmp.Or(a.Action, ActionSet))
	}
	return nil
}

// Note is a note, or an entry in a list of notes, which has no content.
type Note struct {
	Key string `json:"key"`
	// Content is the note's text; it is empty in a list. For a query, it is the part
	// of the text with most words of the query, as it was written; "…" is in place of
	// the rest.
	Content string `json:"content,omitempty"`
	// Characters is the length of the note's text in code points.
	Characters int       `json:"characters"`
	UpdatedAt  time.Time `json:"updated_at"`
}

// Notes is the result of memory_read: one note, or the notes of a scope.
type Notes struct {
	Scope MemoryScope `json:"scope"`
	Notes []Note      `json:"notes"`

	query string // of a search
}

// ResultSource returns the source for the fence.
func (n Notes) ResultSource() string { return "notes" }

// OwnText reports that nothing was found: the text then has no third-party text.
func (n Notes) OwnText() bool { return len(n.Notes) == 0 }

// String returns the note's content, or a list with one line per note.
func (n Notes) String() string {
	if len(n.Notes) == 1 && n.Notes[0].Content != "" && n.query == "" {
		return n.Notes[0].Content
	}
	if len(n.Notes) == 0 && n.query != "" {
		return fmt.Sprintf("No note in the scope %s has all words of the query; without query, memory_read lists the notes.", n.Scope)
	}
	if len(n.Notes) == 0 {
		return fmt.Sprintf("There are no notes in the scope %s.", n.Scope)
	}
	var out strings.Builder
	for i, note := range n.Notes {
		if i > 0 {
			out.WriteByte('\n')
		}
		fmt.Fprintf(&out, "- %s (%s, %s)", note.Key, texts.Count(note.Characters, "character"), note.UpdatedAt.Format(time.RFC3339))
		if note.Content != "" {
			separator := ": "
			if strings.Contains(note.Content, "\n") {
				separator = ":\n"
			}
			out.WriteString(separator + note.Content)
		}
	}
	return out.String()
}

// ResultLead returns the number of the notes in a list.
func (n Notes) ResultLead() string {
	if len(n.Notes) == 0 || len(n.Notes) == 1 && n.Notes[0].Content != "" && n.query == "" {
		return ""
	}
	return fmt.Sprintf("%s in the scope %s:", texts.Count(len(n.Notes), "note"), n.Scope)
}

// ReadMemory returns a note by its key, searches in the notes of this and earlier conversations, or lists them.
//
//tool:register memory_read
//tool:toolset memory
//tool:read-only
//tool:untrusted-output source=key
//tool:example {"key": "deploy-steps"}
//tool:example {"query": "release server", "scope": "team"}
func (s *Store) ReadMemory(ctx context.Context, call *runtime.Call, args MemoryReadArgs) (*Notes, error) {
	args.Scope = cmp.Or(args.Scope, ScopeDefault)
	owner, err := s.noteOwner(call, args.Scope)
	if err != nil {
		return nil, err
	}
	found := &Notes{Scope: args.Scope, query: args.Query}
	err = s.read(ctx, func(tx *sql.Tx) (err error) {
		switch {
		case args.Query != "":
			found.Notes, err = searchNotes(ctx, tx, owner, args.Query, func(text string) string { return call.Excerpt(text, 0, len(text)) })
			return err
		case args.Key == "":
			found.Notes, err = listNotes(ctx, tx, owner)
			return err
		}
		note, exists, err := findNote(ctx, tx, owner, args.Key)
		if err == nil && !exists {
			err = noteNotFound(args.Scope, args.Key)
		}
		found.Notes = []Note{note}
		return err
	})
	if err != nil {
		return nil, err
	}
	return found, nil
}

// WriteMemory sets a note for later conversations, appends a line to it or deletes it.
//
//tool:register memory_write
//tool:toolset memory
//tool:destructive
//tool:dry-run DescribeWriteMemory
//tool:example {"key": "deploy-steps", "content": "1. make test 2. make release"}
//tool:example {"key": "deploy-steps", "action": "append", "content": "3. tell the team"}
func (s *Store) WriteMemory(ctx context.Context, call *runtime.Call, args MemoryWriteArgs) (*NoteChange, error) {
	return applyPlan(ctx, s, func(tx *sql.Tx) (*NoteChange, error) { return s.planNote(ctx, tx, call, args) })
}

// DescribeWriteMemory is the dry run of WriteMemory.
func (s *Store) DescribeWriteMemory(ctx context.Context, call *runtime.Call, args MemoryWriteArgs) (string, error) {
	return describePlan(ctx, s, args.preview(), func(tx *sql.Tx) (*NoteChange, error) { return s.planNote(ctx, tx, call, args) })
}
