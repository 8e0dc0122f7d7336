package runtime

import (
	"context"
	"math"
	"slices"

	"github.com/toolgen/toolgen/internal/cut"
	"github.com/toolgen/toolgen/internal/measure"
	"github.com/toolgen/toolgen/internal/untrusted"
)

// BudgetMode is how a batch's budget is shared among its results.
type BudgetMode uint8

// The modes.
const (
	// BudgetFair gives what short results leave over to the long ones.
	BudgetFair BudgetMode = iota
	// BudgetEven gives each result at most an even share, whatever the others
	// leave over.
	BudgetEven
)

// extent is what the budget must know about the text of an answer. All lengths
// are in code points.
type extent struct {
	produced int              // length of the text before its reducer
	chars    int              // length after the reducer, without the fence
	max      int              // the tool's own maximum, fence included; 0 for none
	json     bool             // the tool's text is JSON
	hit      bool             // the result comes from the cache
	fence    *untrusted.Fence // around an untrusted text; nil for none
	more     *moreText        // nil for a whole text without text parts
}

// moreText is what few texts need.
type moreText struct {
	parts partTexts  // of the text parts
	begin *beginning // set when the text is only a beginning
}

// parts describes the text parts.
func (e *extent) parts() partTexts {
	if e.more == nil {
		return partTexts{}
	}
	return e.more.parts
}

// begin describes a text of which there is only the beginning; nil for a whole
// one.
func (e *extent) begin() *beginning {
	if e.more == nil {
		return nil
	}
	return e.more.begin
}

// setParts notes the text parts, if there are any.
func (e *extent) setParts(parts partTexts) {
	if parts != (partTexts{}) {
		e.more = &moreText{parts: parts}
	}
}

// beginning describes a text whose rest the spill store has.
type beginning struct {
	handle string // of the whole text; empty when the store does not have it
	kept   int    // length of the beginning
}

// length is how long the texts are with their fences.
func (e *extent) length() int { return e.parts().length(e.chars, e.fence) }

// wants is how long the text would be without a budget.
func (e *extent) wants() int { return atMost(e.length(), e.max) }

// limit is n, at most the tool's own maximum.
func (t *Tool) limit(n int) int { return atMost(n, t.MaxResultChars) }

// atMost is n, at most max; a max of 0 means no limit.
func atMost(n, max int) int {
	if max > 0 {
		return min(n, max)
	}
	return n
}

// fitter cuts the texts of the results of one turn so that together they are
// never longer than its budget, and none is longer than its tool's own maximum.
type fitter struct {
	ctx      context.Context
	registry *Registry
	turn     *Turn
	gate     *gate
	results  []CallResult
	calls    []Call // of the results, with the same index
}

// fit cuts what is too long and puts fences around untrusted texts. A text that
// fits stays as it is, byte for byte; structured content and costs stay in any
// case. Notices and fences count.
func (f *fitter) fit() {
	if f.turn.ResultBudgetChars < 0 {
		return // every call was refused with one short sentence
	}
	level := f.level()
	for i := range f.results {
		e := &f.calls[i].extent
		limit := level.share(e.wants())
		switch {
		case e.length() > limit || e.begin() != nil:
			f.cut(i, limit)
		case e.fence != nil:
			f.results[i].Result.enclose(e.fence)
		}
	}
}

// cut shortens one result to the limit.
func (f *fitter) cut(i, limit int) {
	e, result := &f.calls[i].extent, &f.results[i]
	total, handle := e.parts().whole(e.chars), ""
	if begin := e.begin(); begin != nil {
		if f.keeps(begin.handle, result.Result.wholeText(), total) {
			handle = begin.handle
		}
	} else {
		handle = f.spill(i, result.Result.wholeText(), limit)
	}
	in := cut.Input{Chars: total, Limit: limit, JSON: result.Result.OK && e.json, Handle: handle, ReadTool: ReadResultTool}
	if e.fence != nil {
		in.Fence = e.fence
	}
	kept := result.Result.cutTexts(in)
	if e.begin() != nil {
		kept = min(kept, e.begin().kept)
	}
	result.Truncated = &Truncation{Total: total, Kept: kept, Handle: handle}
	if handle != "" {
		f.noteSpill(i, handle, kept)
	}
}

// level finds how long the results may be.
func (f *fitter) level() level {
	budget := f.turn.budget()
	if f.registry.options.Budget == BudgetEven {
		return level{each: budget / len(f.results)}
	}
	total := 0
	for i := range f.calls {
		if total += f.calls[i].extent.wants(); total > budget { // lengths that are stated may be huge
			break
		}
	}
	if total <= budget {
		return level{each: math.MaxInt}
	}
	wants := make([]int, len(f.calls))
	for i := range f.calls {
		wants[i] = f.calls[i].extent.wants()
	}
	return fairLevel(wants, budget)
}

// level is a maximum length for each of several results; the first spare of
// those that want more get one code point more.
type level struct{ each, spare int }

// share is how much a result gets that wants that much. Results must ask in
// order.
func (l *level) share(wants int) int {
	if wants > l.each && l.spare > 0 {
		l.spare--
		return l.each + 1
	}
	return min(wants, l.each)
}

// fairLevel is the max-min fair level for results that together want more than
// the budget: no result gets more while one that has less wants more. It
// reorders wants.
func fairLevel(wants []int, budget int) level {
	slices.Sort(wants)
	for i, want := range wants {
		left := len(wants) - i
		if want > budget/left {
			return level{each: budget / left, spare: budget % left}
		}
		budget -= want
	}
	return level{each: math.MaxInt}
}

// count adds one answer to the totals.
func (t *Totals) count(result *CallResult, e *extent) {
	t.Calls++
	if !result.Result.OK {
		t.Failures++
	}
	returned := e.length()
	if result.Truncated != nil {
		returned, _ = measure.Chars(*result.Result.text())
		returned += result.Result.partTexts().chars
	}
	t.CharsProduced += e.produced + e.parts().chars
	t.CharsReduced += e.chars + e.parts().chars
	t.CharsReturned += returned
	t.Duration += result.Duration
	if e.hit {
		t.Cached++
	} else {
		t.CostUSD += result.Result.CostUSD
	}
}
