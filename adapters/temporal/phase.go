package temporal

import (
	"context"
	"fmt"
	"runtime/debug"

	"github.com/toolgen/toolgen/runtime"
)

// phase is one activity of a batch on a worker. It has what the activity has loaded
// so far, which also determines what is redacted in the texts of errors.
type phase struct {
	*host
	batch   batchRef
	session loadedSession
	turn    *runtime.Turn // nil until it is known
}

// runPhase runs the function of an activity. A history has the text, the type, the
// causes and the stack trace of the error or panic of an activity, so runPhase returns
// an error that has only a redacted text.
func runPhase[T any](ctx context.Context, w *host, batch batchRef, run func(*phase) (T, error)) (result T, err error) {
	p := &phase{host: w, batch: batch}
	defer func() {
		if value := recover(); value != nil {
			err = &fault{"the worker panicked", fmt.Errorf("%v", value)}
			w.options.logger().Error("an activity panicked", "stack", string(debug.Stack()))
		}
		if err != nil {
			err = p.historyError(ctx, err)
		}
	}()
	return run(p)
}

// load loads the session and the turn of the batch.
func (p *phase) load(ctx context.Context) error {
	session, err := p.loadSession(ctx, p.batch.Turn)
	if err != nil {
		return err
	}
	p.session = session
	p.turn, err = p.resolve(ctx, p.batch.Turn, p.batch.RunID, session.Session)
	return err
}

// knownTurn returns the turn, or one with the session only. It returns false if the
// session has not been read, so that its secrets are not known.
func (p *phase) knownTurn() (turn *runtime.Turn, ok bool) {
	if p.turn != nil {
		return p.turn, true
	}
	session := p.session.Session
	if session == nil {
		session = p.records.last(sessionPrefix + p.batch.Turn.Session)
	}
	return &runtime.Turn{Session: session}, session != nil || p.batch.Turn.Session == ""
}
