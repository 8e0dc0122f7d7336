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

// Reducers is a registry of reducers, at most one per tool. The zero value is
// empty and ready for use; a nil *Reducers finds nothing. It is safe for
// concurrent use: a batch reduces with what was registered when it began. It
// must not be copied.
type Reducers struct {
	mu    sync.Mutex // guards changes; readers take a table as it is
	table atomic.Pointer[reducerTable]
}

// reducerTable is never changed once it is stored. The pointers tell one
// registration from another of the same reducer.
type reducerTable map[string]*Reducer

// DuplicateReducerError says that a tool has a reducer already.
type DuplicateReducerError struct {
	// Tool is the tool's name.
	Tool string
}

// Error names the tool.
func (e *DuplicateReducerError) Error() string {
	return fmt.Sprintf("runtime: two reducers for the tool %q; undo the first registration before the second", e.Tool)
}

// Register adds the reducer. It fails for a nil one, one that names no tool,
// and, with a *DuplicateReducerError, when its tool has one already. The undo,
// never nil, is idempotent and removes only what this call added: a reducer
// registered later for the same tool stays.
func (r *Reducers) Register(x Reducer) (undo func(), err error) {
	tool, err := reducerTool(x)
	if err != nil {
		return func() {}, err
	}
	added := reducerTable{tool: &x}
	if err := r.swap(nil, added); err != nil {
		return func() {}, err
	}
	return func() { _ = r.swap(added, nil) }, nil // removing does not fail
}

// swap removes the registrations of gone that are still there, and adds those
// of fresh, in one step. It fails, and changes nothing, when a tool of fresh has
// another reducer already.
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
	r.table.Store(&table)
	return nil
}

// clone is a copy of the table to change. The caller holds the lock.
func (r *Reducers) clone() reducerTable {
	if table := r.snapshot(); table != nil {
		return maps.Clone(table)
	}
	return reducerTable{}
}

// snapshot is the table as it is now; nil when nothing was registered yet.
func (r *Reducers) snapshot() reducerTable {
	if r == nil {
		return nil
	}
	if table := r.table.Load(); table != nil {
		return *table
	}
	return nil
}

// Get returns the reducer of that tool, by its exact name.
func (r *Reducers) Get(tool string) (Reducer, bool) {
	if found := r.snapshot()[tool]; found != nil {
		return *found, true
	}
	return nil, false
}

// Reduce gives the result to the reducer of that tool, safely, as the executor
// does. The reducer can do no harm: all that is taken of its answer is the
// text, and only if it is not empty and has fewer code points, or as many, than
// before. When the reducer panics, ends its goroutine or does not answer within
// ten seconds, and when the tool has none, the result stays as it was.
func (r *Reducers) Reduce(tool string, result Result, c ReduceContext) Result {
	reducer, ok := r.Get(tool)
	if !ok {
		return result
	}
	chars, _ := measure.Chars(*result.text())
	shorter, _, _ := reduceIsolated(reducer, result, chars, c)
	return shorter
}

// reducerTimeout is how long a reducer may take. Those of this module take
// milliseconds for megabytes.
const reducerTimeout = 10 * time.Second

// reduced is the result with the text that the reducer gives it, and that
// text's length in code points. Of a result with that many chars it makes no
// longer one. The error says why the reducer gave no answer.
func reduceIsolated(x Reducer, result Result, chars int, c ReduceContext) (shorter Result, length int, err error) {
	var answer Result
	given := cloneResult(result) // which it may write into, even late
	if err := runIsolated(reducerTimeout, func() { answer = x.Reduce(given, c) }); err != nil {
		return result, chars, err // it may still write its answer
	}
	length = answer.cleanText()
	if text := *answer.text(); text != "" && length <= chars {
		*result.text() = text
		return result, length, nil
	}
	return result, chars, nil
}

// toolOf is the tool that the reducer names. A typed nil may panic.
func reducerTool(x Reducer) (tool string, err error) {
	if x == nil {
		return "", errors.New("runtime: the reducer is nil")
	}
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("runtime: the reducer %T cannot name its tool: panic: %v", x, p)
		}
	}()
	if tool = x.Tool(); tool == "" {
		return "", fmt.Errorf("runtime: the reducer %T names no tool", x)
	}
	return tool, nil
}
