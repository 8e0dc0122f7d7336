package file_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/toolgen/toolgen/builtin/file"
	"github.com/toolgen/toolgen/runtime"
)

// gitApply applies a patch to the directory of the world.
func (w *world) gitApply(patch string) error {
	command := exec.Command("git", "-c", "core.autocrlf=false", "apply", "--whitespace=nowarn", "-")
	command.Dir, command.Stdin = w.dir, strings.NewReader(patch)
	command.Env = append(os.Environ(), "GIT_CEILING_DIRECTORIES="+filepath.Dir(w.dir), "GIT_CONFIG_NOSYSTEM=1", "HOME="+w.dir)
	output, err := command.CombinedOutput()
	if err != nil {
		return fmt.Errorf("%w: %s", err, output)
	}
	return nil
}

func needGit(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("there is no git here")
	}
}

// Patching random texts is what strings.Replace makes of them, and git makes the
// same of the patch.
func TestPatchesAreWhatTheySay(t *testing.T) {
	needGit(t)
	random := rand.New(rand.NewPCG(1, 2))
	lines := []string{"a\n", "a\n", "b\n", "\n", "a a\r\n", "}\n", "\t漢\n", "long line of text\n", "@@ -1 +1 @@\n", "--- a/f\n", "+++ b/f\n", "\\ No newline at end of file\n", "no end"}
	some := func(most int) string {
		var b strings.Builder
		for range random.IntN(most + 1) {
			b.WriteString(lines[random.IntN(len(lines))])
		}
		return b.String()
	}
	w := newWorld(t)
	for i := range 150 {
		before := some(60)
		if i%10 == 0 {
			before += strings.Repeat(some(8), 30)
		}
		if before == "" {
			continue
		}
		start := random.IntN(len(before))
		old := strings.ToValidUTF8(before[start:min(len(before), start+1+random.IntN(12))], "")
		new := strings.ToValidUTF8(some(3), "")
		all := random.IntN(3) > 0
		count := strings.Count(before, old)
		if old == "" || old == new {
			continue
		}
		w.put("f", before)
		w.turn.Session = nil
		r := w.call("patch_file", args{"file_path": "f", "old_text": old, "new_text": new, "replace_all": all})
		if r.OK != (count == 1 || all && count > 0) {
			t.Fatalf("%q in %q, %d times: %+v", old, before, count, r)
		}
		if !r.OK {
			continue
		}
		after := strings.ReplaceAll(before, old, new)
		if w.content("f") != after {
			t.Fatalf("%q for %q in %q: got %q, want %q", new, old, before, w.content("f"), after)
		}
		w.put("f", before)
		patch := structured[file.PatchResult](t, r).Patch
		if err := w.gitApply(patch); err != nil || w.content("f") != after {
			t.Fatalf("%v: %q for %q in %q: git made %q of %s, want %q", err, new, old, before, w.content("f"), patch, after)
		}
	}
}

// The program patch makes the same of a patch as the tool.
func TestPatchProgram(t *testing.T) {
	if _, err := exec.LookPath("patch"); err != nil {
		t.Skip("there is no patch here")
	}
	for _, c := range []struct{ reason, before, old, new string }{
		{"one line", "one\ntwo\nthree\n", "two", "2"},
		{"CRLF", "one\r\ntwo\r\nthree\r\n", "two\r\n", "2\r\n3\r\n"},
		{"no line feed at the end", "one\ntwo", "two", "2\n"},
		{"all of it", "one", "one", ""},
		{"several places", strings.Repeat("a\nb\nc\nd\ne\nf\ng\nh\ni\nj\n", 5), "a\n", "A\nB\n"},
	} {
		w := newWorld(t)
		w.put("dir/f", c.before)
		r := w.ok(w.call("patch_file", args{"file_path": "dir/f", "old_text": c.old, "new_text": c.new, "replace_all": true}))
		after := w.content("dir/f")
		w.put("dir/f", c.before)
		command := exec.Command("patch", "-p1", "--binary")
		command.Dir, command.Stdin = w.dir, strings.NewReader(structured[file.PatchResult](t, r).Patch)
		output, err := command.CombinedOutput()
		if got := strings.TrimPrefix(w.content("dir/f"), "missing"); err != nil || got != after {
			t.Errorf("%s: %v: %s: %q, want %q", c.reason, err, output, got, after)
		}
	}
}

