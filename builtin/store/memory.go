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

// MemoryScope says whose notes are meant.
type MemoryScope string

// The scopes. Whose session, personality or team it is follows from the call.
const (
	ScopeDefault     MemoryScope = "default"     // the memory that was chosen for this conversation
	ScopeSession     MemoryScope = "session"     // this session only
	ScopePersonality MemoryScope = "personality" // all sessions of this personality
	ScopeTeam        MemoryScope = "team"        // all members of the team
)

// MemoryAction is what happens to a note.
type MemoryAction string

// The actions.
const (
	ActionSet    MemoryAction = "set"    // write the note, over what it held
	ActionAppend MemoryAction = "append" // add a line at its end
	ActionDelete MemoryAction = "delete" // remove it
)

// MemoryReadArgs names a note, or a scope to list.
type MemoryReadArgs struct {
	// Whose notes.
	Scope MemoryScope `json:"scope,omitzero" jsonschema:"default=default"`
	// The note's key, such as "deploy-steps". Without it, the keys of the scope are listed.
	Key string `json:"key,omitzero" jsonschema:"maxLength=100"`
}

// MemoryWriteArgs is a change to one note.
type MemoryWriteArgs struct {
	// Whose notes.
	Scope MemoryScope `json:"scope,omitzero" jsonschema:"default=default"`
	// The note's key: a few words to find it by, such as "deploy-steps".
	Key string `json:"key" jsonschema:"minLength=1,maxLength=100,pattern=^[^\\x00-\\x1f\\x7f]+$"`
	// What to do.
	Action MemoryAction `json:"action,omitzero" jsonschema:"default=set"`
	// The text to set or to append; not for delete. A note holds 8000 characters.
	Content string `json:"content,omitzero" jsonschema:"maxLength=8000"`
}

// Validate holds content and action together.
func (a *MemoryWriteArgs) Validate() error {
	switch {
	case a.Action == ActionDelete && a.Content != "":
		return texts.Invalid("content", "must be left out when the action is delete")
	case strings.ContainsRune(a.Content, 0):
		return texts.Invalid("content", "must not have a NUL character")
	case a.Action != ActionDelete && a.Content == "":
		return texts.Invalid("content", "must be given when the action is %s", cmp.Or(a.Action, ActionSet))
	}
	return nil
}

// Note is a note, or an entry of the list of notes, which has no content.
type Note struct {
	Key string `json:"key"`
	// Content is the text, empty in a list.
	Content string `json:"content,omitempty"`
	// Characters is its length in code points.
	Characters int       `json:"characters"`
	UpdatedAt  time.Time `json:"updated_at"`
}

// Notes is what memory_read answers: one note, or the list of a scope.
type Notes struct {
	Scope MemoryScope `json:"scope"`
	Notes []Note      `json:"notes"`
}

// String is the note's content, or a line for each note.
func (n Notes) String() string {
	if len(n.Notes) == 1 && n.Notes[0].Content != "" {
		return n.Notes[0].Content
	}
	if len(n.Notes) == 0 {
		return fmt.Sprintf("There are no notes in the scope %s yet.", n.Scope)
	}
	var out strings.Builder
	fmt.Fprintf(&out, "%s in the scope %s:", texts.Counted(len(n.Notes), "note"), n.Scope)
	for _, note := range n.Notes {
		fmt.Fprintf(&out, "\n- %s (%s, %s)", note.Key, texts.Counted(note.Characters, "character"), note.UpdatedAt.Format(time.RFC3339))
	}
	return out.String()
}

// ReadMemory returns a note that was kept in this or an earlier conversation,
// or, without a key, lists the notes that there are.
//
//tool:register memory_read
//tool:toolset memory
//tool:read-only
//tool:untrusted-output source=key
//tool:example {"key": "deploy-steps"}
//tool:example {"scope": "session"}
func (s *Store) ReadMemory(ctx context.Context, call *runtime.Call, args MemoryReadArgs) (*Notes, error) {
	args.Scope = cmp.Or(args.Scope, ScopeDefault)
	whose, err := s.scopeOf(call, args.Scope)
	if err != nil {
		return nil, err
	}
	found := &Notes{Scope: args.Scope}
	err = s.read(ctx, func(tx *sql.Tx) (err error) {
		if args.Key == "" {
			found.Notes, err = listNotes(ctx, tx, whose)
			return err
		}
		note, exists, err := findNote(ctx, tx, whose, args.Key)
		if err == nil && !exists {
			err = noNote(args.Scope, args.Key)
		}
		found.Notes = []Note{note}
		return err
	})
	if err != nil {
		return nil, err
	}
	return found, nil
}

// WriteMemory writes, extends or deletes a note that later conversations can
// read.
//
//tool:register memory_write
//tool:toolset memory
//tool:destructive
//tool:dry-run DescribeWriteMemory
//tool:example {"key": "deploy-steps", "content": "1. make test 2. make release"}
//tool:example {"key": "deploy-steps", "action": "append", "content": "3. tell the team"}
func (s *Store) WriteMemory(ctx context.Context, call *runtime.Call, args MemoryWriteArgs) (*NoteChange, error) {
	return change(ctx, s, func(tx *sql.Tx) (*NoteChange, error) { return s.planNote(ctx, tx, call, args) })
}

// DescribeWriteMemory says what WriteMemory would do.
func (s *Store) DescribeWriteMemory(ctx context.Context, call *runtime.Call, args MemoryWriteArgs) (string, error) {
	return describe(ctx, s, args.written(), func(tx *sql.Tx) (*NoteChange, error) { return s.planNote(ctx, tx, call, args) })
}
