package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "write the expected output into the scripts")

// TestMain lets scripts run the command as a separate program.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"toolgen": func() {
			os.Exit(start(os.Args[1:]))
		},
	})
}

// TestScripts runs the scenarios in testdata/script. Each has the files of a module
// that uses toolgen, and commands that run in it.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		UpdateScripts:       *update,
		Condition: func(condition string) (bool, error) {
			switch condition {
			case "root": // permissions of files do not apply to root
				return os.Geteuid() == 0, nil
			case "mount": // a script may mount file systems in a namespace of its own
				return exec.Command("unshare", "-rm", "true").Run() == nil, nil
			}
			return false, fmt.Errorf("unknown condition %q", condition)
		},
		Setup: setup(t), Cmds: ciCommands,
	})
}

// setup returns a function that writes a module to the directory of a script and sets
// its environment.
func setup(t *testing.T) func(env *testscript.Env) error {
	t.Helper()
	repository, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	return func(env *testscript.Env) error {
		env.Setenv("REPOSITORY", repository)
		env.Setenv("OUTSIDE", t.TempDir())
		env.Setenv(cacheVariable, filepath.Join(env.WorkDir, ".cache"))
		env.Setenv("GOWORK", "off")
		env.Setenv("GOFLAGS", "-mod=mod")
		env.Setenv("GORACE", "atexit_sleep_ms=0") // toolgen is this binary, and runs many times
		for _, name := range []string{"GOCACHE", "GOMODCACHE", "GOPROXY", "GOTOOLCHAIN", "GOSUMDB"} {
			env.Setenv(name, goEnv(t, name))
		}
		return writeModule(env.WorkDir, repository)
	}
}

// writeModule writes a go.mod to dir, with a requirement of the toolgen in this
// repository.
func writeModule(dir, repository string) error {
	text := "module example.com/app\n\ngo 1.26.5\n\nrequire github.com/toolgen/toolgen v0.0.0\n\nreplace github.com/toolgen/toolgen => " + repository + "\n"
	return os.WriteFile(filepath.Join(dir, "go.mod"), []byte(text), 0o600)
}

func goEnv(t *testing.T, name string) string {
	t.Helper()
	output, err := exec.Command("go", "env", name).Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(output))
}
