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
	if err != nil || !strings.Contains(string(output), "is killed in the middle") || !strings.Contains(string(output), "7. Each of the 8 parcels was delivered exactly once.") {
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
		if err := check(func() ([]string, error) { return test.lines, nil }, os.Stderr); !errors.Is(err, test.err) {
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
	for _, tool := range parcels.DepotTools(&parcels.Depot{Ledger: filepath.Join(t.TempDir(), "ledger")}) {
		if err := toolstest.CheckTool(tool, nil); err != nil {
			t.Error(err)
		}
	}
}
