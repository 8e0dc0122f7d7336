package file_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/toolgen/toolgen/builtin/file"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/toolstest"
)

// gitApply applies a patch in the directory with git.
func (w *fixture) gitApply(patch string) error {
	command := exec.Command("git", "-c", "core.autocrlf=false", "apply", "--whitespace=nowarn", "-")
	command.Dir, command.Stdin = w.dir, strings.NewReader(patch)
	command.Env = append(os.Environ(), "GIT_CEILING_DIRECTORIES="+filepath.Dir(w.dir), "GIT_CONFIG_NOSYSTEM=1", "HOME="+w.dir)
	output, err := command.CombinedOutput()
	if err != nil {
		return fmt.Errorf("%w: %s", err, output)
	}
	return nil
}

// requireGit skips the test if git is missing.
func requireGit(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("the test needs git")
	}
}

// For random texts, patch_file makes the same change as strings.Replace, and
// git apply makes the same change with the returned patch.
func TestPatchEqualsGitApply(t *testing.T) {
	requireGit(t)
	random := rand.New(rand.NewPCG(1, 2))
	lines := []string{"a\n", "a\n", "b\n", "\n", "a a\r\n", "}\n", "\t漢\n", "long line of text\n", "@@ -1 +1 @@\n", "--- a/f\n", "+++ b/f\n", "\\ No newline at end of file\n", "no end"}
	randomLines := func(maxLines int) string {
		var b strings.Builder
		for range random.IntN(maxLines + 1) {
			b.WriteString(lines[random.IntN(len(lines))])
		}
		return b.String()
	}
	w := newFixture(t)
	for i := range 150 {
		before := randomLines(60)
		if i%10 == 0 {
			before += strings.Repeat(randomLines(8), 30)
		}
		if before == "" {
			continue
		}
		start := random.IntN(len(before))
		old := strings.ToValidUTF8(before[start:min(len(before), start+1+random.IntN(12))], "")
		new := strings.ToValidUTF8(randomLines(3), "")
		all := random.IntN(3) > 0
		count := strings.Count(before, old)
		if old == "" || old == new {
			continue
		}
		w.writeFile("f", before)
		w.turn.Session = nil
		r := w.call("patch_file", args{"path": "f", "old_text": old, "new_text": new, "replace_all": all})
		if r.OK != (count == 1 || all && count > 0) {
			t.Fatalf("%q in %q, %d times: %+v", old, before, count, r)
		}
		if !r.OK {
			continue
		}
		after := strings.ReplaceAll(before, old, new)
		if w.readFile("f") != after {
			t.Fatalf("%q for %q in %q: got %q, want %q", new, old, before, w.readFile("f"), after)
		}
		w.writeFile("f", before)
		patch := structuredContent[file.PatchResult](t, r).Patch
		checkHunks(t, patch)
		if err := w.gitApply(patch); err != nil || w.readFile("f") != after {
			t.Fatalf("%v: %q for %q in %q: the file has %q after git apply of %s, want %q", err, new, old, before, w.readFile("f"), patch, after)
		}
	}
}

// checkHunks checks that the numbers of the new lines in a patch result from the numbers and the counts of the old ones. Git
// and the program patch ignore them.
func checkHunks(t *testing.T, patch string) {
	t.Helper()
	shift := 0
	for _, m := range hunkHeader.FindAllStringSubmatch(patch, -1) {
		n := [5]int{2: 1, 4: 1} // a missing count is 1
		for i, text := range m {
			if value, err := strconv.Atoi(text); err == nil {
				n[i] = value
			}
		}
		if n[1]+shift != n[3] && n[2] > 0 && n[4] > 0 {
			t.Errorf("%s has the new line %d, want %d:\n%s", m[0], n[3], n[1]+shift, patch)
		}
		shift += n[4] - n[2]
	}
}

// hunkHeader matches the header of a hunk, with the first lines and the counts of the old and the new file.
var hunkHeader = regexp.MustCompile(`(?m)^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@$`)

// Several edits that are close to each other are one hunk, and the next hunk has the right number.
func TestPatchHunks(t *testing.T) {
	w := newFixture(t)
	var lines []string
	for i := range 40 {
		lines = append(lines, fmt.Sprintf("line %d\n", i))
	}
	w.writeFile("f", strings.Join(lines, ""))
	r := w.mustSucceed(w.call("patch_file", args{"path": "f", "edits": []args{
		{"old_text": "line 2\n", "new_text": "two\nlines\n"}, {"old_text": "line 6\n", "new_text": "more\nthan\none\n"}, {"old_text": "line 30\n", "new_text": ""},
	}}))
	patch := structuredContent[file.PatchResult](t, r).Patch
	checkHunks(t, patch)
	if len(hunkHeader.FindAllString(patch, -1)) != 2 {
		t.Errorf("want two hunks:\n%s", patch)
	}
}

