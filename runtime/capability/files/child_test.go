//go:build linux

package files_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/toolgen/toolgen/internal/racetest"
)

// childEnv is the environment variable that says which test runs in a child process.
const childEnv = "TOOLGEN_FILES_CHILD"

// runInChild runs tests of this program in a new process with these attributes. It reports whether
// the process could be started.
func runInChild(t *testing.T, run, as string, attributes *syscall.SysProcAttr) bool {
	t.Helper()
	// An ordinary user cannot enter the directories of go test.
	dir, err := os.MkdirTemp("", "files-test-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	program := filepath.Join(dir, "program")
	data, err := os.ReadFile("/proc/self/exe")
	if err == nil {
		err = os.WriteFile(program, data, 0o755)
	}
	if err == nil {
		err = os.Mkdir(filepath.Join(dir, "tmp"), 0o777)
	}
	for _, open := range []string{dir, filepath.Join(dir, "tmp")} {
		if err == nil {
			err = os.Chmod(open, 0o777)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	command := exec.Command(program, "-test.run="+run, "-test.short="+strconv.FormatBool(testing.Short() || racetest.Enabled), "-test.v")
	command.Dir = dir
	command.Env = append(os.Environ(), childEnv+"="+as, "TMPDIR="+filepath.Join(dir, "tmp"), "GORACE=atexit_sleep_ms=0")
	command.SysProcAttr = attributes
	output, err := command.CombinedOutput()
	if command.Process == nil {
		t.Logf("it cannot be started here: %v", err)
		return false
	}
	if err != nil || !strings.Contains(string(output), "--- PASS") {
		t.Errorf("%v\n%s", err, output)
	}
	return true
}

// TestAsOrdinaryUser runs all other tests as a user other than root.
func TestAsOrdinaryUser(t *testing.T) {
	if racetest.Enabled {
		t.Skip("the race detector finds the same as root: these tests run without it too")
	}
	if os.Getuid() != 0 || os.Getenv(childEnv) != "" {
		t.Skip("the tests run as an ordinary user already, or in a child process")
	}
	if !runInChild(t, "^Test", "user", &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}) {
		t.Skip("no process with another user can be started here")
	}
}
