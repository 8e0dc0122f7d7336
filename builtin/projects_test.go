package builtin_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/toolgen/toolgen/builtin"
	"github.com/toolgen/toolgen/builtin/project"
	"github.com/toolgen/toolgen/builtin/terminal"
	"github.com/toolgen/toolgen/runtime/capability/process"
)

// pythonWithPytest returns a directory whose python3 has pytest: that of the system if the first one in PATH
// has no pytest.
func pythonWithPytest(t *testing.T) string {
	t.Helper()
	for _, python := range []string{"python3", "/usr/bin/python3"} {
		path, err := exec.LookPath(python)
		if err == nil && exec.Command(path, "-m", "pytest", "--version").Run() == nil {
			return filepath.Dir(path)
		}
	}
	return ""
}

// TestProjects checks that terminal and run_tests have the same result for small projects in Go, Node and
// Python, with and without a fault.
func TestProjects(t *testing.T) {
	python := pythonWithPytest(t)
	for _, test := range []struct {
		project, program, command string
		missing                   bool
		patches                   []arguments
	}{
		{"go", "go", "go test ./bad", false, []arguments{
			{"path": "bad/bad.go", "old_text": "n / 100 * 100", "new_text": "(n + 50) / 100 * 100"},
			{"path": "bad/bad.go", "old_text": `"%s"`, "new_text": `"%d"`},
			{"path": "bad/bad_test.go", "old_text": "var stock map[string]int", "new_text": "stock := map[string]int{}"},
		}},
		{"node", "node", "npm test --offline", false, []arguments{
			{"path": "price.js", "old_text": "Math.floor", "new_text": "Math.round"},
		}},
		{"python", "python3", "python3 -m pytest -q", python == "", []arguments{
			{"path": "shop.py", "old_text": "cents // 100", "new_text": "(cents + 50) // 100"},
			{"path": "tests/test_shop.py", "old_text": `raise OSError("prices.csv is missing")`, "new_text": "return 1"},
		}},
	} {
		t.Run(test.project, func(t *testing.T) {
			if _, err := exec.LookPath(test.program); err != nil || test.missing {
				if os.Getenv("TOOLGEN_PROGRAMS") != "" {
					t.Fatalf("%s is not here: %v", test.program, err)
				}
				t.Skip(test.program, " is not here")
			}
			path := os.Getenv("PATH")
			if test.project == "python" {
				path = python + string(os.PathListSeparator) + path
			}
			w := newWorkerWith(t, "", &builtin.Options{Process: &process.Options{
				Path: path, Home: os.Getenv("HOME"), PassEnv: builtin.PassEnv(), Env: []string{"GOFLAGS=-buildvcs=false", "GOWORK=off"},
			}})
			if err := os.CopyFS(w.turn.WorkingDir, os.DirFS(filepath.Join("project", "testdata", test.project))); err != nil {
				t.Fatal(err)
			}
			for _, want := range []bool{false, true} {
				outcome, ok := structuredContent[terminal.Outcome](w, "terminal", arguments{"command": test.command})
				if ok != want || (outcome.ExitCode == 0) != want {
					t.Errorf("%s: %+v, want success %v", test.command, outcome, want)
				}
				report, _ := structuredContent[project.Report](w, "run_tests", arguments{})
				if report.Passed != want || (len(report.Findings) == 0) != want {
					t.Errorf("run_tests: %+v, want passed %v", report, want)
				}
				for _, patch := range test.patches {
					if !want {
						w.do("patch_file", patch)
					}
				}
			}
		})
	}
}
