package file_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/builtin/file"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability"
	"github.com/toolgen/toolgen/runtime/capability/attachments"
	"github.com/toolgen/toolgen/runtime/capability/files"
	"github.com/toolgen/toolgen/runtime/toolstest"
)

// world is a directory with the real backends over it, and a session.
type world struct {
	testing.TB
	dir     string
	options *runtime.Options
	turn    *runtime.Turn
}

func newWorld(tb testing.TB) *world {
	tb.Helper()
	dir, err := filepath.EvalSymlinks(tb.TempDir())
	if err != nil {
		tb.Fatal(err)
	}
	return worldIn(tb, dir)
}

func worldIn(tb testing.TB, dir string) *world {
	return &world{
		TB:  tb,
		dir: dir,
		options: &runtime.Options{Backends: &capability.Backends{
			Files: files.New(nil).Open, Attachments: attachments.New(nil).Open,
		}},
		turn: &runtime.Turn{
			Session: runtime.NewSession("session", ""), WorkingDir: dir,
			Policy: runtime.Policy{Files: runtime.FilePolicy{Read: []string{"."}, Write: []string{"."}}},
		},
	}
}

// over is a world whose files are others than those of a directory.
func over(tb testing.TB, fs capability.WriteFS) *world {
	w := worldIn(tb, "/")
	w.options.Backends.Files = func(context.Context, *capability.Request) (capability.WriteFS, error) { return fs, nil }
	return w
}

// put writes a file behind the tools' back.
func (w *world) put(name, content string) {
	w.Helper()
	name = filepath.Join(w.dir, name)
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		w.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(content), 0o644); err != nil {
		w.Fatal(err)
	}
}

// content is that of a file, or "missing".
func (w *world) content(name string) string {
	w.Helper()
	data, err := os.ReadFile(filepath.Join(w.dir, name))
	if os.IsNotExist(err) {
		return "missing"
	}
	if err != nil {
		w.Fatal(err)
	}
	return string(data)
}

func tool(tb testing.TB, name string) *runtime.Tool {
	tb.Helper()
	for _, t := range file.Tools() {
		if t.Name == name {
			return t
		}
	}
	tb.Fatalf("there is no tool %s", name)
	return nil
}

// args are arguments by their names.
type args = map[string]any

// call calls a tool; the texts of the result are without their fence.
func (w *world) call(name string, arguments args) runtime.Result {
	w.Helper()
	return w.bare(toolstest.CallWith(w, w.options, tool(w, name), arguments, w.turn))
}

// dry calls a tool in a dry run.
func (w *world) dry(name string, arguments args) runtime.Result {
	w.Helper()
	turn := *w.turn
	turn.DryRun = true
	return w.bare(toolstest.CallWith(w, w.options, tool(w, name), arguments, &turn))
}

func (w *world) bare(answer runtime.CallResult) runtime.Result {
	w.Helper()
	if answer.Truncated != nil {
		w.Errorf("%s: the runtime had to cut the result: %+v", answer.Name, *answer.Truncated)
	}
	if strings.Contains(answer.Result.Value+answer.Result.Error, w.dir+"/") && w.dir != "/" {
		w.Errorf("%s: the result tells where the files are: %+v", answer.Name, answer.Result)
	}
	for _, text := range []*string{&answer.Result.Value, &answer.Result.Error} {
		if rest, ok := strings.CutPrefix(*text, "<untrusted "); ok {
			_, rest, _ = strings.Cut(rest, "\n")
			*text = strings.TrimSuffix(rest, "\n</untrusted>")
		}
	}
	return answer.Result
}

// ok fails the test unless the result is a success.
func (w *world) ok(r runtime.Result) runtime.Result {
	w.Helper()
	if !r.OK {
		w.Fatalf("%s: %s", r.Code, r.Error)
	}
	return r
}

// failure is how a result must fail.
type failure struct {
	code          runtime.Code
	field, reason string
	says          []string
}

func (w *world) fails(why string, r runtime.Result, want failure) {
	w.Helper()
	if r.OK || r.Code != want.code || r.Field != want.field || r.Reason != want.reason {
		w.Errorf("%s: got ok=%v %q field=%q reason=%q: %s%s; want %+v", why, r.OK, r.Code, r.Field, r.Reason, r.Error, r.Value, want)
	}
	for _, part := range want.says {
		if !strings.Contains(r.Error, part) {
			w.Errorf("%s: %q does not say %q", why, r.Error, part)
		}
	}
}

// structured reads the structured content of a result.
func structured[T any](tb testing.TB, r runtime.Result) (v T) {
	tb.Helper()
	if err := json.Unmarshal(r.Structured, &v); err != nil {
		tb.Fatalf("%v: %s %s", err, r.Structured, r.Error)
	}
	return v
}
