package runtime_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/toolgen/toolgen/internal/cut"
	"github.com/toolgen/toolgen/runtime"
)

// budgetCase is one batch: its texts, the maximums of its tools, and its budget.
type budgetCase struct {
	budget int
	even   bool
	texts  []string
	maxima []int // the tools' own maximums; missing means none
	json   bool
}

// run executes one call for each text.
func (f budgetCase) run(t testing.TB) []runtime.CallResult {
	options := &runtime.Options{}
	if f.even {
		options.Budget = runtime.BudgetEven
	}
	var (
		tools []runtime.Tool
		names []string
	)
	for i, text := range f.texts {
		tool := runtime.Tool{Name: fmt.Sprint("t", i), JSON: f.json, Invoke: textHandler(text)}
		if i < len(f.maxima) {
			tool.MaxResultChars = f.maxima[i]
		}
		tools, names = append(tools, tool), append(names, tool.Name)
	}
	turn := &runtime.Turn{ResultBudgetChars: f.budget}
	return newRegistry(t, options, tools...).ExecuteParallel(t.Context(), calls(names...), turn)
}

func values(results []runtime.CallResult) []string {
	texts := make([]string, len(results))
	for i, result := range results {
		texts[i] = result.Result.Value
	}
	return texts
}

// cutText returns a text that was cut to a limit that is too small for a notice
// that says how to get the rest.
func cutText(kept string, total int) string {
	return fmt.Sprintf("%s\n[%d chars omitted]", kept, total-utf8.RuneCountInString(kept))
}

// cutLongText returns a text that was cut, and is not stored.
func cutLongText(kept string, total int) string {
	return kept + "\n" + cut.Notice(cut.Size{Chars: total - utf8.RuneCountInString(kept)}, "")
}

// noticeForm matches a notice.
var noticeForm = regexp.MustCompile(`\[[0-9,]+ chars?( and [0-9,]+ lines?)? omitted[^\]]*\]`)

func TestBudget(t *testing.T) {
	x := func(n int) string { return strings.Repeat("x", n) }
	tests := []struct {
		reason string
		fit    budgetCase
		want   []string
	}{
		{"a text within the budget does not change", budgetCase{budget: 100, texts: []string{x(100)}}, []string{x(100)}},
		{"the default budget", budgetCase{texts: []string{x(80_000)}}, []string{x(80_000)}},
		{"one more than the default budget", budgetCase{texts: []string{x(80_001)}}, []string{cutLongText(x(79_929), 80_001)}},
		{"the marker counts", budgetCase{budget: 100, texts: []string{x(101)}}, []string{cutText(x(81), 101)}},
		{"code points are counted, not bytes", budgetCase{budget: 100, texts: []string{strings.Repeat("漢", 100)}}, []string{strings.Repeat("漢", 100)}},
		{"code points are counted, not UTF-16 units", budgetCase{budget: 51, texts: []string{strings.Repeat("𠮷", 51)}}, []string{strings.Repeat("𠮷", 51)}},
		{"a cut ends on a code point", budgetCase{budget: 40, texts: []string{strings.Repeat("a😀", 30)}}, []string{cutText(strings.Repeat("a😀", 10)+"a", 60)}},
		{"a limit one too small for the marker", budgetCase{budget: 18, texts: []string{x(50)}}, []string{x(18)}},
		{"a limit as long as the marker", budgetCase{budget: 19, texts: []string{x(50)}}, []string{cutText("", 50)}},
		{"a limit too small for the marker leaves the beginning", budgetCase{budget: 3, texts: []string{"e\u0301e\u0301e\u0301"}}, []string{"e\u0301e"}},
		{"a carriage return is a code point", budgetCase{budget: 6, texts: []string{"line1\r\nline2"}}, []string{"line1\r"}},
		{"fewer code points than calls: the first get one each", budgetCase{budget: 2, texts: []string{"abc", "", "def", "ghi"}}, []string{"a", "", "d", ""}},
		{"the unused parts of short results go to the long ones", budgetCase{budget: 100, texts: []string{x(200), x(4), x(300)}},
			[]string{cutText(x(28), 200), x(4), cutText(x(28), 300)}},
		{"even: unused parts are not shared", budgetCase{budget: 100, even: true, texts: []string{x(200), x(4), x(300)}},
			[]string{cutText(x(13), 200), x(4), cutText(x(13), 300)}},
		{"even: a cut, although the total is within the budget", budgetCase{budget: 100, even: true, texts: []string{x(51), x(10)}}, []string{cutText(x(31), 51), x(10)}},
		{"the first result gets the remainder", budgetCase{budget: 101, texts: []string{x(200), x(300)}},
			[]string{cutText(x(31), 200), cutText(x(30), 300)}},
		{"the tool's own maximum applies, although the budget is larger", budgetCase{budget: 1000, texts: []string{x(60), x(60)}, maxima: []int{50}},
			[]string{cutText(x(31), 60), x(60)}},
		{"the part that an own maximum does not use is shared", budgetCase{budget: 100, texts: []string{x(60), x(200)}, maxima: []int{10}},
			[]string{x(10), cutText(x(70), 200)}},
		{"a marker in the text is cut as text", budgetCase{budget: 60, texts: []string{cutText(x(50), 99)}}, []string{cutText(x(41), 69)}},
		{"an empty text", budgetCase{budget: 1, texts: []string{""}}, []string{""}},
	}
	for _, test := range tests {
		t.Run(test.reason, func(t *testing.T) {
			if diff := cmp.Diff(test.want, values(test.fit.run(t))); diff != "" {
				t.Errorf("values (-want +got):\n%s", diff)
			}
		})
	}
}

