package gitref_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/internal/gitref"
)

// repository returns a repository with one commit of the files.
func repository(t *testing.T, files map[string]string) string {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip(err)
	}
	for _, name := range []string{"GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM"} {
		t.Setenv(name, os.DevNull)
	}
	dir := t.TempDir()
	for name, content := range files {
		write(t, filepath.Join(dir, name), content, 0o600)
	}
	git(t, dir, "init", "-q", ".")
	git(t, dir, "add", ".")
	git(t, dir, "-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-q", "-m", "first")
	return dir
}

func git(t *testing.T, dir string, args ...string) {
	t.Helper()
	command := exec.Command("git", args...)
	command.Dir = dir
	if output, err := command.CombinedOutput(); err != nil {
		t.Fatalf("git %v: %v: %s", args, err, output)
	}
}

func write(t *testing.T, path, content string, mode os.FileMode) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), mode); err != nil {
		t.Fatal(err)
	}
}

// A directory of a checkout that has the form of a bare repository starts no program, and neither do the hooks and the
// monitor of the repository itself.
func TestNoPrograms(t *testing.T) {
	dir := repository(t, map[string]string{"go.mod": "module a\n", "a.go": "package a\n"})
	ran := filepath.Join(t.TempDir(), "ran")
	script := "#!/bin/sh\necho \"$0\" >>'" + ran + "'\ncat\n"
	planted := filepath.Join(dir, "planted")
	git(t, dir, "clone", "-q", "--bare", ".", "planted")
	write(t, filepath.Join(planted, "go.mod"), "module a\n", 0o600)
	write(t, filepath.Join(planted, "info/attributes"), "* filter=x\n", 0o600)
	for name, value := range map[string]string{"core.bare": "false", "core.worktree": planted, "filter.x.smudge": filepath.Join(planted, "smudge")} {
		git(t, dir, "config", "--file", filepath.Join(planted, "config"), name, value)
	}
	write(t, filepath.Join(planted, "smudge"), script, 0o700)
	for _, git := range []string{planted, filepath.Join(dir, ".git")} {
		write(t, filepath.Join(git, "monitor"), script, 0o700)
		write(t, filepath.Join(git, "hooks/post-index-change"), script, 0o700)
	}
	for _, config := range []string{filepath.Join(planted, "config"), filepath.Join(dir, ".git/config")} {
		git(t, dir, "config", "--file", config, "core.fsmonitor", filepath.Join(filepath.Dir(config), "monitor"))
	}
	if _, err := gitref.Open(t.Context(), planted, "HEAD"); err == nil {
		t.Error("the planted repository was used")
	}
	c, err := gitref.Open(t.Context(), dir, "HEAD")
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if content, err := os.ReadFile(filepath.Join(c.Dir, "a.go")); string(content) != "package a\n" || err != nil {
		t.Errorf("a.go has %q, %v", content, err)
	}
	if programs, _ := os.ReadFile(ran); len(programs) > 0 {
		t.Errorf("git started %s", programs)
	}
}

// A directory that is a symbolic link in the commit does not lead out of the files of the commit.
func TestLinkedDirectory(t *testing.T) {
	outside := t.TempDir()
	write(t, filepath.Join(outside, "go.mod"), "module b\n", 0o600)
	dir := repository(t, map[string]string{"go.mod": "module a\n"})
	if err := os.Symlink(outside, filepath.Join(dir, "linked")); err != nil {
		t.Skip(err)
	}
	git(t, dir, "add", ".")
	git(t, dir, "-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-q", "-m", "second")
	if err := os.Remove(filepath.Join(dir, "linked")); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "linked/go.mod"), "module a/linked\n", 0o600)
	if _, err := gitref.Open(t.Context(), filepath.Join(dir, "linked"), "HEAD"); err == nil || !strings.Contains(err.Error(), "leads out of the repository") {
		t.Error(err)
	}
}
