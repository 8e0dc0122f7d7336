package git

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// State reports branch and changes, and starts no program that the repository names.
func TestState(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	dir := t.TempDir()
	t.Setenv("GIT_CEILING_DIRECTORIES", filepath.Dir(dir))
	t.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	check := func(reason, want string) {
		t.Helper()
		if got := State(t.Context(), dir); got != want {
			t.Errorf("%s: %q, want %q", reason, got, want)
		}
	}
	git := func(args ...string) {
		t.Helper()
		cmd := exec.Command("git", append([]string{"-c", "user.name=a", "-c", "user.email=a@example.org"}, args...)...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	write := func(name, content string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	check("no repository", "")
	git("init", "-b", "first")
	check("no commit", `branch "first", no changed files`)
	write("a.txt", "a")
	write("b.txt", "b")
	check("new files", `branch "first", changed files: 2`)
	git("add", ".")
	git("commit", "-m", "a")
	check("a commit", `branch "first", no changed files`)

	write("a.txt", "b")
	write(".gitattributes", "*.txt filter=evil\n")
	ran := filepath.Join(t.TempDir(), "ran")
	git("config", "filter.evil.clean", "touch "+ran+"; cat")
	check("a filter", `branch "first"`)
	git("config", "--unset", "filter.evil.clean")
	git("config", "core.fsmonitor", "touch "+ran)
	check("a monitor", `branch "first"`)
	if _, err := os.Stat(ran); err == nil {
		t.Error("a program of the repository was started")
	}
	git("-c", "core.fsmonitor=false", "checkout", "-q", "--detach")
	if got := State(t.Context(), dir); !strings.HasPrefix(got, "no branch") {
		t.Errorf("without a branch: %q", got)
	}
}
