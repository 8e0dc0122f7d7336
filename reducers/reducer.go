package reducers

import (
	"errors"
	"unicode/utf8"

	"github.com/toolgen/toolgen/runtime"
)

// Pass shortens a text, or returns it as it is. It must be deterministic and
// safe for concurrent use; it need not look after lengths, see For.
type Pass func(text string) string

// reducer is a reducer of one tool: a function of the text and the call.
type reducer struct {
	tool string
	// failures says whether the texts of failed results are reduced too.
	failures bool
	// pass is the pass that reduces the texts of that call.
	pass func(runtime.ReduceContext) Pass
}

// Tool is the name of the tool whose results it reduces.
func (r *reducer) Tool() string { return r.tool }

// Reduce shortens the text that the model sees: the value of a success, the
// error of a failure. Everything else of the result is left as it is.
func (r *reducer) Reduce(result runtime.Result, call runtime.ReduceContext) runtime.Result {
	switch {
	case result.OK:
		result.Value = settle(result.Value, r.pass(call))
	case r.failures:
		result.Error = settle(result.Error, r.pass(call))
	}
	return result
}

// For is a reducer that applies these passes, in this order, to the texts of
// that tool's successes and failures. A pass that makes a text longer, or drops
// a spill notice, is ignored.
//
// The reducer is idempotent whatever the passes do: see the package comment.
func For(tool string, passes ...Pass) runtime.Reducer {
	return &reducer{tool: tool, failures: true, pass: func(runtime.ReduceContext) Pass { return chain(passes) }}
}

// chain is one pass that applies all of them.
func chain(passes []Pass) Pass {
	return func(text string) string {
		for _, pass := range passes {
			text = better(text, pass(text))
		}
		return text
	}
}

// rounds bounds how often a pass is applied to its own result. The passes of
// this package settle in one round, but for texts made to resist.
const rounds = 6

// settle applies the pass until it changes nothing any more, and so makes it
// idempotent. A text that does not settle is returned as it was: that too is
// the same the second time.
func settle(text string, pass Pass) string {
	now := text
	for range rounds {
		next := better(now, pass(now))
		if next == now {
			return now
		}
		now = next
	}
	return text
}

// better is next, unless that is not shorter than now, in bytes and not longer
// in code points, or lost a notice.
func better(now, next string) string {
	if len(next) >= len(now) || notices(next) != notices(now) || utf8.RuneCountInString(next) > utf8.RuneCountInString(now) {
		return now
	}
	return next
}

// All returns a reducer of each kind that this package has, each for the
// built-in tool of its name.
func All() []runtime.Reducer {
	return []runtime.Reducer{
		Terminal(), ReadFile(), KanbanList(), SearchFiles(), FetchURL(), RunTests(), Lint(), Typecheck(),
	}
}

// Register adds all reducers of this package to a registry. The undo removes
// those that were added, and does nothing the second time. What the registry
// refuses, such as a reducer for a tool that has one already, is in the error;
// the others are registered nevertheless.
func Register(registry *runtime.Reducers) (undo func(), err error) {
	var undos []func()
	var failed []error
	for _, r := range All() {
		if one, err := registry.Register(r); err != nil {
			failed = append(failed, err)
		} else {
			undos = append(undos, one)
		}
	}
	return func() {
		for _, one := range undos {
			one()
		}
	}, errors.Join(failed...)
}
