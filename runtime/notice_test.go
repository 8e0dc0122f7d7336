package runtime_test

import (
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