// A cut changes only the text and Truncated.
func TestCutKeepsTheRest(t *testing.T) {
	structured := json.RawMessage(`{"a":1}`)
	registry := newRegistry(t, nil, runtime.Tool{Name: "a", Invoke: func(context.Context, *runtime.Call) runtime.Result {
		return runtime.Result{OK: true, Value: strings.Repeat("x", 200), Structured: structured, CostUSD: 0.25, Parts: []runtime.Part{{Kind: runtime.PartImage}}}
	}})
	got := registry.ExecuteParallel(t.Context(), calls("a"), &runtime.Turn{ResultBudgetChars: 100})
	want := []runtime.CallResult{{
		ID: "c0", Name: "a", Duration: got[0].Duration, Truncated: &runtime.Truncation{Total: 200, Kept: 80},
		Result: runtime.Result{OK: true, Value: cutText(strings.Repeat("x", 80), 200), Structured: structured, CostUSD: 0.25, Parts: []runtime.Part{{Kind: runtime.PartImage}}},
	}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("result (-want +got):\n%s", diff)
	}
}

// Errors of tools and of the executor are cut, too.
func TestErrorsAreCut(t *testing.T) {
	registry := newRegistry(t, nil, runtime.Tool{Name: "a", JSON: true, Invoke: func(context.Context, *runtime.Call) runtime.Result {
		return runtime.Fail(runtime.StaleWrite, "%s", strings.Repeat("e", 300))
	}})
	got := registry.ExecuteParallel(t.Context(), calls("a", "absent"), &runtime.Turn{ResultBudgetChars: 55})
	if want := cutText("eeeeeeeeeeeeeee", 300); got[0].Result.Error != want || got[0].Result.Code != runtime.StaleWrite {
		t.Errorf("the result is %+v, want the error %q", got[0].Result, want)
	}
	if want := "Unknown tool: absent"; got[1].Result.Error != want {
		t.Errorf("the error is %q, want %q", got[1].Result.Error, want)
	}
	short := registry.ExecuteParallel(t.Context(), calls("absent"), &runtime.Turn{ResultBudgetChars: 7})
	if got := short[0].Result.Error; got != "Unknown" {
		t.Errorf("the error is %q, want its beginning", got)
	}
}

