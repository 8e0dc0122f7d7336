package file

import (
	"io/fs"
	"slices"
	"sync"
	"time"

	"github.com/toolgen/toolgen/runtime"
)

const (
	// maxUndoBytes is the maximum size of a file whose content is kept for an undo.
	maxUndoBytes = 10 << 20
	// maxHistoryBytes is the maximum size of all contents that are kept for one
	// session, and maxChanges the maximum number of changes. The oldest are removed.
	maxHistoryBytes = 64 << 20
	maxChanges      = 1000
)

// change is a change of a file by a tool of this package.
type change struct {
	path     string    // absolute
	before   *string   // the content before the change; nil if the file did not exist, and for a move
	from     string    // the absolute path before a move; empty for other changes
	fromName string    // from as the call named it
	toName   string    // path as the call named it; only for a move
	was      *identity // of the file before the change; nil if it did not exist
	after    *identity // of the file after the change; nil if it was deleted
}

// identity is the state of a file, as the file system describes it.
type identity struct {
	size    int64
	changed time.Time
}

// identityOf returns the state of a file; nil if it does not exist.
func identityOf(info fs.FileInfo) *identity {
	if info == nil {
		return nil
	}
	return &identity{info.Size(), changeTime(info)}
}

// equals reports whether two states are the same; nil is that of a file that does not exist.
func (i *identity) equals(other *identity) bool {
	if i == nil || other == nil {
		return i == nil && other == nil
	}
	return i.size == other.size && i.changed.Equal(other.changed)
}

// matches reports whether a file is still in this state. now is nil if it does not
// exist.
func (i *identity) matches(now fs.FileInfo) bool { return i.equals(identityOf(now)) }

// history has the changes of one session, the oldest first. It is safe for concurrent
// use.
type history struct {
	mu      sync.Mutex
	changes []change
	bytes   int
}

// historyKey is the key of the history in a session.
type historyKey struct{}

// historyOf returns the history of the call's session. Without a session, it is empty
// and is not kept.
func historyOf(call *runtime.Call) *history {
	return call.Session().State(historyKey{}, func() any { return new(history) }).(*history)
}

// add adds a change. Earlier changes of a file that was moved are changes of the file
// with the new path.
func (h *history) add(c change) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if c.from != "" {
		h.rename(c.from, c.path)
	}
	h.changes = append(h.changes, c)
	h.bytes += c.size()
	for len(h.changes) > maxChanges || h.bytes > maxHistoryBytes && len(h.changes) > 1 {
		h.bytes -= h.changes[0].size()
		h.changes = slices.Delete(h.changes, 0, 1)
	}
}

// size returns the number of bytes that the change keeps.
func (c *change) size() int {
	if c.before == nil {
		return 0
	}
	return len(*c.before)
}

// last returns the last change of a file. The path is its path now, or before it was
// moved.
func (h *history) last(path string) (c change, ok bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	i := h.index(path)
	if i < 0 {
		return c, false
	}
	return h.changes[i], true
}

// index returns the index of the last change of a file, or -1.
func (h *history) index(path string) int {
	for i := len(h.changes) - 1; i >= 0; i-- {
		if h.changes[i].path == path {
			return i
		}
	}
	return slices.IndexFunc(h.changes, func(c change) bool { return c.from == path })
}

// undone removes the last change of a file, after it was undone. The state of the file
// is now the one after the change before it, unless another program has changed the file
// between the two changes.
func (h *history) undone(undone change, now fs.FileInfo) {
	h.mu.Lock()
	defer h.mu.Unlock()
	i := h.index(undone.path)
	if i < 0 {
		return
	}
	h.bytes -= h.changes[i].size()
	h.changes = slices.Delete(h.changes, i, i+1)
	path := undone.path
	if undone.from != "" {
		h.rename(undone.path, undone.from)
		path = undone.from
	}
	if i = h.index(path); i >= 0 && h.changes[i].path == path && h.changes[i].after.equals(undone.was) {
		h.changes[i].after = identityOf(now)
	}
}

// rename changes the path of the changes of a file. The caller holds the mutex.
func (h *history) rename(from, to string) {
	for i := range h.changes {
		if h.changes[i].path == from {
			h.changes[i].path = to
		}
	}
}
