// Package changes records the content of files before tools change them, and has the tools that list and undo these
// changes. It is the agent's own package of tools, next to the built-in ones.
package changes

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"path/filepath"
	"strings"
	"sync"

	"github.com/toolgen/toolgen/examples/agent/internal/session"
	"github.com/toolgen/toolgen/runtime/capability"
)

// maxUndoBytes is the size of the largest file whose changes can be undone.
const maxUndoBytes = 16 << 20

// Journal records the changes of files. It is safe for concurrent use.
type Journal struct {
	store *session.Store
	mu    sync.Mutex // held by Undo, so that no change is undone twice
}

// New returns a journal in the store.
func New(store *session.Store) *Journal { return &Journal{store: store} }

// Opener opens the files of one call.
type Opener = func(context.Context, *capability.Request) (capability.WriteFS, error)

// Wrap returns an opener whose files record their changes in the journal.
func (j *Journal) Wrap(open Opener) Opener {
	return func(ctx context.Context, r *capability.Request) (capability.WriteFS, error) {
		files, err := open(ctx, r)
		if err != nil || r.Session == "" || r.DryRun {
			return files, err
		}
		return &recorded{files, j, conversation(r.Session), r.WorkingDir}, nil
	}
}

// conversation returns the session that a change belongs to: that of the user, also for a call of a sub-agent, whose
// session has an id below it.
func conversation(session string) string {
	id, _, _ := strings.Cut(session, "/")
	return id
}

// recorded is the files of one call.
type recorded struct {
	capability.WriteFS
	journal      *Journal
	session, dir string
}

// WriteFile replaces a file and records what was there.
func (f *recorded) WriteFile(name string, data []byte) error {
	return f.change(name, func() error { return f.WriteFS.WriteFile(name, data) })
}

// Append extends a file and records what was there.
func (f *recorded) Append(name string, data []byte) error {
	return f.change(name, func() error { return f.WriteFS.Append(name, data) })
}

// Remove deletes a file and records what was there.
func (f *recorded) Remove(name string) error {
	return f.change(name, func() error { return f.WriteFS.Remove(name) })
}

// Rename moves a file and records it as two changes: of the new name and of the old one.
func (f *recorded) Rename(from, to string) error {
	return f.change(to, func() error { return f.change(from, func() error { return f.WriteFS.Rename(from, to) }) })
}

// change changes a file and records the change.
func (f *recorded) change(name string, apply func() error) error {
	before, ok := f.content(name)
	if err := apply(); err != nil || !ok {
		return err
	}
	after, _ := f.content(name)
	c := session.Change{Path: filepath.Join(f.dir, filepath.FromSlash(name)), Before: before}
	if after != nil {
		c.After = digest(after)
	}
	return f.journal.store.AddChange(f.session, f.dir, c)
}

// content returns the content of a file; nil if there is none. ok is false for what cannot be restored: a directory, and
// a file that is too large or cannot be read.
func (f *recorded) content(name string) (data []byte, ok bool) {
	info, err := f.Stat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, true
	}
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxUndoBytes {
		return nil, false
	}
	data, err = f.ReadFile(name)
	if data == nil {
		data = []byte{}
	}
	return data, err == nil
}

// digest returns the SHA-256 of a content in hexadecimal.
func digest(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}
