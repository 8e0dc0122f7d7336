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

// worker does what an agent does: it calls tools, in a directory of its own, and
// decides by what they answer. It looks at no file itself.
type worker struct {
	testing.TB
	options *builtin.Options
	tools   *builtin.Set
	turn    runtime.Turn
	calls   []string // the names of the tools called
}

// newWorker is a worker in a directory that holds the files of an archive: lines
// "-- NAME --" and after each the content of that file.
func newWorker(tb testing.TB, archive string) *worker {
	tb.Helper()
	return newWorkerWith(tb, archive, &builtin.Options{})
}

// newWorkerWith is one with other options; the store is its own.
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
	w.open()
	tb.Cleanup(w.close)
	return w
}

// open wires the tools.
func (w *worker) open() {
	w.Helper()
	tools, err := builtin.New(w.options)
	if err != nil {
		w.Fatal(err)
	}
	w.tools = tools
}

// close ends the tools.
func (w *worker) close() {
	if err := w.tools.Close(context.Background()); err != nil {
		w.Errorf("closing: %v", err)
	}
}

// restart ends the tools and wires others over the same store, as another process would.
func (w *worker) restart() {
	w.Helper()
	w.close()
	w.open()
}

// put writes the files of an archive, behind the tools' back.
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

// content is a file, read behind the tools' back.
func (w *worker) content(name string) string {
	w.Helper()
	data, err := os.ReadFile(filepath.Join(w.turn.WorkingDir, name))
	if err != nil {
		w.Fatal(err)
	}
	return string(data)
}

// arguments are those of a call, by name.
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

// do calls a tool that must succeed, and returns its text.
func (w *worker) do(tool string, args arguments) string {
	w.Helper()
	result := w.call(tool, args)
	if !result.OK {
		w.Fatalf("%s %v: %s (%s, %s)", tool, args, result.Error, result.Code, result.Reason)
	}
	return result.Value
}

// structured calls a tool and decodes the structured content of its result, which a failure
// may have too.
func structured[T any](w *worker, tool string, args arguments) (value T, ok bool) {
	w.Helper()
	result := w.call(tool, args)
	if err := json.Unmarshal(result.Structured, &value); err != nil {
		w.Fatalf("%s %v: %v in the structured content %q: %s (%s)", tool, args, err, result.Structured, result.Error, result.Code)
	}
	return value, result.OK
}

// count is how often a tool was called.
func (w *worker) count(tool string) (n int) {
	for _, name := range w.calls {
		if name == tool {
			n++
		}
	}
	return n
}

// inside is what stands inside the fence of a result from outside.
func inside(tb testing.TB, text string) string {
	tb.Helper()
	from, to := strings.Index(text, ">\n"), strings.LastIndex(text, "\n</untrusted>")
	if !strings.HasPrefix(text, "<untrusted ") || to < from {
		tb.Fatalf("no fence around %q", text)
	}
	return text[from+len(">\n") : to]
}

// body is what read_file or fetch_url answered, without fence and header.
func body(tb testing.TB, text string) string {
	tb.Helper()
	_, text, ok := strings.Cut(inside(tb, text), "\n\n")
	if !ok {
		tb.Fatalf("no header before %q", text)
	}
	return text
}
