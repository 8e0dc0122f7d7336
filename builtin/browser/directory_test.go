package browser_test

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/builtin/browser"
)

// killedTest is the variable that has the URL that TestKilledApplication opens
// in its own process.
const killedTest = "TOOLGEN_TEST_OPEN"

// A new Chromium removes the directory of one whose application was killed, and
// no other directory.
func TestKilledApplication(t *testing.T) {
	if url := os.Getenv(killedTest); url != "" {
		newFixture(browser.Options{}).newClient(t).open(url)
		os.Stdout.WriteString("\nready\n")
		select {} // until it is killed
	}
	needChromium(t)
	s := serve(t, map[string]any{"/": "<title>Fine</title>"})
	parent, err := os.MkdirTemp("/tmp", "killed-") // the path of a socket in it must be short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(parent) })
	t.Setenv("TMPDIR", parent)
	foreign := filepath.Join(parent, "toolgen-browser-new")
	if err := os.Mkdir(foreign, 0o700); err != nil {
		t.Fatal(err)
	}
	child := exec.Command(os.Args[0], "-test.run=^TestKilledApplication$")
	child.Env = append(os.Environ(), killedTest+"="+s.URL)
	output, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	for lines := bufio.NewScanner(output); lines.Scan() && lines.Text() != "ready"; {
		t.Log(lines.Text())
	}
	directories := func() []string {
		all, _ := filepath.Glob(filepath.Join(parent, "toolgen-*"))
		return all
	}
	_ = child.Process.Kill()
	_ = child.Wait()
	left := directories()
	if len(left) < 2 {
		t.Fatalf("this test does not find the directory of Chromium: %v", left)
	}
	waitFor(t, "the processes of the killed application end", func() bool { return !isUsed(parent) })
	m := newFixture(browser.Options{})
	m.newClient(t).open(s.URL)
	if now := directories(); len(now) != 2 { // that of the new Chromium, and the one without a lock
		t.Errorf("%v is left of %v", now, left)
	}
	second := newFixture(browser.Options{})
	second.newClient(t).open(s.URL)
	m.newClient(t).open(s.URL) // the directories of the others, which run, are not removed
	if now := directories(); len(now) != 4 {
		t.Errorf("there are %v", now)
	}
	for _, f := range []*fixture{m, second} {
		if err := f.browser.Shutdown(t.Context()); err != nil {
			t.Error(err)
		}
	}
	if now := directories(); len(now) != 1 || now[0] != foreign {
		t.Errorf("%v is left at the end", now)
	}
}

// isUsed reports whether the command line of a process contains a path.
func isUsed(path string) bool {
	lines, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, line := range lines {
		if text, _ := os.ReadFile(line); strings.Contains(string(text), path) {
			return true
		}
	}
	return false
}
