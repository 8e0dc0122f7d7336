package runtime

import (
	"context"
	"math"
	"slices"

	"github.com/toolgen/toolgen/internal/cut"
	"github.com/toolgen/toolgen/internal/untrusted"
)

// BudgetMode says how the results of a batch share its budget.
type BudgetMode uint8

// The budget modes.
const (
	// BudgetFair gives the unused parts of short results to long results.
	BudgetFair BudgetMode = iota
	// BudgetEven gives each result at most an even part of the budget.
	BudgetEven
)

// textInfo has the data about the text of a result that the budget needs. All
// lengths are in code points.
type textInfo struct {
	produced int              // the length of the text before the reducer
	chars    int              // the length after the reducer, without the fence
	max      int              // the tool's own maximum, with the fence; 0 if there is none
	json     bool             // the text of a success is JSON
	cached   bool             // the result is from the cache
	fence    *untrusted.Fence // the fence of an untrusted text; nil for a trusted text
	extras   *textExtras      // nil for a complete text without text parts
}

// textExtras has the data of a textInfo that most results do not need.
type textExtras struct {
	partSizes partSizes    // the sizes of the text parts
	leadChars int          // the length of the lead, with the line break after it
	noteChars int          // the length of the note, with the line break before it
	partial   *partialText // set if the result does not have all of the tool's text
}

// partSizes returns the sizes of the text parts.
func (e *textInfo) partSizes() partSizes {
	if e.extras == nil {
		return partSizes{}
	}
	return e.extras.partSizes
}

// partial describes the full text if the result has only a part of it;
// otherwise it returns nil.
func (e *textInfo) partial() *partialText {
	if e.extras == nil {
		return nil
	}
	return e.extras.partial
}

// setPartSizes sets the sizes of the text parts, if there are any.
func (e *textInfo) setPartSizes(parts partSizes) {
	if parts != (partSizes{}) {
		e.ensureExtras().partSizes = parts
	}
}

// setPartial sets the description of the full text.
func (e *textInfo) setPartial(p *partialText) { e.ensureExtras().partial = p }

// ensureExtras returns the extras, and creates them if necessary.
func (e *textInfo) ensureExtras() *textExtras {
	if e.extras == nil {
		e.extras = new(textExtras)
	}
	return e.extras
}

// fencedLength returns the length of the texts with their fences.
func (e *textInfo) fencedLength() int { return e.partSizes().fencedLength(e.chars, e.fence) }

// reducedChars returns the length of the texts after the reducer, without fences.
func (e *textInfo) reducedChars() int {
	if p := e.partial(); p != nil && p.isCut {
		return p.total
	}
	return e.chars + e.partSizes().chars
}

// joinedLength returns the length of the joined text of the result.
func (e *textInfo) joinedLength() int { return e.partSizes().joinedLength(e.chars) }

// wantedLength returns the length that the texts would have without a budget.
func (e *textInfo) wantedLength() int {
	length := e.fencedLength() + e.wordChars()
	if p := e.partial(); p != nil {
		length += e.noticeLength(p)
	}
	return limitTo(length, e.max)
}

// limitChars returns n, limited by the tool's own maximum.
func (t *Tool) limitChars(n int) int { return limitTo(n, t.MaxResultChars) }

// limitTo returns the minimum of n and max. A max of 0 means no limit.
func limitTo(n, max int) int {
	if max > 0 {
		return min(n, max)
	}
	return n
}

// fitter cuts the texts of the results of one turn, so that their total length
// is within the turn's budget and each length is within the maximum of its
// tool.
type fitter struct {
	ctx       context.Context
	registry  *Registry
	turn      *Turn
	admission *admission
	results   []CallResult
	calls     []Call // calls[i] has the text data of results[i]
}

// fit cuts texts that are too long and adds fences to untrusted texts. Notices
// and fences count against the budget. Texts that are short enough, structured
// content and costs do not change.
func (f *fitter) fit() {
	if f.turn.ResultBudgetChars < 0 {
		return // each result is a short refusal
	}
	for i := range f.calls {
		if p := f.calls[i].textInfo.partial(); p != nil {
			f.storeFullText(i, p)
		}
		f.calls[i].textInfo.removeMark(&f.results[i].Result)
	}
	allocation := f.allocate()
	for i := range f.results {
		e := &f.calls[i].textInfo
		limit, removed := f.withoutWords(i, allocation.next(e.wantedLength()))
		switch {
		case e.fencedLength() > limit || e.partial() != nil:
			f.cut(i, limit, removed)
		case e.fence != nil:
			f.results[i].Result.enclose(e.fence)
		}
		f.results[i].Result.addWords()
	}
}

// cut cuts the texts of one result to the limit. If the result already is a part
// of a text, cut adds the notice about the rest. A note that was removed, because the
// limit is too small for it, is at the end of the stored text.
func (f *fitter) cut(i, limit int, removed string) {
	e, result := &f.calls[i].textInfo, &f.results[i]
	partial := e.partial()
	if partial == nil {
		rest := ""
		if removed != "" {
			rest = "\n" + removed
		}
		partial = &partialText{handle: f.spillText(i, result.Result.joinedText()+rest, limit), same: math.MaxInt, missing: cut.SizeOf(rest)}
	}
	in := cut.Input{
		Chars: e.joinedLength(), Missing: partial.missing, Gap: partial.gap, Limit: limit,
		KeepEnd: result.Result.KeepEnd, JSON: result.Result.OK && e.json, Handle: partial.handle,
	}
	if e.fence != nil {
		in.Fence = e.fence
	}
	isWhole := partial.gap > 0 && !partial.isCut && e.fencedLength()+e.noticeLength(partial) <= limit
	kept := result.Result.cutTexts(in)
	if isWhole { // nothing but what the reducer has left out is missing
		kept = in.Chars
	}
	if kept < in.Chars || e.fencedLength() > limit || partial.isCut {
		result.Truncated = &Truncation{Total: max(in.Chars, partial.total), Kept: kept, Handle: partial.handle}
	}
	if partial.handle != "" {
		f.saveSpillNote(i, partial.handle, min(kept, partial.same))
	}
}

// allocate divides the budget among the results.
func (f *fitter) allocate() allocation {
	budget := f.turn.budget()
	if f.registry.options.Budget == BudgetEven {
		return allocation{each: budget / len(f.results)}
	}
	total := 0
	for i := range f.calls {
		if total += f.calls[i].textInfo.wantedLength(); total > budget { // the sum of all lengths might overflow
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

// allocation is the maximum length of each result. The first extra results that
// want a longer text get one code point more.
type allocation struct{ each, extra int }

// next returns the length for the next result, which wants the given length.
// The caller must call it once for each result, in order.
func (l *allocation) next(wanted int) int {
	if wanted > l.each && l.extra > 0 {
		l.extra--
		return l.each + 1
	}
	return min(wanted, l.each)
}

// fairAllocation returns the max-min fair allocation for results that together
// want more than the budget: a result gets more only if no result that wants
// more has less. It sorts wanted.
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