// The program patch makes the same change with the returned patch as the tool.
func TestPatchEqualsPatchProgram(t *testing.T) {
	if _, err := exec.LookPath("patch"); err != nil {
		t.Skip("the test needs the program patch")
	}
	for _, c := range []struct{ reason, before, old, new string }{
		{"one line", "one\ntwo\nthree\n", "two", "2"},
		{"CRLF", "one\r\ntwo\r\nthree\r\n", "two\r\n", "2\r\n3\r\n"},
		{"no line feed at the end", "one\ntwo", "two", "2\n"},
		{"the complete file", "one", "one", ""},
		{"several occurrences", strings.Repeat("a\nb\nc\nd\ne\nf\ng\nh\ni\nj\n", 5), "a\n", "A\nB\n"},
	} {
		w := newFixture(t)
		w.writeFile("dir/f", c.before)
		r := w.mustSucceed(w.call("patch_file", args{"path": "dir/f", "old_text": c.old, "new_text": c.new, "replace_all": true}))
		after := w.readFile("dir/f")
		w.writeFile("dir/f", c.before)
		command := exec.Command("patch", "-p1", "--binary")
		command.Dir, command.Stdin = w.dir, strings.NewReader(structuredContent[file.PatchResult](t, r).Patch)
		output, err := command.CombinedOutput()
		if got := strings.TrimPrefix(w.readFile("dir/f"), "missing"); err != nil || got != after {
			t.Errorf("%s: %v: %s: %q, want %q", c.reason, err, output, got, after)
		}
	}
}

// git applies patches for file names with special characters to the right
// file.
func TestPatchNamesWithSpecialCharacters(t *testing.T) {
	requireGit(t)
	for _, name := range []string{"with space", "dir/with  spaces ", "tab\there", "line\nbreak", `quote"d`, `back\slash`, "漢字", "-dash", "a/b/c", "x\n--- a/other\n+++ b/other\n@@ -0,0 +1 @@\n+evil"} {
		w := newFixture(t)
		w.writeFile(name, "one\ntwo\n")
		r := w.mustSucceed(w.call("patch_file", args{"path": name, "old_text": "two", "new_text": "2"}))
		w.writeFile(name, "one\ntwo\n")
		patch := structuredContent[file.PatchResult](t, r).Patch
		if err := w.gitApply(patch); err != nil || w.readFile(name) != "one\n2\n" {
			t.Errorf("%q: %v\n%s", name, err, patch)
		}
	}
}

// A patch with many replacements has only the changed lines and their context.
func TestPatchHasOnlyChangedLines(t *testing.T) {
	requireGit(t)
	var before strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&before, "line %d\n", i)
		if i%20 == 0 {
			before.WriteString("the name to change\n")
		}
	}
	w := newFixture(t)
	w.writeFile("f", before.String())
	r := toolstest.CallWith(t, w.options, toolNamed(t, "patch_file"), args{"path": "f", "old_text": "name", "new_text": "word", "replace_all": true}, w.turn).Result
	got := structuredContent[file.PatchResult](t, r)
	if got.Replacements != 1000 || strings.Count(got.Patch, "\n") != 2+1000*9-2 {
		t.Errorf("%d replacements, %d lines", got.Replacements, strings.Count(got.Patch, "\n"))
	}
	if len(r.Value) > 5000 || !strings.Contains(r.Value, " lines omitted; ") {
		t.Errorf("the text has %d bytes", len(r.Value))
	}
	w.writeFile("f", before.String())
	if err := w.gitApply(got.Patch); err != nil || w.readFile("f") != strings.ReplaceAll(before.String(), "name", "word") {
		t.Error(err)
	}
}

// A patch of a large file takes seconds at most in the worst cases: no step
// takes quadratic time.
func TestPatchLargeFiles(t *testing.T) {
	const limit = 3 << 20
	for _, c := range []struct{ reason, content, old, new string }{
		{"one byte three million times, in one line", strings.Repeat("a", limit), "a", "b"},
		{"each on a separate line", strings.Repeat("a\n", limit/2), "a", "b"},
		{"as many bytes as are compared for a diff", strings.Repeat("a\n", 1<<18), "a", "b"},
		{"control characters, which JSON escapes", strings.Repeat("\x01a\n", 1<<17), "a", "b"},
		{"many in a few long lines", strings.Repeat(strings.Repeat("ab", 1<<15-1)+"\n", limit>>16), "a", "c"},
		{"one at the end", strings.Repeat("line\n", limit/5-1) + "end\n", "end", "END"},
		{"none, but many similar lines", strings.Repeat("a line of text that is alike\n", limit/29), "a line of text that is not alike", "x"},
		{"one with other white space", strings.Repeat("line\n", limit/5-2) + "the  end\n", "the end", "x"},
	} {
		w := newFixture(t)
		w.writeFile("f", c.content)
		start := time.Now()
		r := w.call("patch_file", args{"path": "f", "old_text": c.old, "new_text": c.new, "replace_all": true})
		t.Logf("%s: %v, ok=%v", c.reason, time.Since(start).Round(time.Millisecond), r.OK)
		if r.OK != strings.Contains(c.content, c.old) || r.OK && w.readFile("f") != strings.ReplaceAll(c.content, c.old, c.new) {
			t.Errorf("%s: %v %.300s", c.reason, r.OK, r.Error)
		}
		if len(r.Structured) > runtime.DefaultMaxStructuredBytes || len(r.Value)+len(r.Error) > 8<<10 {
			t.Errorf("%s: %d and %d bytes", c.reason, len(r.Structured), len(r.Value)+len(r.Error))
		}
	}
}
