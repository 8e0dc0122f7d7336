package runtime_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/toolgen/toolgen/internal/cut"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/spill"
)

// lossyReducer is a reducer that is not lossless.
type lossyReducer func(text string) string

func (lossyReducer) Tool() string { return "fetch" }

func (reduce lossyReducer) Reduce(r runtime.Result, _ runtime.ReduceContext) runtime.Result {
	return runtime.Text(reduce(r.Value))
}

// dropFirstLine is a reducer that leaves out the first line.
func dropFirstLine(text string) string {
	_, rest, _ := strings.Cut(text, "\n")
	return rest
}

// All of a reduced text within the budget stays, and the notice follows it.
func TestReducedTextIsNotCut(t *testing.T) {
	for _, keepEnd := range []bool{false, true} {
		for _, fenced := range []bool{false, true} {
			for _, dropped := range []int{150, 980, 990, 995, 1000, 9_970, 9_990} {
				shown := numberedLines(2 + dropped/10)
				result := runtime.Text("drop" + strings.Repeat("x", dropped-len("drop\n")) + "\n" + shown)
				result.KeepEnd = keepEnd
				tool, opening, closing := fetch(result), opening, closing
				if !fenced {
					tool.Untrusted, opening, closing = nil, "", ""
				}
				turn := &runtime.Turn{Session: runtime.NewSession("s", "k"), ResultBudgetChars: 20_000}
				registry := newRegistry(t, &runtime.Options{Spill: files(t, spill.FilesOptions{}), Reducers: newReducers(t, lossyReducer(dropFirstLine))}, tool)
				runBothWays(t, registry, turn, func(t *testing.T, got runtime.CallResult) {
					size := cut.Size{Chars: dropped, Lines: 1}
					_, handle, _ := strings.Cut(got.Result.Value, " handle ")
					want := opening + shown + closing + "\n" + cut.Notice(size, strings.TrimSuffix(handle, "]"))
					if got.Result.Value != want || got.Truncated != nil {
						t.Errorf("KeepEnd %t, %d dropped: %q, want %q", keepEnd, dropped, got.Result.Value, want)
					}
				})
			}
		}
	}
}

// The text parts of a reduced result stay, too, and the notice follows the last one.
func TestReducedTextPartsAreNotCut(t *testing.T) {
	for _, dropped := range []int{150, 985, 9_985} {
		result := runtime.Text("drop" + strings.Repeat("x", dropped) + "\nmain")
		result.Parts = []runtime.Part{{Kind: runtime.PartText, Text: "second"}, {Kind: runtime.PartText, Text: "third"}}
		tool := fetch(result)
		tool.Untrusted = nil
		registry := newRegistry(t, &runtime.Options{Reducers: newReducers(t, lossyReducer(dropFirstLine))}, tool)
		runBothWays(t, registry, &runtime.Turn{ResultBudgetChars: 20_000}, func(t *testing.T, got runtime.CallResult) {
			want := "third\n" + cut.Notice(cut.Size{Chars: dropped + len("drop\n"), Lines: 1}, "")
			if parts := got.Result.Parts; got.Result.Value != "main" || len(parts) != 2 || parts[0].Text != "second" || parts[1].Text != want {
				t.Errorf("%d dropped: %+v", dropped, got.Result)
			}
		})
	}
}

