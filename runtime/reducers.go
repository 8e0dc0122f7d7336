package runtime

import (
	"errors"
	"fmt"
	"maps"
	"sync"
	"sync/atomic"
	"time"

	"github.com/toolgen/toolgen/internal/measure"
)

// Reducers is a registry of reducers, at most one for each tool. The zero value
// is empty and ready to use; a nil *Reducers has no reducers. It is safe for
// concurrent use. A batch uses the reducers that were registered when it
// started. Reducers must not be copied.
type Reducers struct {
	mu    sync.Mutex   // locked while the table is replaced
	table atomic.Value // of reducerTable; it has no atomic.Pointer, which is generic: see [usedDecisions]
}

// reducerTable has the reducer of each tool. A table is not changed after it is
// stored. The pointers distinguish two registrations of the same reducer.
type reducerTable map[string]*Reducer

// DuplicateReducerError is the error of a second reducer for a tool.
type DuplicateReducerError struct {
	// Tool is the name of the tool.
	Tool string
}

// Error returns a text with the name of the tool.
func (e *DuplicateReducerError) Error() string {
	return fmt.Sprintf("runtime: the tool %q already has a reducer; undo that registration first", e.Tool)
}

// Register adds the reducer. It fails if the reducer is nil or names no tool,
// and with a *DuplicateReducerError if its tool already has one. undo, which is
// never nil, removes only this registration, and does nothing if it is called
// again or if the reducer was replaced.
func (r *Reducers) Register(x Reducer) (undo func(), err error) {
	tool, err := reducerTool(x)
	if err != nil {
		return func() {}, err
	}
	added := reducerTable{tool: &x}
	if err := r.swap(nil, added); err != nil {
		return func() {}, err
	}
	return func() { _ = r.swap(added, nil) }, nil // swap fails only if it adds reducers
}

// swap removes the registrations that are still in the table and adds others,
// in one step. It fails, and changes nothing, if the tool of an added reducer
// already has another one.
func (r *Reducers) swap(removed, added reducerTable) error {
	if len(removed)+len(added) == 0 {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	table := r.clone()
	for tool, reducer := range removed {
		if table[tool] == reducer {
			delete(table, tool)
		}
	}
	for tool, reducer := range added {
		if table[tool] != nil {
			return &DuplicateReducerError{tool}
		}
		table[tool] = reducer
	}
	r.table.Store(table)
	return nil
}

// clone returns a copy of the table. The caller holds the lock.
func (r *Reducers) clone() reducerTable {
	if table := r.snapshot(); table != nil {
		return maps.Clone(table)
	}
	return reducerTable{}
}

// snapshot returns the current table; nil if there were no registrations.
func (r *Reducers) snapshot() reducerTable {
	if r == nil {
		return nil
	}
	table, _ := r.table.Load().(reducerTable)
	return table
}

// Get returns the reducer of the tool, by its exact name.
func (r *Reducers) Get(tool string) (Reducer, bool) {
	if found := r.snapshot()[tool]; found != nil {
		return *found, true
	}
	return nil, false
}

// Reduce applies the tool's reducer to the result, as the executor does. It
// takes only the text of the reducer's answer, if the text is not empty and not
// longer than before, in code points. The result is unchanged if the tool has
// no reducer, and if the reducer panics, calls runtime.Goexit or does not
// return within ten seconds.
func (r *Reducers) Reduce(tool string, result Result, c ReduceContext) Result {
	reducer, ok := r.Get(tool)
	if !ok {
		return result
	}
	chars, _ := measure.Chars(*result.text())
	reduced, _ := reduceIsolated(reducer, result, chars, c)
	return reduced.result
}

// reducerTimeout is the time limit of a reducer. The reducers of this module
// need milliseconds for megabytes.
const reducerTimeout = 10 * time.Second

// reducedResult is a result after its reducer.
type reducedResult struct {
	result    Result
	chars     int  // the length of the text in code points
	isPartial bool // the reducer left something out
}

// reduceIsolated applies the reducer. chars is the length of the text before. If
// the reducer fails, or its text is empty or longer, the result is unchanged.
func reduceIsolated(x Reducer, result Result, chars int, c ReduceContext) (reducedResult, error) {
	unchanged, answer := reducedResult{result: result, chars: chars}, reducedResult{}
	given := cloneResult(result) // because the reducer may change it, even after the time limit
	err := runIsolated(reducerTimeout, func() {
		answer.result = x.Reduce(given, c)
		answer.chars = answer.result.cleanText()
		answer.isPartial = isPartial(x, *result.text(), *answer.result.text(), c)
	})
	if err != nil {
		return unchanged, err // answer must not be read: the reducer may still run
	}
	text, lead, note := *answer.result.text(), answer.result.Lead, answer.result.Note
	if text == "" || answer.chars > chars {
		return unchanged, nil
	}
	answer.result = result
	*answer.result.text(), answer.result.Lead, answer.result.Note = text, lead, note
	return answer, nil
}

// isPartial reports whether the reduced text lacks something of the full text.
func isPartial(x Reducer, full, reduced string, c ReduceContext) bool {
	if full == reduced {
		return false
	}
	lossless, ok := x.(LosslessReducer)
	return !ok || !lossless.IsLossless(full, reduced, c)
}

// reducerTool returns the name of the reducer's tool. The Tool method of a nil
// pointer may panic.
func reducerTool(x Reducer) (tool string, err error) {
	if x == nil {
		return "", errors.New("runtime: the reducer is nil")
	}
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("runtime: the reducer %T failed to return its tool: panic: %v", x, p)
		}
	}()
	if tool = x.Tool(); tool == "" {
		return "", fmt.Errorf("runtime: the reducer %T names no tool", x)
	}
	return tool, nil
}
