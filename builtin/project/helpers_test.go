package project_test

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/builtin/project"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability"
	"github.com/toolgen/toolgen/runtime/capability/files"
	"github.com/toolgen/toolgen/runtime/capability/process"
	"github.com/toolgen/toolgen/runtime/toolstest"
)

// newFakeNodeProject returns a pnpm project in which this script is the program
// pnpm.
func newFakeNodeProject(t *testing.T, script string) *testProject {
	t.Helper()
	w := newTestProject(t, "", fakeProgram(t, "pnpm", script))
	w.write("package.json", `{"scripts": {"test": "x", "lint": "x", "typecheck": "x"}}`)
	w.write("pnpm-lock.yaml", "")
	return w
}

// testProject is a directory with projects, and the real backends.
type testProject struct {
	testing.TB
	dir     string
	options *runtime.Options
	turn    *runtime.Turn
}

// args are the arguments of a call by name.
type args = map[string]any

// newTestProject returns a copy of a project in testdata, or an empty directory
// when the name is empty. Programs are searched in the directories of path, then in
// /usr/bin and /bin, then on the PATH of the test.
func newTestProject(tb testing.TB, name string, path ...string) *testProject {
	tb.Helper()
	dir, err := filepath.EvalSymlinks(tb.TempDir())
	if err != nil {
		tb.Fatal(err)
	}
	if name != "" {
		if err := os.CopyFS(dir, os.DirFS(filepath.Join("testdata", name))); err != nil {
			tb.Fatal(err)
		}
	}
	path = append(path, "/usr/bin", "/bin", os.Getenv("PATH"))
	return newTestProjectWith(tb, dir, &process.Options{
		Path: strings.Join(path, string(os.PathListSeparator)), Home: os.Getenv("HOME"),
		PassEnv: []string{"GOCACHE", "GOPATH", "GOMODCACHE", "CARGO_HOME", "RUSTUP_HOME"},
		Env:     []string{"GOFLAGS=-buildvcs=false", "GOTOOLCHAIN=local", "GOPROXY=off", "GOWORK=off", "CARGO_NET_OFFLINE=true", "PYTHONDONTWRITEBYTECODE=1", "npm_config_offline=true"},
	})
}

// newTestProjectWith returns a project in a directory with these backends.
func newTestProjectWith(tb testing.TB, dir string, o *process.Options) *testProject {
	tb.Helper()
	programs := process.New(o)
	tb.Cleanup(func() {
		if err := programs.Close(context.Background()); err != nil {
			tb.Error(err)
		}
	})
	return &testProject{
		TB: tb, dir: dir,
		options: &runtime.Options{Backends: &capability.Backends{Files: files.New(nil).Open, Process: programs.Open}},
		turn:    &runtime.Turn{WorkingDir: dir, Policy: runtime.Policy{Files: runtime.FilePolicy{Read: []string{"."}}}},
	}
}

// requireProgram skips the test when a program is missing. It fails the test when
// TOOLGEN_PROGRAMS says that all programs are installed.
func requireProgram(tb testing.TB, program string, arguments ...string) {
	tb.Helper()
	command := exec.Command(program, arguments...) //nolint:gosec // the tests name the program
	output, err := command.CombinedOutput()
	switch {
	case err == nil:
	case os.Getenv("TOOLGEN_PROGRAMS") == "1" && program != "cargo":
		tb.Fatalf("%s is missing: %v %s", program, err, output)
	default:
		tb.Skipf("%s is missing: %v %s", program, err, output)
	}
}

// findTool returns the tool of that name.
func findTool(tb testing.TB, name string) *runtime.Tool {
	tb.Helper()
	for _, t := range project.Tools() {
		if t.Name == name {
			return t
		}
	}
	tb.Fatalf("there is no tool %s", name)
	return nil
}

// write writes a file of the project.
func (w *testProject) write(name, content string) {
	w.Helper()
	name = filepath.Join(w.dir, name)
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		w.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(content), 0o644); err != nil {
		w.Fatal(err)
	}
}

// replace replaces a text in a file of the project.
func (w *testProject) replace(name, old, by string) {
	w.Helper()
	data, err := os.ReadFile(filepath.Join(w.dir, name))
	if err != nil || !strings.Contains(string(data), old) {
		w.Fatalf("%s has no %q: %v", name, old, err)
	}
	w.write(name, strings.ReplaceAll(string(data), old, by))
}

// fakeProgram returns a directory with a program, which is a script for sh.
func fakeProgram(tb testing.TB, name, script string) (dir string) {
	tb.Helper()
	dir = tb.TempDir()
	if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"+script), 0o755); err != nil { //nolint:gosec // the test runs the file
		tb.Fatal(err)
	}
	return dir
}

// call calls a tool, and removes the fence of untrusted text from its result.
func (w *testProject) call(name string, arguments args) runtime.Result {
	w.Helper()
	outcome := toolstest.CallWith(w, w.options, findTool(w, name), arguments, w.turn)
	if outcome.Truncated != nil {
		w.Errorf("%s: the runtime cut the result: %+v", name, *outcome.Truncated)
	}
	for _, text := range []*string{&outcome.Result.Value, &outcome.Result.Error} {
		if rest, ok := strings.CutPrefix(*text, "<untrusted "); ok {
			_, rest, _ = strings.Cut(rest, "\n")
			*text = strings.TrimSuffix(rest, "\n</untrusted>")
		}
	}
	return outcome.Result
}

// report calls a tool and returns the report.
func (w *testProject) report(name string, arguments args) (r project.Report) {
	w.Helper()
	return w.decodeReport(w.call(name, arguments))
}

// decodeReport returns the report of a result.
func (w *testProject) decodeReport(result runtime.Result) (r project.Report) {
	w.Helper()
	if err := json.Unmarshal(result.Structured, &r); err != nil {
		w.Fatalf("%v: %s %s", err, result.Structured, result.Error)
	}
	return r
}

// newTestProjectWithGo returns a project in a directory, with the programs in path
// and go.
func newTestProjectWithGo(tb testing.TB, dir, path string) *testProject {
	tb.Helper()
	if found, err := exec.LookPath("go"); err == nil {
		path += string(os.PathListSeparator) + filepath.Dir(found)
	}
	return newTestProjectWith(tb, dir, &process.Options{Path: path, Home: os.Getenv("HOME"), PassEnv: []string{"GOCACHE", "GOPATH", "GOMODCACHE"}, Env: []string{"GOFLAGS=-buildvcs=false", "GOTOOLCHAIN=local", "GOPROXY=off", "GOWORK=off"}})
}

// newTestProjectWithoutPrograms returns a project in a directory, without installed
// programs.
func newTestProjectWithoutPrograms(tb testing.TB, dir string) *testProject {
	tb.Helper()
	return newTestProjectWith(tb, dir, &process.Options{Path: tb.TempDir()})
}
