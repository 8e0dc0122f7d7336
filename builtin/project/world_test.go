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

// world is a directory with projects in it, and the real backends over it.
type world struct {
	testing.TB
	dir     string
	options *runtime.Options
	turn    *runtime.Turn
}

// args are arguments by their names.
type args = map[string]any

// newWorld has a copy of a project of testdata; an empty name is none. Its
// programs are found in these directories, and then along Debian's and the
// tests' own PATH.
func newWorld(tb testing.TB, name string, path ...string) *world {
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
	return worldWith(tb, dir, &process.Options{
		Path: strings.Join(path, string(os.PathListSeparator)), Home: os.Getenv("HOME"),
		PassEnv: []string{"GOCACHE", "GOPATH", "GOMODCACHE", "CARGO_HOME", "RUSTUP_HOME"},
		Env:     []string{"GOFLAGS=-buildvcs=false", "GOTOOLCHAIN=local", "GOPROXY=off", "GOWORK=off", "CARGO_NET_OFFLINE=true", "PYTHONDONTWRITEBYTECODE=1", "npm_config_offline=true"},
	})
}

func worldWith(tb testing.TB, dir string, o *process.Options) *world {
	tb.Helper()
	programs := process.New(o)
	tb.Cleanup(func() {
		if err := programs.Close(context.Background()); err != nil {
			tb.Error(err)
		}
	})
	return &world{
		TB: tb, dir: dir,
		options: &runtime.Options{Backends: &capability.Backends{Files: files.New(nil).Open, Process: programs.Open}},
		turn:    &runtime.Turn{WorkingDir: dir, Policy: runtime.Policy{Files: runtime.FilePolicy{Read: []string{"."}}}},
	}
}

// needs skips the test where a program is missing, or fails it where all must be
// there.
func needs(tb testing.TB, program string, arguments ...string) {
	tb.Helper()
	command := exec.Command(program, arguments...) //nolint:gosec // a program of the tests' choice
	output, err := command.CombinedOutput()
	switch {
	case err == nil:
	case os.Getenv("TOOLGEN_PROGRAMS") == "1" && program != "cargo":
		tb.Fatalf("%s is missing: %v %s", program, err, output)
	default:
		tb.Skipf("%s is missing: %v %s", program, err, output)
	}
}

func tool(tb testing.TB, name string) *runtime.Tool {
	tb.Helper()
	for _, t := range project.Tools() {
		if t.Name == name {
			return t
		}
	}
	tb.Fatalf("there is no tool %s", name)
	return nil
}

// put writes a file of the project.
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

// replace mends a file of the project, or breaks it.
func (w *world) replace(name, old, by string) {
	w.Helper()
	data, err := os.ReadFile(filepath.Join(w.dir, name))
	if err != nil || !strings.Contains(string(data), old) {
		w.Fatalf("%s has no %q: %v", name, old, err)
	}
	w.put(name, strings.ReplaceAll(string(data), old, by))
}

// program is a directory with a program in it that is a script for sh.
func program(tb testing.TB, name, script string) (dir string) {
	tb.Helper()
	dir = tb.TempDir()
	if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"+script), 0o755); err != nil { //nolint:gosec // it is run
		tb.Fatal(err)
	}
	return dir
}

func (w *world) call(name string, arguments args) runtime.Result {
	w.Helper()
	answer := toolstest.CallWith(w, w.options, tool(w, name), arguments, w.turn)
	if answer.Truncated != nil {
		w.Errorf("%s: the runtime had to cut the result: %+v", name, *answer.Truncated)
	}
	for _, text := range []*string{&answer.Result.Value, &answer.Result.Error} {
		if rest, ok := strings.CutPrefix(*text, "<untrusted "); ok {
			_, rest, _ = strings.Cut(rest, "\n")
			*text = strings.TrimSuffix(rest, "\n</untrusted>")
		}
	}
	return answer.Result
}

// report is that of a call that ran something.
func (w *world) report(name string, arguments args) (r project.Report) {
	w.Helper()
	return w.reported(w.call(name, arguments))
}

func (w *world) reported(result runtime.Result) (r project.Report) {
	w.Helper()
	if err := json.Unmarshal(result.Structured, &r); err != nil {
		w.Fatalf("%v: %s %s", err, result.Structured, result.Error)
	}
	return r
}

// fails wants a failure.
func (w *world) fails(why string, r runtime.Result, code runtime.Code, field, reason string, says ...string) {
	w.Helper()
	if r.OK || r.Code != code || r.Field != field || r.Reason != reason {
		w.Errorf("%s: ok=%v %q field=%q reason=%q: %s%s", why, r.OK, r.Code, r.Field, r.Reason, r.Error, r.Value)
	}
	for _, part := range says {
		if !strings.Contains(r.Error, part) {
			w.Errorf("%s: %q does not say %q", why, r.Error, part)
		}
	}
	if strings.Contains(r.Error, w.dir) {
		w.Errorf("%s: the path of the host is in %q", why, r.Error)
	}
}

// finding is what a test wants to see of one: a file, a line, a test, a rule and
// a part of the message.
type finding struct {
	file    string
	line    int
	test    string
	rule    string
	message string
}

// has wants these findings, in any order, and no others.
func (w *world) has(why string, r project.Report, want ...finding) {
	w.Helper()
	left := append([]project.Finding{}, r.Findings...)
	for _, f := range want {
		found := false
		for i, got := range left {
			if got.File == f.file && got.Line == f.line && got.Test == f.test && got.Rule == f.rule && strings.Contains(got.Message, f.message) {
				left, found = append(left[:i], left[i+1:]...), true
				break
			}
		}
		if !found {
			w.Errorf("%s: no %+v", why, f)
		}
	}
	if len(left) > 0 || w.Failed() {
		w.Errorf("%s: besides %+v\nin %+v", why, left, r)
	}
}

func counts(passed, failed, skipped int) project.Counts {
	return project.Counts{Passed: passed, Failed: failed, Skipped: skipped}
}

// over is a world over a directory, with the programs of another one and go.
func over(tb testing.TB, dir, path string) *world {
	tb.Helper()
	if found, err := exec.LookPath("go"); err == nil {
		path += string(os.PathListSeparator) + filepath.Dir(found)
	}
	return worldWith(tb, dir, &process.Options{Path: path, Home: os.Getenv("HOME"), PassEnv: []string{"GOCACHE", "GOPATH", "GOMODCACHE"}, Env: []string{"GOFLAGS=-buildvcs=false", "GOTOOLCHAIN=local", "GOPROXY=off", "GOWORK=off"}})
}

// without is a world over a directory in which no program is installed.
func without(tb testing.TB, dir string) *world {
	tb.Helper()
	return worldWith(tb, dir, &process.Options{Path: tb.TempDir()})
}
