package runtime

import "context"

// ExecuteParallel answers every call, in the order of the calls. A nil turn
// means the zero Turn. It returns when every call is answered, at the latest
// when the context ends: calls that had finished by then keep their results,
// the others fail.
func (r *Registry) ExecuteParallel(ctx context.Context, calls []ToolCall, turn *Turn) []CallResult {
	results := make([]CallResult, len(calls))
	for i, call := range calls {
		results[i] = CallResult{ID: call.ID, Name: call.Name, Result: Fail(NotAvailable, "Tool %s cannot run: execution is not supported yet", call.Name)}
	}
	return results
}
