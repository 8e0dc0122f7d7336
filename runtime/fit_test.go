package runtime

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/toolgen/toolgen/internal/untrusted"
)

// Whatever the texts, maxima, fences and budgets: the total is at most the
// budget, nobody gets less than the even share or more than the tool allows,
// what fits stays, and a fence stands whole or not at all.
func TestFitProperties(t *testing.T) {
	for seed := range uint64(5000) {
		random := rand.New(rand.NewPCG(seed, 7))
		b := &batch{registry: NewRegistry(nil), turn: Turn{ResultBudgetChars: 1 + random.IntN(600)}}
		if random.IntN(4) == 0 {
			b.registry.options.Budget = BudgetEven
		}
		n := 1 + random.IntN(12)
		b.slots, b.results = make([]Call, n), make([]CallResult, n)
		texts := make([]string, n)
		for i := range n {
			texts[i] = strings.Repeat("é", random.IntN(200))
			c := &b.slots[i]
			c.turn, c.tool = &b.turn, &Tool{MaxResultChars: max(0, random.IntN(150)-50)}
			c.chars = utf8.RuneCountInString(texts[i])
			if random.IntN(2) == 0 {
				fence := untrusted.NewFence("t", strings.Repeat("ü", 1+random.IntN(30)))
				c.fence = &fence
			}
			b.results[i].Result = Text(texts[i])
			if random.IntN(3) == 0 {
				b.results[i].Result = Fail(StaleWrite, "%s", texts[i])
			}
		}
		b.fit()
		if problem := fitProblem(b, texts); problem != "" {
			t.Fatalf("seed %d: %s", seed, problem)
		}
	}
}

// fitProblem says which promise the results break.
func fitProblem(b *batch, texts []string) string {
	total, share := 0, b.turn.ResultBudgetChars/len(texts)
	for i := range texts {
		c, result := &b.slots[i], &b.results[i]
		text := *result.Result.text()
		length := utf8.RuneCountInString(text)
		total += length
		opening, closing := "", ""
		if c.fence != nil {
			opening, closing, _ = strings.Cut(c.fence.Enclose("\x00"), "\x00")
		}
		own, fenced := c.tool.limit(c.length()), strings.HasPrefix(text, opening) && strings.Contains(text, closing)
		cut := result.Truncated
		switch {
		case length > own:
			return fmt.Sprintf("result %d has %d code points, its maximum is %d", i, length, own)
		case cut == nil && text != opening+texts[i]+closing:
			return fmt.Sprintf("result %d is %q, not cut, want %q", i, text, texts[i])
		case cut == nil:
		case cut.Total != len(texts[i])/2 || cut.Kept != strings.Count(text, "é"):
			return fmt.Sprintf("result %d: %+v for %q", i, cut, text)
		case text == "" && min(own, share) >= utf8.RuneCountInString(opening+closing) && min(own, share) > 0:
			return fmt.Sprintf("result %d is empty, though its fence fits", i)
		case text != "" && !fenced:
			return fmt.Sprintf("result %d is %q: its fence is severed", i, text)
		case text != "" && length < min(own, share):
			return fmt.Sprintf("result %d has %d code points, less than %d", i, length, min(own, share))
		case c.length() <= min(own, share):
			return fmt.Sprintf("result %d was cut, though it fits", i)
		}
	}
	if total > b.turn.ResultBudgetChars {
		return fmt.Sprintf("%d code points in all, the budget is %d", total, b.turn.ResultBudgetChars)
	}
	return ""
}

// TestFairLevel checks that the shares add up to the budget, and that no result
// gets more than another one that wants more.
func TestFairLevel(t *testing.T) {
	for seed := range uint64(5000) {
		random := rand.New(rand.NewPCG(seed, 2))
		wants, total := make([]int, 1+random.IntN(9)), 0
		for i := range wants {
			wants[i] = random.IntN(20)
			total += wants[i]
		}
		if total == 0 {
			continue
		}
		budget := random.IntN(total)
		level := fairLevel(slices.Clone(wants), budget)
		given, shares := 0, make([]int, len(wants))
		for i, want := range wants {
			shares[i] = level.share(want)
			given += shares[i]
		}
		if given != budget {
			t.Fatalf("seed %d: %v of %d got %v, together %d", seed, wants, budget, shares, given)
		}
		for i := range shares {
			for j := range shares {
				if shares[i] < wants[i] && shares[i]+1 < shares[j] {
					t.Fatalf("seed %d: %v of %d got %v: %d could have more", seed, wants, budget, shares, i)
				}
			}
		}
	}
}
