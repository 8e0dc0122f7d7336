package runtime

import "encoding/json"

// A Reducer shortens the results of one tool, both successes and failures. It
// must be deterministic, must not call a model, must not make a text longer,
// and must keep structured content and cost. It must be safe for concurrent
// use. The runtime does not use a text that is less than 100 code points shorter,
// unless the reducer is a [LosslessReducer] that reports that nothing is missing.
type Reducer interface {
	// Tool returns the exact name of the tool whose results it reduces.
	Tool() string
	// Reduce returns the shorter result. Only the text and the note of the
	// returned result are used; if the text is empty, the result stays unchanged.
	// The argument is a copy.
	Reduce(Result, ReduceContext) Result
}

// A LosslessReducer is a [Reducer] that may return a shorter text from which
// nothing is missing. The runtime stores the full text of a result that any other
// reducer has changed, and adds a notice with its handle: see docs/runtime.md.
type LosslessReducer interface {
	Reducer
	// IsLossless reports whether the reduced text, which Reduce returned for the
	// full text, has everything that a reader needs, or says how another call
	// returns the rest.
	IsLossless(full, reduced string, c ReduceContext) bool
}

// ReduceContext has data about the call for a reducer.
type ReduceContext struct {
	// Args is the JSON text of the arguments as [Call.Arguments] returns it.
	Args json.RawMessage
	// Turn is the number of the turn, from 1.
	Turn int
	// Redact removes secrets from a text. The text of the result has none in it that
	// are in one piece; a reducer that joins or decodes pieces calls Redact before it
	// shortens what it made. It is nil outside of the executor.
	Redact func(text string) string
}