// Names that could be taken for something else in a patch.
func TestPatchesOfOddNames(t *testing.T) {
	needGit(t)
	for _, name := range []string{"with space", "dir/with  spaces ", "tab\there", "line\nbreak", `quote"d`, `back\slash`, "漢字", "-dash", "a/b/c", "x\n--- a/other\n+++ b/other\n@@ -0,0 +1 @@\n+evil"} {
		w := newWorld(t)
		w.put(name, "one\ntwo\n")
		r := w.ok(w.call("patch_file", args{"file_path": name, "old_text": "two", "new_text": "2"}))
		w.put(name, "one\ntwo\n")
		patch := structured[file.PatchResult](t, r).Patch
		if err := w.gitApply(patch); err != nil || w.content(name) != "one\n2\n" {
			t.Errorf("%q: %v\n%s", name, err, patch)
		}
	}
}

// Only the changed lines are in a patch, however many there are.
func TestPatchesAreShort(t *testing.T) {
	needGit(t)
	var before strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&before, "line %d\n", i)
		if i%20 == 0 {
			before.WriteString("the name to change\n")
		}
	}
	w := newWorld(t)
	w.put("f", before.String())
	r := w.ok(w.call("patch_file", args{"file_path": "f", "old_text": "name", "new_text": "word", "replace_all": true}))
	got := structured[file.PatchResult](t, r)
	if got.Replacements != 1000 || strings.Count(got.Patch, "\n") != 2+1000*9-2 {
		t.Errorf("%d replacements, %d lines", got.Replacements, strings.Count(got.Patch, "\n"))
	}
	if len(r.Value) > 5000 || !strings.HasSuffix(r.Value, "more lines)") {
		t.Errorf("a text of %d bytes", len(r.Value))
	}
	w.put("f", before.String())
	if err := w.gitApply(got.Patch); err != nil || w.content("f") != strings.ReplaceAll(before.String(), "name", "word") {
		t.Error(err)
	}
}

// The worst that a large file can be takes no more than seconds: nothing is quadratic.
func TestPatchesOfLargeFiles(t *testing.T) {
	const limit = 3 << 20
	for _, c := range []struct{ reason, content, old, new string }{
		{"one byte ten million times, in one line", strings.Repeat("a", limit), "a", "b"},
		{"in lines of their own", strings.Repeat("a\n", limit/2), "a", "b"},
		{"as many as are compared for a diff", strings.Repeat("a\n", 1<<18), "a", "b"},
		{"control characters, which JSON escapes", strings.Repeat("\x01a\n", 1<<17), "a", "b"},
		{"in a few lines", strings.Repeat(strings.Repeat("ab", 1<<15-1)+"\n", limit>>16), "a", "c"},
		{"one far at the end", strings.Repeat("line\n", limit/5-1) + "end\n", "end", "END"},
		{"nowhere, but nearly", strings.Repeat("a line of text that is alike\n", limit/29), "a line of text that is not alike", "x"},
		{"with other white space", strings.Repeat("line\n", limit/5-2) + "the  end\n", "the end", "x"},
	} {
		w := newWorld(t)
		w.put("f", c.content)
		began := time.Now()
		r := w.call("patch_file", args{"file_path": "f", "old_text": c.old, "new_text": c.new, "replace_all": true})
		t.Logf("%s: %v, ok=%v", c.reason, time.Since(began).Round(time.Millisecond), r.OK)
		if r.OK != strings.Contains(c.content, c.old) || r.OK && w.content("f") != strings.ReplaceAll(c.content, c.old, c.new) {
			t.Errorf("%s: %v %.300s", c.reason, r.OK, r.Error)
		}
		if len(r.Structured) > runtime.DefaultMaxStructuredBytes || len(r.Value)+len(r.Error) > 8<<10 {
			t.Errorf("%s: %d and %d bytes", c.reason, len(r.Structured), len(r.Value)+len(r.Error))
		}
	}
}
