package project_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/builtin/project"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/toolstest"
)

// The description of the target of each tool is about that tool.
func TestTargetDescriptions(t *testing.T) {
	for name, c := range map[string]struct{ want, unwanted string }{
		"lint": {"file", "test"}, "typecheck": {"package", "test"}, "run_tests": {"TestAdd/zero", ""},
	} {
		schema := findTool(t, name).Input
		_, after, hasTarget := strings.Cut(schema, `"target":`)
		description, _, hasEnd := strings.Cut(after, "}")
		if !hasTarget || !hasEnd || !strings.Contains(description, c.want) || c.unwanted != "" && strings.Contains(strings.ToLower(description), c.unwanted) {
			t.Errorf("%s: %s", name, description)
		}
	}
}

func TestArguments(t *testing.T) {
	w := newTestProject(t, "go")
	w.write("broken/package.json", `{"scripts": {`)
	w.write("nothing/here/README", "")
	w.write("odd/package.json", `{"scripts": {"test": 7, "lint": ["a"]}}`)
	w.write("file", "")
	if err := os.Remove(filepath.Join(w.dir, "go.mod")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("/", filepath.Join(w.dir, "out")); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		reason        string
		given         args
		code          runtime.Code
		field, ending string
	}{
		{"a directory above", args{"dir": ".."}, runtime.InputInvalid, "dir", ""},
		{"an absolute directory", args{"dir": "/etc"}, runtime.InputInvalid, "dir", ""},
		{"a directory through a link", args{"dir": "out/etc"}, runtime.ExecutionFailed, "dir", ""},
		{"a missing directory", args{"dir": "nowhere"}, runtime.ExecutionFailed, "dir", ""},
		{"a file", args{"dir": "file"}, runtime.ExecutionFailed, "dir", ""},
		{"NUL", args{"dir": "a\x00"}, runtime.InputInvalid, "dir", ""},
		{"no project", args{"dir": "nothing/here"}, runtime.ExecutionFailed, "dir", project.ReasonNoProject},
		{"no project of that kind", args{"dir": "odd", "kind": "cargo"}, runtime.ExecutionFailed, "dir", project.ReasonNoProject},
		{"an unknown kind", args{"dir": "odd", "kind": "ant"}, runtime.InputInvalid, "kind", ""},
		{"an invalid package.json", args{"dir": "broken"}, runtime.ExecutionFailed, "dir", project.ReasonBroken},
		{"scripts that are not texts", args{"dir": "odd"}, runtime.NotAvailable, "", project.ReasonMissing},
	} {
		w.wantFailure(c.reason, w.call("lint", c.given), c.code, c.field, c.ending)
	}
}

// Files that the policy does not let the tools read do not count.
func TestPolicy(t *testing.T) {
	w := newTestProject(t, "")
	w.write("package.json", `{"scripts": {"lint": "x"}}`)
	w.write("app/src/x.js", "")
	w.write("linked/a", "")
	if err := os.Symlink(filepath.Join(w.dir, "package.json"), filepath.Join(w.dir, "linked", "package.json")); err != nil {
		t.Fatal(err)
	}
	w.turn.DryRun = true
	if r := w.call("lint", args{"dir": "app/src"}); !r.OK || !strings.Contains(r.Value, "project in .,") {
		t.Errorf("a readable parent directory: %+v", r)
	}
	w.turn.Policy.Files.Read = []string{"app", "linked"}
	w.wantFailure("a parent directory that is not readable", w.call("lint", args{"dir": "app/src"}), runtime.ExecutionFailed, "dir", project.ReasonNoProject)
	w.wantFailure("a link to a file that is not readable", w.call("lint", args{"dir": "linked"}), runtime.ExecutionFailed, "dir", project.ReasonNoProject)
	if r := w.call("lint", args{"dir": "."}); r.OK {
		t.Errorf("a directory that is not readable: %+v", r)
	}
	w.turn.Policy.Files.Read = nil
	if r := w.call("lint", args{"dir": "app"}); r.OK {
		t.Errorf("no readable files: %+v", r)
	}
}

func TestUnreadableConfiguration(t *testing.T) {
	if os.Getuid() == 0 {
		t.Log("root can read every file, so the call must succeed")
	}
	w := newTestProject(t, "node")
	if err := os.Chmod(filepath.Join(w.dir, "package.json"), 0); err != nil {
		t.Fatal(err)
	}
	w.turn.DryRun = true
	if r := w.call("lint", args{}); r.OK != (os.Getuid() == 0) || !r.OK && r.Code != runtime.ExecutionFailed {
		t.Errorf("%+v", r)
	}
}

func TestDryRun(t *testing.T) {
	w := newTestProject(t, "go")
	w.turn.DryRun = true
	for name, want := range map[string]string{
		"lint": "\n- go vet ./bad/... (in .)", "typecheck": "\n- go test -c -o /dev/null -vet=off ./bad/... (in .)", "run_tests": "\n- go test -json -fullpath ./bad/... (in .)",
	} {
		r := w.call(name, args{"target": "bad", "timeout_seconds": 7})
		if !r.OK || !strings.Contains(r.Value, "would check the go project in ., for at most 7s") || !strings.HasSuffix(r.Value, want) {
			t.Errorf("%s: %+v", name, r)
		}
	}
	ran := filepath.Join(t.TempDir(), "ran")
	w = newFakeNodeProject(t, "touch "+ran+"\n")
	w.turn.DryRun = true
	if r := w.call("run_tests", args{}); !r.OK || !strings.Contains(r.Value, "\n- pnpm run test (in .)\n- or, if that is not installed: node --test") {
		t.Errorf("%+v", r)
	}
	if _, err := os.Stat(ran); err == nil {
		t.Error("the command ran")
	}
	w = newTestProject(t, "")
	w.write("Cargo.toml", "")
	w.turn.DryRun = true
	w.wantFailure("an invalid target", w.call("lint", args{"target": "a b"}), runtime.InputInvalid, "target", "")
}

func TestContract(t *testing.T) {
	for _, name := range []string{"lint", "typecheck", "run_tests"} {
		w := newFakeNodeProject(t, "echo 'a.ts(1,2): error TS1: no'; exit 1\n")
		w.write("services/api/store/a.go", "package store\n")
		w.write("web/x", "")
		checked := findTool(t, name)
		err := toolstest.CheckTool(checked, &toolstest.ToolOptions{
			Registry: w.options, Turn: w.turn,
			Calls:   []string{`{"target": "a.ts"}`, `{"dir": "nowhere"}`},
			Invalid: []string{`{"dir": 7}`, `{"target": "-x"}`, `{"timeout_seconds": 0}`, `{"timeout_seconds": 1801}`, `{"kind": "make"}`},
		})
		if err != nil {
			t.Error(err)
		}
		if len([]rune(checked.Description)) > 200 {
			t.Errorf("%s: a description of %d characters", name, len([]rune(checked.Description)))
		}
		if checked.Toolset != "project" {
			t.Errorf("%s: toolset %s", name, checked.Toolset)
		}
	}
}
