package changes

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"strings"

	"github.com/toolgen/toolgen/builtin/file"
	"github.com/toolgen/toolgen/examples/agent/internal/session"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability"
)

//go:generate go run -v github.com/toolgen/toolgen/cmd/toolgen .

// ListArgs are the arguments of list_changes.
type ListArgs struct {
	// How many changes to list.
	Limit int `json:"limit,omitzero" jsonschema:"minimum=1,maximum=200,default=20"`
}

// List lists the changes of files in this session that can be undone, the last one first.
//
//tool:register list_changes
//tool:toolset changes
//tool:read-only
//tool:exclusive
func (j *Journal) List(_ context.Context, call *runtime.Call, args ListArgs) (string, error) {
	all, err := j.store.Changes(conversation(call.Session().ID()))
	if err != nil {
		return "", err
	}
	if len(all) == 0 {
		return "the file tools changed no file in this session", nil
	}
	var b strings.Builder
	for _, c := range all[:min(args.Limit, len(all))] {
		fmt.Fprintf(&b, "%s: %s\n", local(call, c.Path), kind(&c))
	}
	if rest := len(all) - args.Limit; rest > 0 {
		fmt.Fprintf(&b, "and %d earlier changes\n", rest)
	}
	return strings.TrimSuffix(b.String(), "\n"), nil
}

// kind describes a change.
func kind(c *session.Change) string {
	switch {
	case c.Before == nil:
		return "created"
	case c.After == "":
		return fmt.Sprintf("removed; before, it had %d bytes", len(c.Before))
	}
	return fmt.Sprintf("changed; before, it had %d bytes", len(c.Before))
}

// UndoArgs are the arguments of undo_change.
type UndoArgs struct {
	// The file; without it, the file that was changed last.
	FilePath string `json:"path,omitzero" jsonschema:"maxLength=4096" tool:"alias=file_path"`
}

// Undo restores a file to its content before the last change that the file tools made in this session.
//
//tool:register undo_change
//tool:toolset changes
//tool:destructive
//tool:exclusive
//tool:dry-run DescribeUndo
func (j *Journal) Undo(_ context.Context, call *runtime.Call, files capability.WriteFS, args UndoArgs) (string, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	u, err := j.find(call, files, args)
	if err != nil {
		return "", err
	}
	if inner, ok := files.(*recorded); ok {
		files = inner.WriteFS // an undo is not a change that can be undone
	}
	if err := u.apply(files); err != nil {
		return "", err
	}
	if u.move != nil {
		err = j.store.RemoveChange(u.move)
	}
	return u.done(), errors.Join(err, j.store.RemoveChange(u.change))
}

// DescribeUndo returns what Undo would do, with the diff.
func (j *Journal) DescribeUndo(_ context.Context, call *runtime.Call, files capability.WriteFS, args UndoArgs) (string, error) {
	u, err := j.find(call, files, args)
	if err != nil {
		return "", err
	}
	text := "would have this result: " + u.done()
	if u.move != nil {
		return text, nil
	}
	return text + "\n" + file.PreviewChange(call, u.name, u.now, u.change.Before), nil
}

// undo is a change that can be undone.
type undo struct {
	name   string // relative to the working directory
	change *session.Change
	now    []byte // the content of the file; nil if there is none

	// move is the removal of a file whose content the change gave to this one, and oldName its name; nil for other
	// changes.
	move    *session.Change
	oldName string
}

// done describes the undo.
func (u *undo) done() string {
	switch {
	case u.move != nil:
		return "moved " + u.name + " back to " + u.oldName
	case u.change.Before == nil:
		return "removed " + u.name + ", which did not exist before the change"
	}
	return fmt.Sprintf("restored %s to its content before the change: %d bytes", u.name, len(u.change.Before))
}

// apply undoes the change.
func (u *undo) apply(files capability.WriteFS) error {
	name := cmp.Or(u.oldName, u.name)
	if u.move == nil && u.change.Before == nil {
		return files.Remove(name)
	}
	if err := files.MkdirAll(path.Dir(name)); err != nil {
		return err
	}
	if u.move != nil {
		return files.Rename(u.name, name)
	}
	return files.WriteFile(name, u.change.Before)
}

// find returns the last change of a file, or an error if it cannot be undone.
func (j *Journal) find(call *runtime.Call, files capability.FS, args UndoArgs) (*undo, error) {
	all, err := j.store.Changes(conversation(call.Session().ID()))
	if err != nil {
		return nil, err
	}
	for i := range all {
		name := local(call, all[i].Path)
		if args.FilePath == "" || filepath.ToSlash(filepath.Clean(args.FilePath)) == name {
			u := &undo{name: name, change: &all[i]}
			if i+1 < len(all) && isMove(&all[i+1], &all[i]) {
				u.move, u.oldName = &all[i+1], local(call, all[i+1].Path)
			}
			return u, u.read(files)
		}
	}
	if args.FilePath != "" {
		return nil, runtime.Errorf(runtime.InputInvalid, "the file tools did not change %s in this session: list_changes lists the changes that can be undone", args.FilePath)
	}
	return nil, runtime.Errorf(runtime.ExecutionFailed, "there is nothing to undo: the file tools changed no file in this session, or all changes are undone")
}

// isMove reports whether two changes in a row, the removal of a file and the creation of another one, moved its content.
func isMove(removal, creation *session.Change) bool {
	return creation.Path != removal.Path && creation.Before == nil && removal.After == "" && creation.After == digest(removal.Before)
}

// read reads the file. It returns an error if the file has changed since the recorded change, and if there is a new file
// with the name that it had before a move.
func (u *undo) read(files capability.FS) (err error) {
	u.now, err = files.ReadFile(u.name)
	exists := err == nil
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if exists != (u.change.After != "") || exists && digest(u.now) != u.change.After {
		return changedAgain(u.name)
	}
	if u.move != nil {
		if _, err := files.Stat(u.oldName); !errors.Is(err, fs.ErrNotExist) {
			return cmp.Or(err, changedAgain(u.oldName))
		}
	}
	return nil
}

// changedAgain is the error of an undo that would lose another change.
func changedAgain(name string) error {
	return runtime.Errorf(runtime.StaleWrite, "%s was changed again, by something other than the file tools: an undo would lose that change. Edit the file instead", name)
}

// local returns a path relative to the working directory of the call.
func local(call *runtime.Call, path string) string {
	if name, err := filepath.Rel(call.WorkingDir(), path); err == nil {
		return filepath.ToSlash(name)
	}
	return path
}
