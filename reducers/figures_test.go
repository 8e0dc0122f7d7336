package reducers_test

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/reducers"
	"github.com/toolgen/toolgen/runtime"
)

// reductions are the reductions of the recordings, as parts of their lengths.
type reductions struct {
	groups      map[string][]float64 // by group: a program, a range of sizes, or all
	bytes, left int                  // of all recordings
}

// measureReductions returns the reductions of all recordings that are not empty.
func measureReductions(all []recording) reductions {
	r := reductions{groups: make(map[string][]float64)}
	for _, recording := range all {
		if recording.text == "" {
			continue
		}
		reduced := reducers.Terminal().Reduce(runtime.Text(recording.text), terminalCall(recording.command)).Value
		r.bytes, r.left = r.bytes+len(recording.text), r.left+len(reduced)
		program, _, _ := strings.Cut(recording.name, "/")
		size := "up to 1 KB"
		switch {
		case len(recording.text) > 8<<10:
			size = "over 8 KB"
		case len(recording.text) > 1<<10:
			size = "1 to 8 KB"
		}
		for _, group := range []string{program, size, "all"} {
			r.groups[group] = append(r.groups[group], 1-float64(len(reduced))/float64(len(recording.text)))
		}
	}
	return r
}

// figure returns the figure of a group in the form of the package comment, without
// spaces.
func (r reductions) figure(group string) string {
	saved := slices.Sorted(slices.Values(r.groups[group]))
	if len(saved) == 0 {
		return "no recordings"
	}
	return fmt.Sprintf("%.0f%% %d", 100*saved[len(saved)/2], len(saved))
}

// figures matches the figures of a group in the package comment: its name, the median
// reduction and the number of outputs.
var figures = regexp.MustCompile(`(\S+(?: \S+)*) {2,}(\d+) % +(\d+)`)

// TestFigures checks the figures in the package comment.
func TestFigures(t *testing.T) {
	content, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	comment := strings.ReplaceAll(string(content), "\n// ", " ")
	all := recordings(t)
	r := measureReductions(all)
	for _, sentence := range []string{
		fmt.Sprintf("The directory testdata has %d outputs of real programs", len(all)),
		fmt.Sprintf("All outputs together have %.0f KB, of which %.0f KB are left.", float64(r.bytes)/1000, float64(r.left)/1000),
	} {
		if !strings.Contains(comment, sentence) {
			t.Errorf("the package comment in doc.go does not say: %s", sentence)
		}
	}
	found := figures.FindAllStringSubmatch(string(content), -1)
	if len(found) < 5 {
		t.Errorf("doc.go has %d figures", len(found))
	}
	for _, group := range slices.Sorted(maps.Keys(r.groups)) {
		t.Logf("%-12s %s", group, r.figure(group))
	}
	for _, figure := range found {
		group := cmp.Or(map[string]string{"go test": "gotest"}[figure[1]], figure[1])
		if want, got := r.figure(group), figure[2]+"% "+figure[3]; got != want {
			t.Errorf("the figures of %s in doc.go are %s, want %s", figure[1], got, want)
		}
	}
}