// The results of random batches have the properties of the budget.
func TestBudgetProperties(t *testing.T) {
	for seed := range uint64(2000) {
		random := rand.New(rand.NewPCG(seed, 1))
		f := budgetCase{budget: 1 + random.IntN(400), even: random.IntN(3) == 0, json: random.IntN(2) == 0}
		for range 1 + random.IntN(12) {
			text := randomText(random, random.IntN(200))
			if f.json {
				text = randomJSON(random, 3)
			}
			f.texts, f.maxima = append(f.texts, text), append(f.maxima, max(0, random.IntN(150)-50))
		}
		if problem := f.problem(f.run(t)); problem != "" {
			t.Fatalf("seed %d: %s\n%+v", seed, problem, f)
		}
	}
}

// problem returns the property that the results violate.
func (f budgetCase) problem(results []runtime.CallResult) string {
	total, share := 0, f.budget/len(f.texts)
	for i, result := range results {
		text, full := result.Result.Value, f.texts[i]
		length, all := utf8.RuneCountInString(text), utf8.RuneCountInString(full)
		total += length
		own := all
		if f.maxima[i] > 0 {
			own = min(own, f.maxima[i])
		}
		truncated := result.Truncated
		switch {
		case !utf8.ValidString(text):
			return fmt.Sprintf("result %d is not UTF-8: %q", i, text)
		case length > own:
			return fmt.Sprintf("result %d has %d code points, its maximum is %d", i, length, own)
		case (truncated == nil) != (text == full):
			return fmt.Sprintf("result %d: truncation %+v, but the text is %q of %q", i, truncated, text, full)
		case truncated == nil:
			continue
		case truncated.Total != all || truncated.Kept > length:
			return fmt.Sprintf("result %d: truncation %+v of %d code points, %d left", i, *truncated, all, length)
		}
		kept := string([]rune(full)[:truncated.Kept])
		if !strings.HasPrefix(text, kept) {
			return fmt.Sprintf("result %d is %q, which does not begin with %q", i, text, kept)
		}
		rest := text[len(kept):]
		switch {
		case rest == "" || noticeForm.ReplaceAllString(rest, "") == "\n": // the plain cut uses all it gets
			if length < min(own, share)-2 {
				return fmt.Sprintf("result %d has %d code points, less than its share", i, length)
			}
		case !f.json || !json.Valid([]byte(text)) || !strings.Contains(rest, cut.Group(all-truncated.Kept)+" char"):
			return fmt.Sprintf("result %d is %q: the ending is neither the marker nor JSON", i, text)
		}
	}
	if total > f.budget {
		return fmt.Sprintf("the results have %d code points, the budget is %d", total, f.budget)
	}
	return ""
}

// randomText returns n random code points of one to four bytes.
func randomText(random *rand.Rand, n int) string {
	letters := []rune("aé漢😀\n\"")
	text := make([]rune, n)
	for i := range text {
		text[i] = letters[random.IntN(len(letters))]
	}
	return string(text)
}

// randomJSON returns a random JSON value with at most the given number of
// levels.
func randomJSON(random *rand.Rand, levels int) string {
	kind := random.IntN(5)
	if levels == 0 {
		kind = random.IntN(3)
	}
	var items []string
	switch kind {
	case 0:
		return fmt.Sprint(random.IntN(1e6))
	case 1:
		return "null"
	case 2:
		text, _ := json.Marshal(randomText(random, random.IntN(40)))
		return string(text)
	case 3:
		for range random.IntN(8) {
			items = append(items, randomJSON(random, levels-1))
		}
		return "[" + strings.Join(items, ", ") + "]"
	}
	for i := range random.IntN(8) {
		items = append(items, fmt.Sprintf(`"%s%d": %s`, strings.Repeat("{", random.IntN(3)), i, randomJSON(random, levels-1)))
	}
	return "{" + strings.Join(items, ",") + "}"
}
