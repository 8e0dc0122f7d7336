package reducers_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/reducers"
	"github.com/toolgen/toolgen/runtime"
)

// TestCorpus checks that the contract is true for every recording, with its command
// and without.
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
	slices.Sort(saved)
	if median := saved[len(saved)/2]; median < minMedian {
		t.Errorf("the median reduction is %.1f %%, less than %.1f %%", 100*median, 100*minMedian)
	}
}

// minMedian is a little less than the median reduction when the recordings were
// made.
const minMedian = 0.04
