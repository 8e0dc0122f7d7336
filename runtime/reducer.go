package runtime

import "encoding/json"

// A Reducer shortens the results of one tool, both successes and failures. It
// must be deterministic, must not call a model, must not make a text longer,
// and must keep structured content and cost. It must be safe for concurrent
// use.
type Reducer interface {
	// Tool returns the exact name of the tool whose results it reduces.
	Tool() string
	// Reduce returns the shorter result. Only the text of the returned result
	// is used; if it is empty, the result stays unchanged. The argument is a
	// copy.
	Reduce(Result, ReduceContext) Result
}

// ReduceContext has data about the call for a reducer.
type ReduceContext struct {
	// Args is the JSON text of the arguments as the model wrote it.
	Args json.RawMessage
	// Turn is the number of the turn, from 1.
	Turn int
}
