package reducers_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/toolgen/toolgen/internal/cut"
	"github.com/toolgen/toolgen/reducers"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability"
	"github.com/toolgen/toolgen/runtime/capability/files"
	"github.com/toolgen/toolgen/runtime/capability/process"
	"github.com/toolgen/toolgen/runtime/spill"
	"github.com/toolgen/toolgen/runtime/toolstest"
)

// repeatNumbered repeats a format with increasing numbers until the text has that
// size in bytes.
func repeatNumbered(format string, size int) string {
	var out strings.Builder
	for i := 0; out.Len() < size; i++ {
		fmt.Fprintf(&out, format, i)
	}
	return out.String()
}

// readTestdata returns the text of a file.
func readTestdata(t testing.TB, file string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.FromSlash(file))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// terminalCall returns the context of a call of the tool terminal.
func terminalCall(command string) runtime.ReduceContext {
	args, err := json.Marshal(map[string]string{"command": command})
	if err != nil {
		panic(err)
	}
	return runtime.ReduceContext{Args: args, Turn: 1}
}

// checkContract checks the contract of reducers for one result. It returns the
// reduced text.
func checkContract(t *testing.T, r runtime.Reducer, result runtime.Result, call runtime.ReduceContext) string {
	t.Helper()
	once := r.Reduce(result, call)
	if again := r.Reduce(result, call); modelText(again) != modelText(once) {
		t.Error("two reductions of the same text differ")
	}
	if twice := r.Reduce(once, call); modelText(twice) != modelText(once) {
		t.Errorf("not idempotent:\n--- once\n%s\n--- twice\n%s", beginningOf(modelText(once)), beginningOf(modelText(twice)))
	}
	if len(modelText(once)) > len(modelText(result)) || utf8.RuneCountInString(modelText(once)) > utf8.RuneCountInString(modelText(result)) {
		t.Errorf("the text is longer: %d bytes from %d", len(modelText(once)), len(modelText(result)))
	}
	if countNotices(modelText(once)) != countNotices(modelText(result)) {
		t.Error("a notice was lost")
	}
	rest := once
	rest.Value, rest.Error = result.Value, result.Error
	if a, b := encodeResult(t, rest), encodeResult(t, result); a != b || rest.CostUSD != result.CostUSD {
		t.Errorf("other fields than the text changed:\n%s\n%s", a, b)
	}
	return modelText(once)
}

// encodeResult returns a result as JSON.
func encodeResult(t *testing.T, r runtime.Result) string {
	t.Helper()
	data, err := r.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// modelText returns the text that the model sees.
func modelText(r runtime.Result) string {
	if r.OK {
		return r.Value
	}
	return r.Error
}

// beginningOf returns the beginning of a long text for messages.
func beginningOf(s string) string { return s[:min(len(s), 1500)] }

// fullResult returns a success or a failure in which all fields are set.
func fullResult(ok bool, s string) runtime.Result {
	r := runtime.Result{OK: ok, Structured: json.RawMessage(`{"exit_code":1}`), CostUSD: 0.25}
	if ok {
		r.Value = s
		return r
	}
	r.Error, r.Code, r.Field, r.Reason, r.ConflictKey = s, runtime.ExecutionFailed, "command", "EXIT_1", "a.go"
	return r
}

// missingLines returns the lines of keep that are not in the text.
func missingLines(text string, keep []string) (lost []string) {
	for _, line := range keep {
		if !strings.Contains(text, line) {
			lost = append(lost, line)
		}
	}
	return lost
}

// notice is the notice at the end of a text that the runtime cut, readOn the one
// of a text whose rest is stored.
const (
	notice = "[312,004 chars and 77 lines omitted; not stored: call the tool again for a smaller part]"
	readOn = "[312,004 chars and 77 lines omitted; call read_result with handle r1]"
)

// countNotices returns the number of notices in a text.
func countNotices(text string) (n int) {
	for {
		_, end, ok := cut.FindNotice(text)
		if !ok {
			return n
		}
		n, text = n+1, text[end:]
	}
}

// reduceTerminal returns the reduced text of a command.
func reduceTerminal(command, text string) string {
	return reducers.Terminal().Reduce(runtime.Text(text), terminalCall(command)).Value
}

// callReduced calls one of the tools with its reducer.
func callReduced(t *testing.T, tools []*runtime.Tool, name, arguments string, turn *runtime.Turn) runtime.Result {
	t.Helper()
	known := &runtime.Reducers{}
	if _, err := reducers.Register(known); err != nil {
		t.Fatal(err)
	}
	programs := process.New(nil)
	t.Cleanup(func() { must(t, programs.Close(context.Background())) })
	store, err := spill.NewFiles(&spill.FilesOptions{Dir: t.TempDir()})
	must(t, err)
	options := &runtime.Options{Reducers: known, Spill: store, Backends: &capability.Backends{Files: files.New(nil).Open, Process: programs.Open}}
	for _, tool := range tools {
		if tool.Name == name {
			return toolstest.CallWith(t, options, tool, arguments, turn).Result
		}
	}
	t.Fatalf("there is no tool %s", name)
	return runtime.Result{}
}

// fileOfLines returns a text of n lines with the word "word".
func fileOfLines(n int) string {
	var out strings.Builder
	for i := range n {
		fmt.Fprintf(&out, "the word in line %d\n", i+1)
	}
	return out.String()
}

// must fails the test when there is an error.
func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// mustEncode returns a value as JSON.
func mustEncode(t *testing.T, value any) string {
	t.Helper()
	data, err := json.Marshal(value)
	must(t, err)
	return string(data)
}
