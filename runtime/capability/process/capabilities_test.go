//go:build linux

package process_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/toolgen/toolgen/runtime/capability/process"
)

// allowedCapabilities are the capabilities that programs of root may have: those of a container of Docker.
const allowedCapabilities = 0xa80425fb

// applicationOutput returns the output of an application. That of root has all capabilities in its inheritable
// and ambient sets.
func (w *fixture) applicationOutput(isolation process.Isolation, acts ...string) string {
	w.t.Helper()
	command := exec.Command(filepath.Join(w.bin, "helper"), append([]string{"application=" + string(isolation)}, acts...)...)
	command.Args[0], command.Dir = "helper", w.dir
	command.Env = append(os.Environ(), "HELPER="+filepath.Join(w.bin, "helper"), "SECRET=of the application")
	bounding, _ := strconv.ParseUint(statusLine(w.t, "CapBnd"), 16, 64)
	var ambient []uintptr
	for c := range 64 {
		if os.Getuid() == 0 && bounding>>c&1 == 1 {
			ambient = append(ambient, uintptr(c))
		}
	}
	command.SysProcAttr = &syscall.SysProcAttr{AmbientCaps: ambient}
	output, _ := command.CombinedOutput() // the helper ends with exit code 1
	return string(output)
}

func statusLine(t testing.TB, name string) string {
	_, rest, _ := strings.Cut(readFile(t, "/proc/self/status"), name+":\t")
	value, _, _ := strings.Cut(rest, "\n")
	return value
}

// TestCapabilities runs programs of an application that passes on all its capabilities.
func TestCapabilities(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only root has capabilities")
	}
	for _, isolation := range completeIsolations {
		t.Run(string(isolation), func(t *testing.T) {
			requireIsolation(t, isolation)
			w := newFixture(t, process.Options{})
			acts := []string{"status=Cap", "status=NoNewPrivs"}
			if isolation == process.Namespace { // a mount of Supervisor would be one of the system
				acts = append(acts, "unmount=/proc", "mount=/mnt")
			}
			output := w.applicationOutput(isolation, acts...)
			for _, set := range []string{"CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"} {
				_, rest, ok := strings.Cut(output, set+":\t")
				text, _, _ := strings.Cut(rest, "\n")
				got, err := strconv.ParseUint(text, 16, 64)
				limit := uint64(allowedCapabilities)
				if set == "CapInh" || set == "CapAmb" {
					limit = 0
				}
				if !ok || err != nil || got&^limit != 0 {
					t.Errorf("%s is %q, %v", set, text, err)
				}
			}
			if !strings.Contains(output, "NoNewPrivs:\t1") || strings.Count(output, "operation not permitted") != len(acts)-2 {
				t.Errorf("%s", output)
			}
		})
	}
}

// TestEnvironmentOfTheApplication runs programs that read the environment of the application. It does not
// cover Supervisor without Landlock.
func TestEnvironmentOfTheApplication(t *testing.T) {
	for _, isolation := range completeIsolations {
		t.Run(string(isolation), func(t *testing.T) {
			requireIsolation(t, isolation)
			if isolation == process.Supervisor && !signalsAreScoped() {
				t.Skip("this kernel does not protect the application")
			}
			w := newFixture(t, process.Options{Isolation: isolation})
			var acts []string
			if isolation == process.Namespace { // a mount of Supervisor would be one of the system
				acts = append(acts, "unmount=/proc")
			}
			output := w.run(append(acts, fmt.Sprintf("read=/proc/%d/environ", os.Getpid()))...)
			if strings.Contains(output.Stdout, "PATH=") {
				t.Errorf("%q", output.Stdout)
			}
			if os.Getuid() == 0 {
				if got := w.applicationOutput(isolation, append(acts, "read=/proc/APPLICATION/environ")...); strings.Contains(got, "SECRET") {
					t.Errorf("with inheritable capabilities: %q", got)
				}
			}
		})
	}
}

// TestOrdinaryWork runs programs that do what tools do, which no restriction may prevent.
func TestOrdinaryWork(t *testing.T) {
	forEachIsolation(t, func(t *testing.T, isolation process.Isolation) {
		w := newFixture(t, process.Options{Isolation: isolation})
		for _, dir := range []string{"a", "b"} {
			if err := os.Mkdir(filepath.Join(w.dir, dir), 0o755); err != nil {
				t.Fatal(err)
			}
		}
		if output := w.run("write=a/x", "rename=a/x:b/x"); output.Stdout != "<nil>\n<nil>\n" {
			t.Errorf("%q", output.Stdout)
		}
		child := append(spawn([]string{"pid=" + filepath.Join(w.dir, "pid"), "linger"}), "await="+filepath.Join(w.dir, "pid"), "stopchild="+filepath.Join(w.dir, "pid"))
		if output := w.run(child...); output.Stdout != "<nil>\n" {
			t.Errorf("a signal to its own child: %q", output.Stdout)
		}
		if output := w.run("status=SigBlk"); strings.Trim(strings.TrimPrefix(strings.TrimSpace(output.Stdout), "SigBlk:"), "\t0") != "" {
			t.Errorf("blocked signals: %q", output.Stdout)
		}
	})
}
