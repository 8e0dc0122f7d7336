package runtime

import (
	"context"
	"math"
	"slices"

	"github.com/toolgen/toolgen/internal/cut"
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
type textInfo struct {
	produced int              // length of the text before its reducer
	chars    int              // length after the reducer, without the fence
	max      int              // the tool's own maximum, fence included; 0 for none
	json     bool             // the tool's text is JSON
	cached   bool             // the result comes from the cache
	fence    *untrusted.Fence // around an untrusted text; nil for none
	extras   *textExtras      // nil for a whole text without text parts
}

// moreText is what few texts need.
type textExtras struct {
	partSizes partSizes    // of the text parts
	spilled   *spilledText // set when the text is only a beginning
}

// parts describes the text parts.
func (e *textInfo) partSizes() partSizes {
	if e.extras == nil {
		return partSizes{}
	}
	return e.extras.partSizes
}

// begin describes a text of which there is only the beginning; nil for a whole
// one.
func (e *textInfo) spilled() *spilledText {
	if e.extras == nil {
		return nil
	}
	return e.extras.spilled
}

// setParts notes the text parts, if there are any.
func (e *textInfo) setPartSizes(parts partSizes) {
	if parts != (partSizes{}) {
		e.extras = &textExtras{partSizes: parts}
	}
}

// beginning describes a text whose rest the spill store has.
type spilledText struct {
	handle string // of the whole text; empty when the store does not have it
	kept   int    // length of the beginning
}

// length is how long the texts are with their fences.
func (e *textInfo) fencedLength() int { return e.partSizes().fencedLength(e.chars, e.fence) }

// wants is how long the text would be without a budget.
func (e *textInfo) wantedLength() int { return limitTo(e.fencedLength(), e.max) }

// limit is n, at most the tool's own maximum.
func (t *Tool) limitChars(n int) int { return limitTo(n, t.MaxResultChars) }

// atMost is n, at most max; a max of 0 means no limit.
func limitTo(n, max int) int {
	if max > 0 {
		return min(n, max)
	}
	return n
}

// fitter cuts the texts of the results of one turn so that together they are
// never longer than its budget, and none is longer than its tool's own maximum.
type fitter struct {
	ctx       context.Context
	registry  *Registry
	turn      *Turn
	admission *admission
	results   []CallResult
	calls     []Call // of the results, with the same index
}

// fit cuts what is too long and puts fences around untrusted texts. A text that
// fits stays as it is, byte for byte; structured content and costs stay in any
// case. Notices and fences count.
func (f *fitter) fit() {
	if f.turn.ResultBudgetChars < 0 {
		return // every call was refused with one short sentence
	}
	allocation := f.allocate()
	for i := range f.results {
		e := &f.calls[i].textInfo
		limit := allocation.next(e.wantedLength())
		switch {
		case e.fencedLength() > limit || e.spilled() != nil:
			f.cut(i, limit)
		case e.fence != nil:
			f.results[i].Result.enclose(e.fence)
		}
	}
}

// cut shortens one result to the limit.
func (f *fitter) cut(i, limit int) {
	e, result := &f.calls[i].textInfo, &f.results[i]
	total, handle := e.partSizes().joinedLength(e.chars), ""
	if begin := e.spilled(); begin != nil {
		if f.isStored(begin.handle, result.Result.joinedText(), total) {
			handle = begin.handle
		}
	} else {
		handle = f.spillText(i, result.Result.joinedText(), limit)
	}
	in := cut.Input{Chars: total, Limit: limit, JSON: result.Result.OK && e.json, Handle: handle, ReadTool: ReadResultTool}
	if e.fence != nil {
		in.Fence = e.fence
	}
	kept := result.Result.cutTexts(in)
	if e.spilled() != nil {
		kept = min(kept, e.spilled().kept)
	}
	result.Truncated = &Truncation{Total: total, Kept: kept, Handle: handle}
	if handle != "" {
		f.saveSpillNote(i, handle, kept)
	}
}

// level finds how long the results may be.
func (f *fitter) allocate() allocation {
	budget := f.turn.budget()
	if f.registry.options.Budget == BudgetEven {
		return allocation{each: budget / len(f.results)}
	}
	total := 0
	for i := range f.calls {
		if total += f.calls[i].textInfo.wantedLength(); total > budget { // lengths that are stated may be huge
			break
		}
	}
	if total <= budget {
		return allocation{each: math.MaxInt}
	}
	wanted := make([]int, len(f.calls))
	for i := range f.calls {
		wanted[i] = f.calls[i].textInfo.wantedLength()
	}
	return fairAllocation(wanted, budget)
}

// level is a maximum length for each of several results; the first spare of
// those that want more get one code point more.
type allocation struct{ each, extra int }

// share is how much a result gets that wants that much. Results must ask in
// order.
func (l *allocation) next(wanted int) int {
	if wanted > l.each && l.extra > 0 {
		l.extra--
		return l.each + 1
	}
	return min(wanted, l.each)
}

// fairLevel is the max-min fair level for results that together want more than
// the budget: no result gets more while one that has less wants more. It
// reorders wants.
func fairAllocation(wanted []int, budget int) allocation {
	slices.Sort(wanted)
	for i, want := range wanted {
		remaining := len(wanted) - i
		if want > budget/remaining {
			return allocation{each: budget / remaining, extra: budget % remaining}
		}
		budget -= want
	}
	return allocation{each: math.MaxInt}
}
