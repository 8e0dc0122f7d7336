package runtime

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"
)

// tags are a fence.
type tags struct{ opening, closing string }

func (f tags) Chars() int { return utf8.RuneCountInString(f.opening + f.closing) }

func (f tags) Enclose(text string) string { return f.opening + text + f.closing }

// Texts are cut inside their fence, which counts and is never severed.
func TestCutInsideFence(t *testing.T) {
	f := tags{"<u source=\"ä\">\n", "\n</u>"} // 15 and 5 code points
	const said = "\n[truncated — 100 chars total]"
	x := func(n int) string { return strings.Repeat("x", n) }
	tests := []struct {
		reason string
		limit  int
		want   string
	}{
		{"one too long", 119, f.Enclose(x(69)) + said},
		{"as long as fence and marker", 50, f.Enclose("") + said},
		{"too small for the marker: the beginning alone", 49, f.Enclose(x(29))},
		{"as long as the fence", 20, f.Enclose("")},
		{"too small for the fence: nothing", 19, ""},
		{"nothing at all", 0, ""},
	}
	for _, test := range tests {
		got, kept := cutting{text: x(100), total: 100, limit: test.limit, fence: f}.cut()
		if got != test.want || kept != strings.Count(got, "x") {
			t.Errorf("%s: %q, %d kept, want %q", test.reason, got, kept, test.want)
		}
	}
	list := "[" + strings.Repeat(`"a",`, 60) + `1]`
	want := f.Enclose("[" + strings.Repeat(`"a",`, 19) + `"[truncated — 243 chars total]"]`)
	if got, kept := (cutting{text: list, total: len(list), limit: 130, asJSON: true, fence: f}).cut(); got != want || kept != 76 {
		t.Errorf("JSON in a fence: %q, %d kept, want %q", got, kept, want)
	}
}

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
				c.fence = tags{"<" + strings.Repeat("ü", random.IntN(30)) + ">", "</>"}
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
		if f, ok := c.fence.(tags); ok {
			opening, closing = f.opening, f.closing
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