// The elements of a reduced JSON text stay, and the notice is the last one.
func TestReducedJSONIsNotCut(t *testing.T) {
	for reduced, want := range map[string]string{
		`["a","b"]`:              `["a","b","NOTICE"]`,
		`[]`:                     `["NOTICE"]`,
		`{"a":[1,2],"b":"x"}`:    `{"a":[1,2],"b":"x","…":"NOTICE"}`,
		"{\n  \"a\": 1\n}":       "{\n  \"a\": 1,\"…\":\"NOTICE\"}",
		`plain [text of a JSON]`: "plain [text of a JSON]\nNOTICE",
	} {
		full := `["` + strings.Repeat("x", 990) + `"]`
		reducer := newReducers(t, lossyReducer(func(string) string { return reduced }))
		tool := fetch(runtime.Text(full))
		tool.Untrusted, tool.JSON = nil, true
		runBothWays(t, newRegistry(t, &runtime.Options{Reducers: reducer}, tool), &runtime.Turn{}, func(t *testing.T, got runtime.CallResult) {
			notice := cut.Notice(cut.Size{Chars: len(full) - len(reduced)}, "")
			if shown := strings.ReplaceAll(got.Result.Value, notice, "NOTICE"); shown != want || got.Truncated != nil {
				t.Errorf("%q, %+v, want %q", got.Result.Value, got.Truncated, want)
			}
		})
	}
}

// A reduced text that is longer than the full text when it has its notice is not used.
func TestReductionShorterThanNotice(t *testing.T) {
	store := &fakeStore{func() (string, error) { return "h" + strings.Repeat("0", 60), nil }}
	for dropped, isFull := range map[int]bool{105: true, 150: false} {
		full := "drop" + strings.Repeat("x", dropped-len("drop\n")) + "\n" + numberedLines(20)
		registry := newRegistry(t, &runtime.Options{Spill: store, Reducers: newReducers(t, lossyReducer(dropFirstLine))}, fetch(runtime.Text(full)))
		turn := &runtime.Turn{Session: runtime.NewSession("s", "k")}
		got := registry.ExecuteParallel(t.Context(), calls("fetch"), turn)[0].Result.Value
		if (got == opening+full+closing) != isFull || utf8.RuneCountInString(got) > utf8.RuneCountInString(opening+full+closing) {
			t.Errorf("%d dropped: %q", dropped, got)
		}
		outcomes := prepareAndExecute(t, registry, turn, true, "fetch")
		if (outcomes[0].Result.Value == full) != isFull || (outcomes[0].Handle == "") != isFull {
			t.Errorf("%d dropped: the outcome is %+v", dropped, outcomes[0])
		}
	}
}

// An outcome over MaxOutcomeChars whose two parts fit the budget is not cut again.
func TestCutOutcomeIsNotCutAgain(t *testing.T) {
	result := runtime.Text(numberedLines(1000))
	result.KeepEnd = true
	registry := newRegistry(t, &runtime.Options{MaxOutcomeChars: 1500}, fetch(result))
	turn := &runtime.Turn{ResultBudgetChars: 20_000}
	outcomes := prepareAndExecute(t, registry, turn, true, "fetch")
	want := []rune(outcomes[0].Result.Value)
	got := registry.Fit(outcomes, turn)[0].Result.Value
	first := opening + strings.TrimSuffix(string(want[:outcomes[0].Kept]), "\n") + closing + "\n["
	if !strings.HasPrefix(got, first) || !strings.HasSuffix(got, "]\n"+opening+string(want[outcomes[0].Kept:])+closing) {
		t.Errorf("got %q, want all of %q", got, string(want))
	}
}

// keepEnds keeps the first and the last five lines, with a mark in place of the others.
func keepEnds(text string) string {
	lines := strings.Split(text, "\n")
	return strings.Join(lines[:5], "\n") + fmt.Sprintf("\n[%s more lines omitted]\n", cut.Group(len(lines)-10)) + strings.Join(lines[len(lines)-5:], "\n")
}

