package runtime

import "encoding/json"

// Reducer shortens the results of one tool. It is deterministic, calls no
// model, never makes a text longer, and keeps structured content and cost. It
// is called concurrently.
type Reducer interface {
	// Tool is the exact name of the tool whose results it reduces.
	Tool() string
	// Reduce returns the shorter result.
	Reduce(Result, ReduceContext) Result
}

// ReduceContext is what a reducer is told of the call.
type ReduceContext struct {
	// Args is the JSON text of the arguments.
	Args json.RawMessage
	// Turn is the number of the turn, from 1.
	Turn int
}

// Reducers is a registry of reducers, one per tool. Reducing is not supported
// yet: it takes none.
type Reducers struct{}

// Register adds the reducer, unless its tool has one already, and returns an
// idempotent undo that removes only what it added. It is not supported yet and
// fails with an *UnsupportedError.
func (r *Reducers) Register(x Reducer) (undo func(), err error) {
	return func() {}, &UnsupportedError{"Reducers.Register"}
}

// Get returns the reducer of that tool.
func (r *Reducers) Get(tool string) (Reducer, bool) { return nil, false }
