package runtime

import "encoding/json"

// Reducer shortens the results of one tool, successes and failures. It is
// deterministic, calls no model, never makes a text longer, and keeps
// structured content and cost. It is called concurrently.
type Reducer interface {
	// Tool is the exact name of the tool whose results it reduces.
	Tool() string
	// Reduce returns the shorter result. Only its text is taken; an empty one
	// leaves the result as it was. The result that it is given is its own copy.
	Reduce(Result, ReduceContext) Result
}

// ReduceContext is what a reducer is told of the call.
type ReduceContext struct {
	// Args is the JSON text of the arguments as the model wrote it.
	Args json.RawMessage
	// Turn is the number of the turn, from 1.
	Turn int
}
