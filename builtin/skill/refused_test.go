//go:build unix

package skill_test

import (
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolgen/toolgen/builtin/skill"
	"github.com/toolgen/toolgen/runtime"
)

// TestRefused uses names that are not valid, and files that cannot be skills.
func TestRefused(t *testing.T) {
	dir := newSkillsDir(t)
	for link, target := range map[string]string{
		"skills/linked": filepath.Join(dir, "outside"), "skills/linked-file.md": filepath.Join(dir, "outside.md"), "skills/circle.md": "circle.md",
	} {
		if err := os.Symlink(target, filepath.Join(dir, link)); err != nil {
			t.Fatal(err)
		}
	}
	large, err := os.Create(filepath.Join(dir, "skills/large.md"))
	if err != nil {
		t.Fatal(err)
	}
	defer large.Close()
	if err := large.Truncate(1 << 30); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(filepath.Join(dir, "skills/pipe.md"), 0o644); err != nil {
		t.Fatal(err)
	}
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(64 << 20))
	type failure struct {
		code   runtime.Code
		reason string
	}
	for _, test := range []struct {
		reason, name string
		want         failure
	}{
		{"no such skill", "relese-notes", failure{runtime.InputInvalid, skill.ReasonUnknown}},
		{"a directory without SKILL.md", "empty-directory", failure{runtime.InputInvalid, skill.ReasonUnknown}},
		{"a directory named like a file", "a-directory", failure{runtime.InputInvalid, skill.ReasonUnknown}},
		{"a link that leads out", "linked", failure{runtime.InputInvalid, skill.ReasonUnknown}},
		{"a link to a file outside", "linked-file", failure{runtime.InputInvalid, skill.ReasonUnknown}},
		{"a link to itself", "circle", failure{runtime.InputInvalid, skill.ReasonUnknown}},
		{"a pipe without a writer", "pipe", failure{runtime.InputInvalid, skill.ReasonUnknown}},
		{"a file of 1 GB", "large", failure{runtime.ExecutionFailed, skill.ReasonTooLarge}},
		{"a binary file", "binary", failure{runtime.ExecutionFailed, skill.ReasonNotText}},
		{"a path", "../outside", failure{runtime.InputInvalid, ""}},
		{"the directory above", "..", failure{runtime.InputInvalid, ""}},
		{"the directory of skills", ".", failure{runtime.InputInvalid, ""}},
		{"an absolute path", "/etc/passwd", failure{runtime.InputInvalid, ""}},
		{"a path of Windows", `..\outside`, failure{runtime.InputInvalid, ""}},
		{"an escaped path", "%2e%2e%2foutside", failure{runtime.InputInvalid, ""}},
		{"a name with a NUL character", "commit\x00", failure{runtime.InputInvalid, ""}},
		{"a name that ends in NUL and a path", "commit\x00/../../outside", failure{runtime.InputInvalid, ""}},
		{"letters that look like dots and slashes", "․․∕outside", failure{runtime.InputInvalid, ""}},
		{"a path within", "release-notes/parts", failure{runtime.InputInvalid, ""}},
		{"a file name", "commit.md", failure{runtime.InputInvalid, ""}},
		{"a hidden name", ".hidden", failure{runtime.InputInvalid, ""}},
		{"a name with a newline", "commit\n", failure{runtime.InputInvalid, ""}},
		{"a name of 65 characters", strings.Repeat("a", 65), failure{runtime.InputInvalid, ""}},
		{"no name", "", failure{runtime.InputInvalid, ""}},
	} {
		t.Run(test.reason, func(t *testing.T) {
			got := get(t, turn(dir, "."), test.name)
			if diff := cmp.Diff(test.want, failure{got.Code, got.Reason}, cmp.AllowUnexported(failure{})); diff != "" {
				t.Errorf("%s\n%s", diff, got.Error)
			}
			if strings.Contains(got.Error, dir) || strings.Contains(got.Error, "SECRET") {
				t.Errorf("the error shows too much: %s", got.Error)
			}
			if got.Reason == skill.ReasonUnknown && !strings.Contains(got.Error, "both, broken, commit,") {
				t.Errorf("it does not list the skills: %s", got.Error)
			}
		})
	}
}

// TestDirectoryThatLeadsOut replaces the directory of skills, and the file of a skill, by links that lead out
// of the working directory: they are refused.
func TestDirectoryThatLeadsOut(t *testing.T) {
	outside := newSkillsDir(t)
	whole, part := t.TempDir(), t.TempDir()
	if err := os.MkdirAll(filepath.Join(part, "skills", "commit"), 0o755); err != nil {
		t.Fatal(err)
	}
	for link, target := range map[string]string{
		filepath.Join(whole, "skills"):                      filepath.Join(outside, "skills"),
		filepath.Join(part, "skills", "commit", "SKILL.md"): filepath.Join(outside, "skills", "commit.md"),
	} {
		if err := os.Symlink(target, link); err != nil {
			t.Fatal(err)
		}
	}
	for _, dir := range []string{whole, part} {
		if got := get(t, turn(dir, "."), "commit"); got.OK || got.Code != runtime.NotAvailable || strings.Contains(got.Error, "commit message") {
			t.Errorf("%+v", got)
		}
	}
	if got := get(t, turn(outside, "."), "commit"); !got.OK {
		t.Errorf("without a link: %+v", got)
	}
}
