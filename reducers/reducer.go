package reducers

import (
	"errors"
	"unicode/utf8"

	"github.com/toolgen/toolgen/internal/cut"
	"github.com/toolgen/toolgen/runtime"
)

// Pass shortens a text, or returns it as it is. It must be deterministic and
// safe for concurrent use. It may return a longer text, which For ignores.
type Pass func(text string) string

// reducer reduces the results of one tool.
type reducer struct {
	tool string
	// failures reports whether the errors of failed results are reduced too.
	failures bool
	// pass returns the pass for the text of a call.
	pass func(runtime.ReduceContext) Pass
	// clean returns the pass that only removes what no reader needs; nil means
	// StripEscapes.
	clean func(runtime.ReduceContext) Pass
	// isLossless reports that the text says how another call returns the rest.
	isLossless bool
}

var _ runtime.LosslessReducer = (*reducer)(nil)

// Tool returns the name of the tool whose results are reduced.
func (r *reducer) Tool() string { return r.tool }

// Reduce shortens the text that the model sees: the value of a success or the
// error of a failure. It does not change the other fields of the result.
func (r *reducer) Reduce(result runtime.Result, call runtime.ReduceContext) runtime.Result {
	switch {
	case result.OK:
		result.Value = r.reduce(result.Value, call)
	case r.failures:
		result.Error = r.reduce(result.Error, call)
	}
	return result
}

// reduce returns the reduced text. If that is not much shorter than the text
// without escapes and repetitions, from which nothing is missing, it returns the
// latter.
func (r *reducer) reduce(text string, call runtime.ReduceContext) string {
	reduced := applyUntilStable(text, r.pass(call))
	if r.isLossless || reduced == text {
		return reduced
	}
	clean := r.cleanText(text, call)
	if utf8.RuneCountInString(clean)-utf8.RuneCountInString(reduced) < cut.MinSaved {
		return clean
	}
	return reduced
}

// cleanText returns the text without what no reader needs.
func (r *reducer) cleanText(text string, call runtime.ReduceContext) string {
	if r.clean == nil {
		return StripEscapes(text)
	}
	return applyUntilStable(text, r.clean(call))
}

// IsLossless reports whether only escape sequences, overwritten text and
// repetitions were removed, or the text says how another call returns the rest.
func (r *reducer) IsLossless(full, reduced string, call runtime.ReduceContext) bool {
	return r.isLossless || reduced == StripEscapes(full) || reduced == r.cleanText(full, call)
}

// For returns a reducer that applies the passes, in this order, to the texts of
// the successes and failures of a tool. The result of a pass is ignored when it
// is longer than the text, or has fewer or more notices of cut texts.
//
// The reducer is idempotent for all passes: see the package comment.
func For(tool string, passes ...Pass) runtime.Reducer {
	return &reducer{tool: tool, failures: true, pass: func(runtime.ReduceContext) Pass { return chain(passes) }}
}

// chain returns a pass that applies all passes in this order.
func chain(passes []Pass) Pass {
	return func(text string) string {
		for _, pass := range passes {
			text = shorterOf(text, pass(text))
		}
		return text
	}
}

// maxRounds is how often a pass is applied to its own result. The passes of this
// package need one round for the output of real programs.
const maxRounds = 6

// applyUntilStable applies the pass to its own result until the text no longer
// changes, which makes the pass idempotent. A text that still changes after
// maxRounds is returned as it was.
func applyUntilStable(text string, pass Pass) string {
	now := text
	for range maxRounds {
		next := shorterOf(now, pass(now))
		if next == now {
			return now
		}
		now = next
	}
	return text
}

// shorterOf returns next when it has fewer bytes than now, no more code points,
// and as many notices. Otherwise it returns now.
func shorterOf(now, next string) string {
	if len(next) >= len(now) || countNotices(next) != countNotices(now) || utf8.RuneCountInString(next) > utf8.RuneCountInString(now) {
		return now
	}
	return next
}

// All returns the reducers of all built-in tools that have one.
func All() []runtime.Reducer {
	return []runtime.Reducer{
		Terminal(), ReadFile(), KanbanList(), SearchFiles(), FetchURL(), RunTests(), Lint(), Typecheck(),
	}
}

// Register adds the reducers that All returns to a registry. The function undo
// removes those that were added; a second call of it does nothing. The error
// joins the errors of the reducers that the registry refuses, such as one for a
// tool that has a reducer already; the others are registered nevertheless.
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
