package runtime

import (
	"context"
	"errors"
	"time"

	"github.com/toolgen/toolgen/internal/measure"
)

// A SpillStore keeps the full text of results that were cut. Each text belongs
// to one session. The texts are redacted. The methods are called concurrently.
// A store may also implement [SpillNotes]. Package runtime/spill has a store
// that keeps texts in files.
type SpillStore interface {
	// Put stores the text until expires and returns a handle: a letter or
	// underscore, then up to 63 letters, digits, underscores and hyphens. The
	// model does not see any other handle.
	Put(ctx context.Context, session *Session, text string, expires time.Time) (handle string, err error)
	// Get returns the code points from start up to, but not including, end, and
	// the length of the full text in code points. A range that exceeds the text
	// is shortened. The error is [ErrNoSpill] if the handle is unknown, if the
	// text has expired, and if it belongs to another session.
	Get(ctx context.Context, session *Session, handle string, start, end int) (text string, total int, err error)
}

// spillTTL is how long a full text is stored.
const spillTTL = time.Hour

// spillTimeout is the time limit of a store that stores one text or one note.
const spillTimeout = 10 * time.Second

// minSpillLimit is the minimum limit of a cut result, in code points, for which
// its full text is stored. The notice alone takes almost half of it.
const minSpillLimit = 200

// spillText stores the full text of a result that will be cut to the limit, and
// returns its handle. The handle is empty if the registry has no store or the
// turn no session, if the turn may not call read_result, and if the store
// fails.
func (f *fitter) spillText(i int, text string, limit int) (handle string) {
	store, session := f.registry.options.Spill, f.turn.Session
	if store == nil || session == nil || limit < minSpillLimit || f.results[i].Name == ReadResultTool || !f.mayReadResult() || f.ctx.Err() != nil {
		return ""
	}
	handle, err := putSpill(f.ctx, store, session, text)
	switch {
	case err != nil:
		f.registry.logError(f.ctx, &f.calls[i], "spill store failed", "error", err)
	case !isPortable(handle):
		f.registry.logError(f.ctx, &f.calls[i], "spill store returned a handle that cannot be shown", "handle", handle)
	default:
		return handle
	}
	return ""
}

// putSpill calls Put of a store, which may panic or hang.
func putSpill(ctx context.Context, store SpillStore, session *Session, text string) (string, error) {
	var (
		handle string
		failed error
	)
	ctx, cancel := context.WithTimeout(ctx, spillTimeout)
	defer cancel()
	expires := time.Now().Add(spillTTL)
	done := startIsolated(func() { handle, failed = store.Put(ctx, session, text, expires) })
	select {
	case broken := <-done:
		return handle, errors.Join(broken, failed)
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

// mayReadResult reports whether the turn may call read_result.
func (f *fitter) mayReadResult() bool {
	for _, e := range f.admission.entries {
		if e.isReadResult {
			return !f.turn.Policy.excludes(e.tool.Name) && f.admission.permits(e)
		}
	}
	return false
}

// maxCompared is the maximum number of code points of a beginning that are
// compared with the stored text.
const maxCompared = 1000

// checkStored checks that the store has the full text of an outcome, and removes
// the handle if it does not. An outcome may come from a process with another
// store, in which the handle belongs to another text. shown is the text of the
// result.
func (f *fitter) checkStored(p *partialText, shown string) {
	store, session := f.registry.options.Spill, f.turn.Session
	handle := p.handle
	p.handle = ""
	if handle == "" || store == nil || session == nil || !f.mayReadResult() {
		return
	}
	if !p.isCut || p.total < p.fullChars { // the reducer may have changed the beginning
		p.same, _ = recallSpillNote(store, session, handle)
	}
	beginning := shown[:measure.Offset(shown, min(p.same, maxCompared))]
	compared, _ := measure.Chars(beginning)
	var (
		text   string
		length int
		failed error
	)
	ctx, cancel := context.WithTimeout(f.ctx, spillTimeout)
	defer cancel()
	crash := runIsolated(spillTimeout, func() { text, length, failed = store.Get(ctx, session, handle, 0, compared) })
	if crash == nil && failed == nil && text == beginning && length == p.fullChars {
		p.handle = handle
	}
}