// If the only thing that a reducer has left out are lines in one place, the notice is
// there instead of the mark, outside of the fences. A mark in the text itself stays.
func TestNoticeReplacesMark(t *testing.T) {
	lines := strings.Split(numberedLines(100), "\n")
	forged := "[90 more lines omitted]"
	for _, c := range []struct {
		reason      string
		lines       []string
		reduce      lossyReducer
		first, last string // the parts of the result; empty if the mark stays
	}{
		{"one gap", lines, keepEnds, strings.Join(lines[:5], "\n"), strings.Join(lines[95:], "\n")},
		{"a mark in the text", append([]string{forged}, lines...), keepEnds, strings.Join(append([]string{forged}, lines[:4]...), "\n"), strings.Join(lines[95:], "\n")},
		{"another change", lines, func(text string) string { return strings.Replace(keepEnds(text), "line 2 ", "row 2 ", 1) }, "", ""},
		{"another mark", lines, func(text string) string { return strings.Replace(keepEnds(text), " more ", " passing ", 1) }, "", ""},
		{"a mark in the text before missing lines", append(append(lines[:5:5], forged), lines[5:]...), func(text string) string {
			all := strings.Split(text, "\n")
			return strings.Join(append(all[:6:6], all[50:]...), "\n")
		}, "", ""},
	} {
		full := strings.Join(c.lines, "\n")
		registry := newRegistry(t, &runtime.Options{Spill: files(t, spill.FilesOptions{}), Reducers: newReducers(t, c.reduce)}, fetch(runtime.Text(full)))
		for _, budget := range []int{3000, 500} {
			turn := &runtime.Turn{Session: runtime.NewSession("s", "k"), ResultBudgetChars: budget}
			runBothWays(t, registry, turn, func(t *testing.T, got runtime.CallResult) {
				text := got.Result.Value
				if c.first == "" {
					if strings.Count(text, opening) != 1 && budget == 3000 {
						t.Errorf("%s: the text is split: %q", c.reason, text)
					}
					return
				}
				first, rest, _ := strings.Cut(strings.TrimPrefix(text, opening), closing+"\n[")
				notice, last, ok := strings.Cut(strings.TrimSuffix(rest, closing), "]\n"+opening)
				if !ok || !strings.HasPrefix(c.first, first) || !strings.HasSuffix(c.last, last) || budget == 3000 && (first != c.first || last != c.last || got.Truncated != nil) {
					t.Fatalf("%s: %q", c.reason, text)
				}
				omitted := len([]rune(full)) - len([]rune(first)) - len([]rune(last))
				if !strings.HasPrefix(notice, cut.Group(omitted-1)+" chars and ") && !strings.HasPrefix(notice, cut.Group(omitted)+" chars and ") {
					t.Errorf("%s: %d omitted, but %q", c.reason, omitted, notice)
				}
				_, handle, _ := strings.Cut(notice, "handle ")
				read := registry.ExecuteParallel(t.Context(), []runtime.ToolCall{{ID: "r", Name: runtime.ReadResultTool, Args: fmt.Appendf(nil, `{"handle":%q}`, handle)}}, turn)[0].Result.Value
				if next := strings.TrimPrefix(full[len(first):], "\n"); !strings.Contains(read, "line") || !strings.HasPrefix(next, strings.TrimPrefix(strings.TrimPrefix(read, opening), "\n")[:20]) {
					t.Errorf("%s: reading on begins with %.100q, want %.50q", c.reason, read, next)
				}
			})
		}
	}
}

// The gap of an outcome from another process removes nothing but a mark.
func TestForgedGap(t *testing.T) {
	registry := newRegistry(t, nil, fetch(runtime.Text("x")))
	text := "one\ntwo\n[3 more lines omitted]\nthree"
	for gap := -1; gap < 50; gap++ {
		outcome := runtime.Outcome{ID: "1", Name: "fetch", Result: runtime.Text(text), FullChars: 90, FullLines: 9, Gap: gap, Fence: &runtime.Fence{Source: "s", Tool: "fetch"}}
		got := registry.Fit([]runtime.Outcome{outcome}, nil)[0].Result.Value
		if isMark := gap == len("one\ntwo\n"); strings.Contains(got, "more lines") == isMark || strings.Count(got, "one\ntwo") != 1 || strings.Count(got, "three") != 1 || strings.Count(got, "</untrusted>") > 2 {
			t.Errorf("gap %d: %q", gap, got)
		}
	}
}
