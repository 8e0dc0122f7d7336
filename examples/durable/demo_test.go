package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/examples/durable/parcels"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/toolstest"
)

// The example delivers each parcel once although a worker is killed. The variable names
// the development server.
func TestDemo(t *testing.T) {
	program := os.Getenv("TOOLGEN_TEMPORAL")
	if program == "" {
		t.Skip("TOOLGEN_TEMPORAL does not name the program of the Temporal CLI")
	}
	binary := filepath.Join(t.TempDir(), "durable")
	if output, err := exec.Command("go", "build", "-o", binary, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	output, err := exec.CommandContext(t.Context(), binary, "demo", program).CombinedOutput()
	if err != nil || !strings.Contains(string(output), "is killed in the middle") || !strings.Contains(string(output), "7. Each of the 8 parcels was delivered exactly once, and no delivery started twice.") {
		t.Errorf("%v\n%s", err, output)
	}
}

// The check finds parcels that were not delivered, or delivered twice.
func TestCheck(t *testing.T) {
	all := strings.Fields("1 2 3 4 5 6 7 8")
	for reason, test := range map[string]struct {
		lines []string
		err   error
	}{
		"each once": {all, nil}, "one is missing": {all[1:], errDeliveries}, "one twice": {append(all, "3"), errDeliveries}, "none": {nil, errDeliveries},
	} {
		if err := check(writeLines(t, test.lines), os.Stderr); !errors.Is(err, test.err) {
			t.Errorf("%s: %v", reason, err)
		}
	}
}

// writeLines returns the path of a file with the lines.
func writeLines(t *testing.T, lines []string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "file")
	if len(lines) > 0 {
		if err := os.WriteFile(path, []byte(strings.Join(lines, "\n")+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return path
}

// The check finds a call that started twice, although its parcel was delivered once.
func TestCheckStarts(t *testing.T) {
	for reason, test := range map[string]struct {
		lines []string
		err   error
	}{
		"none":            {nil, nil},
		"two calls":       {[]string{"1 Bern 10 run:a", "1 Bern 11 run:b"}, nil},
		"one call, twice": {[]string{"1 Bern 10 run:a", "2 Chur 10 run:b", "1 Bern 11 run:a"}, errRepeated},
	} {
		if err := checkStarts(writeLines(t, test.lines)); !errors.Is(err, test.err) {
			t.Errorf("%s: %v", reason, err)
		}
	}
}

// The check finds calls without a result, and a conversation without an end.
func TestCheckAnswers(t *testing.T) {
	calls := []runtime.ToolCall{{ID: "a"}, {ID: "b"}}
	results := []runtime.CallResult{{ID: "a"}, {ID: "b"}}
	swapped := []runtime.CallResult{{ID: "b"}, {ID: "a"}}
	for reason, test := range map[string]struct {
		conversation []entry
		err          error
	}{
		"all":         {[]entry{{Text: "prompt"}, {Calls: calls}, {Results: results}, {Text: "end"}}, nil},
		"none":        {[]entry{{Calls: calls}}, errAnswers},
		"one lost":    {[]entry{{Calls: calls}, {Results: results[:1]}, {Text: "end"}}, errAnswers},
		"swapped":     {[]entry{{Calls: calls}, {Results: swapped}, {Text: "end"}}, errAnswers},
		"without end": {[]entry{{Calls: calls}, {Results: results}}, errAnswers},
	} {
		if err := checkAnswers(test.conversation); !errors.Is(err, test.err) {
			t.Errorf("%s: %v", reason, err)
		}
	}
}

// The tools follow the rules for tools.
func TestTools(t *testing.T) {
	for _, tool := range parcels.DepotTools(&parcels.Depot{Ledger: filepath.Join(t.TempDir(), "ledger"), Starts: filepath.Join(t.TempDir(), "starts")}) {
		if err := toolstest.CheckTool(tool, nil); err != nil {
			t.Error(err)
		}
	}
}
