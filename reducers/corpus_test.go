package reducers_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/toolgen/toolgen/internal/raced"
	"github.com/toolgen/toolgen/reducers"
	"github.com/toolgen/toolgen/runtime"
)

// recording is a recorded output; see testdata/README.md.
type recording struct {
	name, command, made, text string
	exit                      string
	keep                      []string
}

// recordings reads all of them, in the order of their names.
func recordings(t testing.TB) (all []recording) {
	t.Helper()
	files, err := filepath.Glob("testdata/*/*.out")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		r := recording{name: strings.TrimSuffix(strings.TrimPrefix(filepath.ToSlash(file), "testdata/"), ".out"), text: read(t, file)}
		for line := range strings.Lines(read(t, strings.TrimSuffix(file, ".out")+".txt")) {
			key, value, ok := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
			if !ok {
				t.Fatalf("%s: a line without a key: %q", r.name, line)
			}
			switch key {
			case "command":
				r.command = value
			case "made":
				r.made = value
			case "exit":
				r.exit = value
			case "keep":
				r.keep = append(r.keep, value)
			default:
				t.Fatalf("%s: unknown key %q", r.name, key)
			}
		}
		all = append(all, r)
	}
	return all
}

func read(t testing.TB, file string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.FromSlash(file))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// terminalCall is what a reducer of the terminal tool is told of a command.
func terminalCall(command string) runtime.ReduceContext {
	args, err := json.Marshal(map[string]string{"command": command})
	if err != nil {
		panic(err)
	}
	return runtime.ReduceContext{Args: args, Turn: 1}
}

// holds checks the contract of reducers on one result and returns the reduced
// text.
func holds(t *testing.T, r runtime.Reducer, result runtime.Result, call runtime.ReduceContext) string {
	t.Helper()
	once := r.Reduce(result, call)
	if again := r.Reduce(result, call); text(again) != text(once) {
		t.Error("two reductions of the same text differ")
	}
	if twice := r.Reduce(once, call); text(twice) != text(once) {
		t.Errorf("not idempotent:\n--- once\n%s\n--- twice\n%s", shortened(text(once)), shortened(text(twice)))
	}
	if len(text(once)) > len(text(result)) || utf8.RuneCountInString(text(once)) > utf8.RuneCountInString(text(result)) {
		t.Errorf("longer: %d bytes from %d", len(text(once)), len(text(result)))
	}
	if strings.Count(text(once), "[truncated — ") != strings.Count(text(result), "[truncated — ") {
		t.Error("a notice was lost")
	}
	rest := once
	rest.Value, rest.Error = result.Value, result.Error
	if a, b := mustJSON(t, rest), mustJSON(t, result); a != b || rest.CostUSD != result.CostUSD {
		t.Errorf("more than the text changed:\n%s\n%s", a, b)
	}
	return text(once)
}

func mustJSON(t *testing.T, r runtime.Result) string {
	t.Helper()
	data, err := r.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// text is the text that the model sees.
func text(r runtime.Result) string {
	if r.OK {
		return r.Value
	}
	return r.Error
}

func shortened(s string) string { return s[:min(len(s), 1500)] }

// full is a success or a failure with everything that a reducer must not touch.
func full(ok bool, s string) runtime.Result {
	r := runtime.Result{OK: ok, Structured: json.RawMessage(`{"exit_code":1}`), CostUSD: 0.25}
	if ok {
		r.Value = s
		return r
	}
	r.Error, r.Code, r.Field, r.Reason, r.ConflictKey = s, runtime.ExecutionFailed, "command", "EXIT_1", "a.go"
	return r
}

// missing are the lines that must stay and did not.
func missing(text string, keep []string) (lost []string) {
	for _, line := range keep {
		if !strings.Contains(text, line) {
			lost = append(lost, line)
		}
	}
	return lost
}

// TestCorpus proves the contract on every recording, by the command that made
// it and by its content alone, and reports by how much each gets shorter.
func TestCorpus(t *testing.T) {
	all := recordings(t)
	if len(all) < 150 {
		t.Fatalf("%d recordings, fewer than there were", len(all))
	}
	var saved []float64
	for _, r := range all {
		t.Run(r.name, func(t *testing.T) {
			if r.command == "" || r.made == "" || r.exit == "" {
				t.Error("it is not said how it was made")
			}
			if r.exit != "0" && r.exit != "124" && len(r.keep) == 0 {
				t.Error("a failure without lines that must stay")
			}
			reduced := holds(t, reducers.Terminal(), full(true, r.text), terminalCall(r.command))
			for _, how := range []struct{ how, text string }{
				{"by the command", reduced},
				{"as a failure", holds(t, reducers.Terminal(), full(false, r.text), terminalCall(r.command))},
				{"from a script", holds(t, reducers.Terminal(), full(true, r.text), terminalCall("./ci.sh | tail -n 100000"))},
				{"without a command", holds(t, reducers.Terminal(), full(true, r.text), runtime.ReduceContext{})},
				{"as run_tests", holds(t, reducers.RunTests(), full(false, r.text), runtime.ReduceContext{})},
				{"as lint", holds(t, reducers.Lint(), full(false, r.text), runtime.ReduceContext{})},
			} {
				if lost := missing(how.text, r.keep); lost != nil {
					t.Errorf("%s, lost:\n%s\nin:\n%s", how.how, strings.Join(lost, "\n"), shortened(how.text))
				}
			}
			if r.text != "" {
				saved = append(saved, 1-float64(len(reduced))/float64(len(r.text)))
			}
		})
	}
	report(t, all)
	slices.Sort(saved)
	if median := saved[len(saved)/2]; median < leastMedian {
		t.Errorf("the median reduction is %.1f %%, less than %.1f %%", 100*median, 100*leastMedian)
	}
}

// leastMedian is the median reduction that the recordings had when they were
// made, a little less: a change that reduces less must say why.
const leastMedian = 0.28

// report logs the reduction of each program, as the table of doc.go has it.
func report(t *testing.T, all []recording) {
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
	t.Logf("in all %d -> %d bytes, %.0f %%", bytes, left, 100-100*float64(left)/float64(bytes))
}

// notice is one that the runtime closes a cut text with, readOn one with a
// spill store.
const (
	notice = "[truncated — 312004 chars total]"
	readOn = `[truncated — 312004 chars total; read on with read_result {"handle":"r1","start":4000}]`
)

func TestNoticesAndExitStatusesStay(t *testing.T) {
	exits := []string{"exit status 1", "Exit code: 137", "[exited with 2]", "signal: killed", "make: *** [Makefile:3: all] Error 2", "process timed out after 30 s"}
	for i, r := range recordings(t) {
		if raced.On && i%5 != 0 {
			continue // what is lost is lost without the detector too
		}
		exit := exits[i%len(exits)]
		for _, kept := range []string{notice, readOn, exit} {
			lines := strings.Split(strings.TrimSuffix(r.text, "\n"), "\n")
			middle := slices.Insert(slices.Clone(lines), len(lines)/2, kept)
			for where, text := range map[string]string{
				"before":           kept + "\n" + r.text,
				"behind":           r.text + "\n" + kept,
				"behind, lines on": r.text + "\n" + kept + "\n" + strings.Repeat("more\n", 100),
				"within":           strings.Join(middle, "\n"),
			} {
				if got := holds(t, reducers.Terminal(), full(true, text), terminalCall(r.command)); !strings.Contains(got, kept) {
					t.Errorf("%s, %s: lost %q", r.name, where, kept)
				}
			}
		}
	}
}
