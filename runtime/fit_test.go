package runtime_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/toolgen/toolgen/runtime"
)

// Random texts, maximums, fences and budgets have these properties: the total
// length is within the budget, no result has less than the even part or more
// than its tool allows, short texts do not change, and a fence is complete or
// absent.
func TestFitProperties(t *testing.T) {
	for seed := range uint64(5000) {
		random := rand.New(rand.NewPCG(seed, 7))
		o := runtime.Options{}
		if random.IntN(4) == 0 {
			o.Budget = runtime.BudgetEven
		}
		turn := &runtime.Turn{ResultBudgetChars: 1 + random.IntN(600)}
		outcomes := make([]runtime.Outcome, 1+random.IntN(12))
		for i := range outcomes {
			outcomes[i] = randomOutcome(random)
		}
		results := runtime.NewRegistry(&o).Fit(outcomes, turn)
		if problem := fitProblem(outcomes, results, turn.ResultBudgetChars); problem != "" {
			t.Fatalf("seed %d: %s", seed, problem)
		}
	}
}

func randomOutcome(random *rand.Rand) runtime.Outcome {
	text := strings.Repeat("é", random.IntN(200))
	o := runtime.Outcome{Result: runtime.Text(text), MaxChars: max(0, random.IntN(150)-50)}
	if random.IntN(3) == 0 && text != "" {
		o.Result = runtime.Fail(runtime.StaleWrite, "%s", text)
	}
	if random.IntN(2) == 0 {
		o.Fence = &runtime.Fence{Source: strings.Repeat("ü", 1+random.IntN(30)), Tool: "t"}
	}
	return o
}

// textOf returns the text that the model sees.
func textOf(r runtime.Result) string { return r.Value + r.Error }

// fitProblem returns the property that the results violate.
func fitProblem(outcomes []runtime.Outcome, results []runtime.CallResult, budget int) string {
	total, share := 0, budget/len(results)
	for i, o := range outcomes {
		full, text, cut := textOf(o.Result), textOf(results[i].Result), results[i].Truncated
		length := utf8.RuneCountInString(text)
		total += length
		opening, closing := "", ""
		if o.Fence != nil {
			opening, closing = fmt.Sprintf("<untrusted source=%q tool=\"t\">\n", o.Fence.Source), "\n</untrusted>"
		}
		fenced := utf8.RuneCountInString(opening + full + closing)
		own := fenced
		if o.MaxChars > 0 {
			own = min(fenced, o.MaxChars)
		}
		switch {
		case length > own:
			return fmt.Sprintf("result %d has %d code points, its maximum is %d", i, length, own)
		case cut == nil && text != opening+full+closing:
			return fmt.Sprintf("result %d is %q, not cut, want %q", i, text, full)
		case cut == nil:
		case cut.Total != len(full)/2 || cut.Kept != strings.Count(text, "é"):
			return fmt.Sprintf("result %d: %+v for %q", i, cut, text)
		case text == "" && min(own, share) >= utf8.RuneCountInString(opening+closing) && min(own, share) > 0:
			return fmt.Sprintf("result %d is empty, though its fence fits", i)
		case text != "" && (!strings.HasPrefix(text, opening) || !strings.Contains(text, closing)):
			return fmt.Sprintf("result %d is %q: its fence is cut", i, text)
		case text != "" && length < min(own, share):
			return fmt.Sprintf("result %d has %d code points, less than %d", i, length, min(own, share))
		case fenced <= min(own, share):
			return fmt.Sprintf("result %d was cut, though it fits", i)
		}
	}
	if total > budget {
		return fmt.Sprintf("%d code points in all, the budget is %d", total, budget)
	}
	return ""
}
