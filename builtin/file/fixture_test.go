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

// fixture is a directory with the real backends, and a session.
type fixture struct {
	testing.TB
	dir     string
	options *runtime.Options
	turn    *runtime.Turn
}

// newFixture returns a fixture with a new directory.
func newFixture(tb testing.TB) *fixture {
	tb.Helper()
	dir, err := filepath.EvalSymlinks(tb.TempDir())
	if err != nil {
		tb.Fatal(err)
	}
	return fixtureIn(tb, dir)
}

// fixtureIn returns a fixture with an existing directory.
func fixtureIn(tb testing.TB, dir string) *fixture {
	return &fixture{
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

// fixtureWithFS returns a fixture with another file system.
func fixtureWithFS(tb testing.TB, fs capability.WriteFS) *fixture {
	w := fixtureIn(tb, "/")
	w.options.Backends.Files = func(context.Context, *capability.Request) (capability.WriteFS, error) { return fs, nil }
	return w
}

// writeFile writes a file without the tools.
func (w *fixture) writeFile(name, content string) {
	w.Helper()
	name = filepath.Join(w.dir, name)
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		w.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(content), 0o644); err != nil {
		w.Fatal(err)
	}
}

// readFile returns the content of a file, or "missing".
func (w *fixture) readFile(name string) string {
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

// toolNamed returns a tool of the package.
func toolNamed(tb testing.TB, name string) *runtime.Tool {
	tb.Helper()
	for _, t := range file.Tools() {
		if t.Name == name {
			return t
		}
	}
	tb.Fatalf("there is no tool %s", name)
	return nil
}

// args are the arguments of a call.
type args = map[string]any

// call calls a tool and returns its result without the fence.
func (w *fixture) call(name string, arguments args) runtime.Result {
	w.Helper()
	return w.withoutFence(toolstest.CallWith(w, w.options, toolNamed(w, name), arguments, w.turn))
}

// read reads a file with the tool, so that write_file may replace it.
func (w *fixture) read(name string) {
	w.Helper()
	w.mustSucceed(w.call("read_file", args{"path": name}))
}

// dryRun calls a tool in a dry run.
func (w *fixture) dryRun(name string, arguments args) runtime.Result {
	w.Helper()
	turn := *w.turn
	turn.DryRun = true
	return w.withoutFence(toolstest.CallWith(w, w.options, toolNamed(w, name), arguments, &turn))
}

// withoutFence returns a result without the fence of its texts. It checks that
// the runtime has not cut the result, and that the texts do not contain the
// directory.
func (w *fixture) withoutFence(call runtime.CallResult) runtime.Result {
	w.Helper()
	if call.Truncated != nil {
		w.Errorf("%s: the runtime had to cut the result: %+v", call.Name, *call.Truncated)
	}
	if strings.Contains(call.Result.Value+call.Result.Error, w.dir+"/") && w.dir != "/" {
		w.Errorf("%s: the result contains the path of the directory: %+v", call.Name, call.Result)
	}
	for _, text := range []*string{&call.Result.Value, &call.Result.Error} {
		if lead, rest, ok := strings.Cut("\n"+*text, "\n<untrusted "); ok && !strings.Contains(lead, "</untrusted>") {
			_, rest, _ = strings.Cut(rest, "\n")
			if strings.HasPrefix(lead, "\n[") { // the lead of read_file
				rest = lead[1:] + "\n\n" + rest
			} else if lead != "" {
				rest = lead[1:] + "\n" + rest
			}
			rest = strings.NewReplacer("\n\n</untrusted>\n", "\n", "\n</untrusted>\n", "\n").Replace(rest) // before a note
			*text = strings.TrimSuffix(rest, "\n</untrusted>")
		}
	}
	return call.Result
}

// mustSucceed fails the test if the call has failed. It returns the result.
func (w *fixture) mustSucceed(r runtime.Result) runtime.Result {
	w.Helper()
	if !r.OK {
		w.Fatalf("%s: %s", r.Code, r.Error)
	}
	return r
}

// wantFailure is the expected failure of a call. The error contains all texts
// of says.
type wantFailure struct {
	code          runtime.Code
	field, reason string
	says          []string
}

// mustFail fails the test unless the result is the expected failure.
func (w *fixture) mustFail(why string, r runtime.Result, want wantFailure) {
	w.Helper()
	if r.OK || r.Code != want.code || r.Field != want.field || r.Reason != want.reason {
		w.Errorf("%s: got ok=%v %q field=%q reason=%q: %s%s; want %+v", why, r.OK, r.Code, r.Field, r.Reason, r.Error, r.Value, want)
	}
	for _, part := range want.says {
		if !strings.Contains(r.Error, part) {
			w.Errorf("%s: the error %q does not contain %q", why, r.Error, part)
		}
	}
}

// structuredContent returns the structured content of a result.
func structuredContent[T any](tb testing.TB, r runtime.Result) (v T) {
	tb.Helper()
	if err := json.Unmarshal(r.Structured, &v); err != nil {
		tb.Fatalf("%v: %s %s", err, r.Structured, r.Error)
	}
	return v
}
