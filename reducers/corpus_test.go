package reducers_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/reducers"
	"github.com/toolgen/toolgen/runtime"
)

// The contract is true for every recording, with its command and without. The
// reductions are logged.
func TestCorpus(t *testing.T) {
	all := recordings(t)
	if len(all) < 150 {
		t.Fatalf("%d recordings, want at least 150", len(all))
	}
	var saved []float64
	for _, r := range all {
		t.Run(r.name, func(t *testing.T) {
			if r.command == "" || r.made == "" || r.exit == "" {
				t.Error("command, made or exit is missing")
			}
			if r.exit != "0" && r.exit != "124" && len(r.keep) == 0 {
				t.Error("a failure needs lines with the key keep")
			}
			reduced := checkContract(t, reducers.Terminal(), fullResult(true, r.text), terminalCall(r.command))
			for _, how := range []struct{ how, text string }{
				{"by the command", reduced},
				{"as a failure", checkContract(t, reducers.Terminal(), fullResult(false, r.text), terminalCall(r.command))},
				{"from a script", checkContract(t, reducers.Terminal(), fullResult(true, r.text), terminalCall("./ci.sh | tail -n 100000"))},
				{"without a command", checkContract(t, reducers.Terminal(), fullResult(true, r.text), runtime.ReduceContext{})},
				{"as run_tests", checkContract(t, reducers.RunTests(), fullResult(false, r.text), runtime.ReduceContext{})},
				{"as lint", checkContract(t, reducers.Lint(), fullResult(false, r.text), runtime.ReduceContext{})},
			} {
				if lost := missingLines(how.text, r.keep); lost != nil {
					t.Errorf("%s, lost:\n%s\nin:\n%s", how.how, strings.Join(lost, "\n"), beginningOf(how.text))
				}
			}
			if r.text != "" {
				saved = append(saved, 1-float64(len(reduced))/float64(len(r.text)))
			}
		})
	}
	logReductions(t, all)
	slices.Sort(saved)
	if median := saved[len(saved)/2]; median < minMedian {
		t.Errorf("the median reduction is %.1f %%, less than %.1f %%", 100*median, 100*minMedian)
	}
}

// minMedian is a little less than the median reduction when the recordings were
// made.
const minMedian = 0.28

// logReductions logs the figures of the package comment.
func logReductions(t *testing.T, all []recording) {
	t.Helper()
	groups := map[string][]float64{}
	var order []string
	add := func(group string, saved float64) {
		if groups[group] == nil {
			order = append(order, group)
		}
		groups[group] = append(groups[group], saved)
	}
	bytes, left := 0, 0
	for _, r := range all {
		if r.text == "" {
			continue
		}
		reduced := reducers.Terminal().Reduce(runtime.Text(r.text), terminalCall(r.command)).Value
		bytes, left = bytes+len(r.text), left+len(reduced)
		saved := 1 - float64(len(reduced))/float64(len(r.text))
		program, _, _ := strings.Cut(r.name, "/")
		add(program, saved)
		size := "up to 1 KB"
		switch {
		case len(r.text) > 8<<10:
			size = "over 8 KB"
		case len(r.text) > 1<<10:
			size = "1 to 8 KB"
		}
		add(size, saved)
		add("all", saved)
		t.Logf("%-28s %6d -> %5d bytes, %3.0f %%", r.name, len(r.text), len(reduced), 100*saved)
	}
	slices.Sort(order)
	for _, group := range order {
		slices.Sort(groups[group])
		t.Logf("%-12s %3d recordings, median reduction %3.0f %%", group, len(groups[group]), 100*groups[group][len(groups[group])/2])
	}
	t.Logf("all %d -> %d bytes, %.0f %%", bytes, left, 100-100*float64(left)/float64(bytes))
}
