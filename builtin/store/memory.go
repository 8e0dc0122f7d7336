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

// MemoryScope selects the owner of notes.
type MemoryScope string

// The scopes. The call determines which session, personality or team it is.
const (
	ScopeDefault     MemoryScope = "default"     // the memory that is configured for this conversation
	ScopeSession     MemoryScope = "session"     // this session only
	ScopePersonality MemoryScope = "personality" // all sessions of this personality
	ScopeTeam        MemoryScope = "team"        // all members of the team
)

// MemoryAction is a kind of change to a note.
type MemoryAction string

// The kinds of change to a note.
const (
	ActionSet    MemoryAction = "set"    // create the note, or replace its content
	ActionAppend MemoryAction = "append" // add a line at the end of the note
	ActionDelete MemoryAction = "delete" // delete the note
)

// MemoryReadArgs are the arguments of memory_read.
type MemoryReadArgs struct {
	// Which notes to read.
	Scope MemoryScope `json:"scope,omitzero" jsonschema:"default=default"`
	// The note's key, such as "deploy-steps". Without it, the notes of the scope are listed.
	Key string `json:"key,omitzero" jsonschema:"maxLength=100"`
}

// MemoryWriteArgs are the arguments of memory_write.
type MemoryWriteArgs struct {
	// Where to write the note.
	Scope MemoryScope `json:"scope,omitzero" jsonschema:"default=default"`
	// The note's key: a short name, such as "deploy-steps".
	Key string `json:"key" jsonschema:"minLength=1,maxLength=100,pattern=^[^\\x00-\\x1f\\x7f]+$"`
	// What to do.
	Action MemoryAction `json:"action,omitzero" jsonschema:"default=set"`
	// The text to set or append; not allowed for delete. A note has at most 8000 characters.
	Content string `json:"content,omitzero" jsonschema:"maxLength=8000"`
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
	// Content is the note's text; it is empty in a list.
	Content string `json:"content,omitempty"`
	// Characters is the length of the note's text in code points.
	Characters int       `json:"characters"`
	UpdatedAt  time.Time `json:"updated_at"`
}

// Notes is the result of memory_read: one note, or the notes of a scope.
type Notes struct {
	Scope MemoryScope `json:"scope"`
	Notes []Note      `json:"notes"`
}

// String returns the note's content, or a list with one line per note.
func (n Notes) String() string {
	if len(n.Notes) == 1 && n.Notes[0].Content != "" {
		return n.Notes[0].Content
	}
	if len(n.Notes) == 0 {
		return fmt.Sprintf("There are no notes in the scope %s.", n.Scope)
	}
	var out strings.Builder
	fmt.Fprintf(&out, "%s in the scope %s:", texts.Counted(len(n.Notes), "note"), n.Scope)
	for _, note := range n.Notes {
		fmt.Fprintf(&out, "\n- %s (%s, %s)", note.Key, texts.Counted(note.Characters, "character"), note.UpdatedAt.Format(time.RFC3339))
	}
	return out.String()
}

// ReadMemory returns a note from this or an earlier conversation. Without a
// key, it lists the notes of a scope.
//
//tool:register memory_read
//tool:toolset memory
//tool:read-only
//tool:untrusted-output source=key
//tool:example {"key": "deploy-steps"}
//tool:example {"scope": "session"}
func (s *Store) ReadMemory(ctx context.Context, call *runtime.Call, args MemoryReadArgs) (*Notes, error) {
	args.Scope = cmp.Or(args.Scope, ScopeDefault)
	owner, err := s.noteOwner(call, args.Scope)
	if err != nil {
		return nil, err
	}
	found := &Notes{Scope: args.Scope}
	err = s.read(ctx, func(tx *sql.Tx) (err error) {
		if args.Key == "" {
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

// WriteMemory writes, extends or deletes a note. Later conversations can read
// the note.
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
