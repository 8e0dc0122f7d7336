package builtin_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/builtin"
	"github.com/toolgen/toolgen/runtime"
)

// worker is an agent without a model: it calls tools in its own directory and decides by their results. It
// reads no file itself.
type worker struct {
	testing.TB
	options *builtin.Options
	tools   *builtin.Set
	turn    runtime.Turn
	calls   []string // the names of the tools called
}

// newWorker returns a worker in a directory with the files of an archive: each file has a line "-- NAME --",
// followed by its content.
func newWorker(tb testing.TB, archive string) *worker {
	tb.Helper()
	return newWorkerWith(tb, archive, &builtin.Options{})
}

// newWorkerWith returns a worker with these options and its own store.
func newWorkerWith(tb testing.TB, archive string, options *builtin.Options) *worker {
	tb.Helper()
	dir, err := filepath.EvalSymlinks(tb.TempDir())
	if err != nil {
		tb.Fatal(err)
	}
	options.StorePath = filepath.Join(tb.TempDir(), "store.db")
	w := &worker{TB: tb, options: options, turn: runtime.Turn{
		Session: runtime.NewSession("first", ""), WorkingDir: dir, PersonalityID: "ada",
		Policy: runtime.Policy{Files: runtime.FilePolicy{Write: []string{"."}}},
	}}
	w.put(archive)
	w.openTools()
	tb.Cleanup(w.close)
	return w
}

// openTools creates the tools.
func (w *worker) openTools() {
	w.Helper()
	tools, err := builtin.New(w.options)
	if err != nil {
		w.Fatal(err)
	}
	w.tools = tools
}

// close closes the tools.
func (w *worker) close() {
	if err := w.tools.Close(context.Background()); err != nil {
		w.Errorf("closing: %v", err)
	}
}

// restart closes the tools and makes new ones with the same store, as another process would.
func (w *worker) restart() {
	w.Helper()
	w.close()
	w.openTools()
}

// put writes the files of an archive without the tools.
func (w *worker) put(archive string) {
	w.Helper()
	for _, part := range strings.Split("\n"+archive, "\n-- ")[1:] {
		name, content, _ := strings.Cut(part, " --\n")
		if !strings.HasSuffix(content, "\n") {
			content += "\n"
		}
		name = filepath.Join(w.turn.WorkingDir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			w.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(content), 0o644); err != nil {
			w.Fatal(err)
		}
	}
}

// content returns the content of a file without the tools.
func (w *worker) content(name string) string {
	w.Helper()
	data, err := os.ReadFile(filepath.Join(w.turn.WorkingDir, name))
	if err != nil {
		w.Fatal(err)
	}
	return string(data)
}

// arguments are the arguments of a call by name.
type arguments map[string]any

// call calls a tool.
func (w *worker) call(tool string, args arguments) runtime.Result {
	w.Helper()
	text, err := json.Marshal(args)
	if err != nil {
		w.Fatal(err)
	}
	w.calls = append(w.calls, tool)
	id := fmt.Sprint("call-", len(w.calls))
	results := w.tools.ExecuteParallel(w.Context(), []runtime.ToolCall{{ID: id, Name: tool, Args: text}}, &w.turn)
	if len(results[0].Repairs) > 0 {
		w.Errorf("%s %s: the arguments had to be repaired: %+v", tool, text, results[0].Repairs)
	}
	return results[0].Result
}

// do calls a tool that must succeed and returns its text.
func (w *worker) do(tool string, args arguments) string {
	w.Helper()
	result := w.call(tool, args)
	if !result.OK {
		w.Fatalf("%s %v: %s (%s, %s)", tool, args, result.Error, result.Code, result.Reason)
	}
	return result.Value
}

// structuredContent calls a tool and decodes the structured content of its result, which can be a failure.
func structuredContent[T any](w *worker, tool string, args arguments) (value T, ok bool) {
	w.Helper()
	result := w.call(tool, args)
	if err := json.Unmarshal(result.Structured, &value); err != nil {
		w.Fatalf("%s %v: %v in the structured content %q: %s (%s)", tool, args, err, result.Structured, result.Error, result.Code)
	}
	return value, result.OK
}

// count returns how often a tool was called.
func (w *worker) count(tool string) (n int) {
	for _, name := range w.calls {
		if name == tool {
			n++
		}
	}
	return n
}

// inside returns the text in the fence of an untrusted result.
func inside(tb testing.TB, text string) string {
	tb.Helper()
	from, to := strings.Index(text, ">\n"), strings.LastIndex(text, "\n</untrusted>")
	if !strings.Contains("\n"+text, "\n<untrusted ") || to < from {
		tb.Fatalf("no fence around %q", text)
	}
	return text[from+len(">\n") : to]
}

// body returns the text of a page without its title.
func body(tb testing.TB, text string) string {
	tb.Helper()
	_, text, ok := strings.Cut(inside(tb, text), "\n\n")
	if !ok {
		tb.Fatalf("no title before %q", text)
	}
	return text
}
