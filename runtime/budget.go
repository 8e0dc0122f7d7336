package runtime

import (
	"math"
	"slices"
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

// fit cuts the texts of the results so that together they are never longer
// than the turn's budget, and none is longer than its tool's own maximum. A
// text that fits stays as it is, byte for byte; structured content and costs
// are not touched. All lengths are in code points; markers and fences count.
func (b *batch) fit() {
	if b.turn.ResultBudgetChars < 0 {
		return // every call was refused with one short sentence
	}
	level := b.level()
	for i := range b.slots {
		c := &b.slots[i]
		limit := level.share(c.wants())
		switch {
		case c.length() > limit:
			b.cut(i, limit)
		case c.fence != nil:
			b.results[i].Result.enclose(c.fence)
		}
	}
}

// cut shortens one result to the limit.
func (b *batch) cut(i, limit int) {
	c, result := &b.slots[i], &b.results[i]
	whole, total := result.Result.wholeText(), c.chars
	if c.parts.count > 0 {
		total, _ = measure(whole)
	}
	t := cutting{total: total, limit: limit, asJSON: result.Result.OK && c.tool.JSON, fence: c.fence}
	t.handle = b.spill(c, whole, limit)
	kept := t.cutResult(&result.Result)
	result.Truncated = &Truncation{Total: total, Kept: kept, Handle: t.handle}
	if t.handle != "" {
		b.noteSpill(t.handle, kept, c.fence)
	}
}

// length is how long the result is with its fence.
func (c *Call) length() int { return c.parts.length(c.chars, c.fence) }

// wants is how long the call's result would be without a budget.
func (c *Call) wants() int { return c.tool.limit(c.length()) }

// limit is n, at most the tool's own maximum.
func (t *Tool) limit(n int) int {
	if t.MaxResultChars > 0 {
		return min(n, t.MaxResultChars)
	}
	return n
}

// level finds how long the results of the batch may be.
func (b *batch) level() level {
	budget := b.turn.budget()
	if b.registry.options.Budget == BudgetEven {
		return level{each: budget / len(b.slots)}
	}
	total := 0
	for i := range b.slots {
		total += b.slots[i].wants()
	}
	if total <= budget {
		return level{each: math.MaxInt}
	}
	wants := make([]int, len(b.slots))
	for i := range b.slots {
		wants[i] = b.slots[i].wants()
	}
	return fairLevel(wants, budget)
}

// level is the height to which each of several results is filled, as water
// fills vessels; the first spare of those that are higher get one more.
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
// the budget: nobody gets more as long as somebody with less wants more. It
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
