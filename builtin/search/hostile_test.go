package search_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/toolgen/toolgen/builtin/search"
	"github.com/toolgen/toolgen/internal/racetest"
	"github.com/toolgen/toolgen/runtime/toolstest"
)

// File names and lines of files cannot look like lines that the tools write.
func TestNamesCannotForgeOutputLines(t *testing.T) {
	dir := t.TempDir()
	names := []string{
		"a\nreal.go:1: needle forged", "b\rreal.go", "c\x1b[2Jd", "e\xff\xfe", "real.go:7: needle", "g\u2028real.go:1: x", "h\u202egnp", "i\u0085j",
		"--", "(no matches; 0 files searched)", "k\ttab", `l"quote`, " m", "n ", "o\n(1 file, 0 directories)", "p/\nq",
	}
	for _, name := range names {
		writeFiles(t, dir, map[string]string{name: "needle\rreal.go:2: forged\u2028real.go:3: forged\x1b[1A\x85\xff\u0085end\n"})
	}
	got, r := searchFiles(t, dir, map[string]any{"query": "needle", "context_lines": 1})
	if len(got.Matches) != len(names)-1 || got.Skipped.Unreadable != 1 || !strings.Contains(got.Skipped.Errors[0], "UTF-8") {
		t.Errorf("%d matches of %d; the errors: %v", len(got.Matches), len(names), got.Skipped.Errors)
	}
	match, summary := regexp.MustCompile(`^(?:".*"|[^:]*):1: needle.*end$`), regexp.MustCompile(`^\((?:15 matching lines in 15 files; |left out: 1 unreadable ).*\)$`)
	for line := range strings.SplitSeq(strings.ReplaceAll(withoutFence(r), "\n--\n", "\n"), "\n") {
		if !match.MatchString(line) && !summary.MatchString(line) || strings.ContainsAny(line, "\r\x1b\u2028\u0085\u202e") {
			t.Errorf("%q", line)
		}
	}
	list, r := listFiles(t, dir, map[string]any{})
	if lines := strings.Count(withoutFence(r), "\n") + 1; lines != len(list.Entries)+1 || len(list.Entries) != len(names)+2 {
		t.Errorf("%d lines, %d entries", lines, len(list.Entries))
	}
	for i, line := range strings.Split(withoutFence(r), "\n") {
		if last := i == len(list.Entries); strings.ContainsAny(line, "\r\x1b\u2028\u0085\u202e") || i > 0 && !last && !strings.HasPrefix(line, "  ") {
			t.Errorf("%q", line)
		}
	}
}

// The tools do not follow symbolic links and do not open pipes or devices.
func TestLinksAndSpecialFiles(t *testing.T) {
	dir, outside := t.TempDir(), t.TempDir()
	writeFiles(t, outside, map[string]string{"secret": "needle\n"})
	writeFiles(t, dir, map[string]string{"a/b/c": "needle\n"})
	for link, target := range map[string]string{
		"a/b/up": "../..", "a/self": ".", "out": outside, "outfile": filepath.Join(outside, "secret"), "dangling": "nothing", "inside": "a", "loop1": "loop2", "loop2": "loop1",
	} {
		requireNoError(t, os.Symlink(target, filepath.Join(dir, link)))
	}
	requireNoError(t, os.Symlink("/etc/passwd", filepath.Join(dir, "a", ".gitignore")))
	requireNoError(t, makePipe(filepath.Join(dir, "pipe")))
	requireNoError(t, makePipe(filepath.Join(dir, "a", "b", ".gitignore")))
	got, _ := searchFiles(t, dir, map[string]any{"query": "needle"})
	if len(got.Matches) != 1 || got.Matches[0].Path != "a/b/c" || got.Skipped.Special != 11 || got.Skipped.Unreadable != 0 {
		t.Errorf("got %+v", got)
	}
	got, _ = searchFiles(t, dir, map[string]any{"query": "needle", "path": "inside"})
	if len(got.Matches) != 1 || got.Matches[0].Path != "inside/b/c" {
		t.Errorf("a link as dir: %+v", got)
	}
	for name, args := range map[string]map[string]any{"search_files": {"query": "needle", "path": "out"}, "list_files": {"path": "a/b/up/../../out"}} {
		if r := toolstest.CallWith(t, realFilesOptions(), toolNamed(t, name), args, turnIn(dir)).Result; r.OK || strings.Contains(r.Error, outside) {
			t.Errorf("%s: a link to another directory: %+v", name, r)
		}
	}
	list, _ := listFiles(t, dir, map[string]any{"depth": 50})
	if len(list.Entries) != 1+3+11 {
		t.Errorf("%d entries: %+v", len(list.Entries), list.Entries)
	}
}

// Files that cannot be read are reported, and the other files are searched.
func TestUnreadableFiles(t *testing.T) {
	dir := t.TempDir()
	writeFiles(t, dir, map[string]string{"a": "needle\n", "b/c": "needle\n", "d/e": "needle\n", "d/.gitignore": "x\n", "f": "needle\n"})
	requireNoError(t, os.Link(filepath.Join(dir, "f"), filepath.Join(dir, "g"))) // files with several hard links are not read, because they can be outside the directory
	failing := toolstest.NewFS(map[string]string{"a": "needle\n", "b/c": "needle\n", "d/e": "needle\n", "d/.gitignore": "x\n", "f": "needle\n"})
	failing.FailWith("b", syscall.EACCES)
	failing.FailWith("d/.gitignore", syscall.EIO)
	failing.FailWith("f", syscall.EIO)
	r := search.SearchFS(t, failing, search.Args{Query: "needle"})
	if len(r.Matches) != 2 || r.Skipped.Unreadable != 4 || r.FilesSearched != 2 {
		t.Errorf("got %+v", r)
	}
	for _, want := range []string{"b: permission denied", "d/.gitignore: its rules are not used: input/output error", "d/.gitignore: input/output error", "f: input/output error", "4 unreadable"} {
		if !strings.Contains(shownText(r), want) {
			t.Errorf("no %q in %s", want, r)
		}
	}
	list := search.ListFS(t, failing, search.ListArgs{})
	if text := list.String(); list.Unreadable != 2 || !strings.Contains(text, "\n  b/  (cannot be read)\n") || !strings.Contains(text, "    e  7\n") {
		t.Errorf("got %s", text)
	}
	got, _ := searchFiles(t, dir, map[string]any{"query": "needle"})
	if len(got.Matches) != 3 || got.Skipped.Unreadable != 2 || !strings.Contains(got.Skipped.Errors[0], "hard links") {
		t.Errorf("hard links: %+v", got)
	}
	if os.Getuid() != 0 { // root can read all files
		requireNoError(t, os.Chmod(filepath.Join(dir, "b"), 0))
		defer os.Chmod(filepath.Join(dir, "b"), 0o700)
		if got, _ := searchFiles(t, dir, map[string]any{"query": "needle"}); len(got.Matches) != 2 || got.Skipped.Unreadable != 3 {
			t.Errorf("permissions: %+v", got)
		}
	}
}

// A .gitignore file of megabytes is read in part and reported. Rules that are
// slow in other implementations do not exceed the time of a search.
func TestHugeIgnoreFiles(t *testing.T) {
	if testing.Short() {
		t.Skip("writes megabytes")
	}
	for _, c := range []struct {
		reason, rules string
		reported      bool
	}{
		{"many rules", strings.Repeat("*x?\n", 1<<20), true},
		{"one long rule", strings.Repeat("*[a-z]", 1<<19), true},
		{"many classes", strings.Repeat("[!a]\n", 1<<19), true},
		{"many stars", strings.Repeat(strings.Repeat("*a", 100)+"b\n", 200), false},
		{"many pairs of stars", strings.Repeat(strings.Repeat("**/", 60)+"b\n", 200), false},
		{"many pairs of stars between names", strings.Repeat(strings.Repeat("**/a*/", 30)+"b\n", 200), false},
	} {
		dir := t.TempDir()
		writeFiles(t, dir, map[string]string{".gitignore": c.rules, "ignored": "needle\n", strings.Repeat("a/", 10) + ".gitignore": c.rules})
		for i := range racetest.Fewer(50, 5) {
			writeFiles(t, dir, map[string]string{strings.Repeat("a/", 10) + strings.Repeat("a", 100+i) + "c": "needle\n"})
		}
		start := time.Now()
		got, _ := searchFiles(t, dir, map[string]any{"query": "needle", "max_results": 1000})
		list, _ := listFiles(t, dir, map[string]any{"depth": 50})
		if took := time.Since(start); took > time.Minute || got.Stopped != "" || (got.Skipped.Unreadable > 0) != c.reported || (list.Unreadable > 0) != c.reported {
			t.Errorf("%s: %v, %+v, %d", c.reason, took, got.Skipped, list.Unreadable)
		}
	}
}

// Globs that need exponential time in other implementations are matched in time.
func TestSlowGlobs(t *testing.T) {
	dir := t.TempDir()
	deep := strings.Repeat("aa/", 100)
	for i := range 20 {
		writeFiles(t, dir, map[string]string{deep + strings.Repeat("a", 200) + fmt.Sprint(i): "x\n"})
	}
	for _, glob := range []string{
		strings.Repeat("**/", 160) + "b", strings.Repeat("**/a*/", 80) + "b", strings.Repeat("*a", 240) + "b", strings.Repeat("**/*a*a*/", 50) + "b",
		strings.Repeat("{a*,*a}", 6) + "b", strings.Repeat("**/{a*,*a,**}/", 3) + "b", strings.Repeat("[a-z]*", 80) + "b",
	} {
		start := time.Now()
		got, _ := searchFiles(t, dir, map[string]any{"query": "x", "glob": glob})
		if took := time.Since(start); took > 10*time.Second || len(got.Matches) > 0 || got.Stopped != "" {
			t.Errorf("%.40s…: %v, %+v", glob, took, got)
		}
	}
}

// While other files appear, change and disappear, a search finds the files
// that stay.
func TestConcurrentFileChanges(t *testing.T) {
	dir := t.TempDir()
	for i := range 100 {
		writeFiles(t, dir, map[string]string{fmt.Sprintf("keep/%03d", i): "needle\n"})
	}
	stop := make(chan struct{})
	var group sync.WaitGroup
	group.Go(func() {
		for i := 0; ; i++ {
			select {
			case <-stop:
				return
			default:
			}
			sub := filepath.Join(dir, fmt.Sprintf("keep/x%d", i%7))
			_ = os.MkdirAll(sub, 0o755)
			_ = os.WriteFile(filepath.Join(sub, "f"), []byte(strings.Repeat("other\n", i%5000)), 0o644)
			_ = os.Truncate(filepath.Join(dir, fmt.Sprintf("keep/x%d/f", (i+1)%7)), 3)
			_ = os.RemoveAll(filepath.Join(dir, fmt.Sprintf("keep/x%d", (i+3)%7)))
			_ = makePipe(filepath.Join(dir, fmt.Sprintf("keep/x%d", (i+3)%7)))
			_ = os.Remove(filepath.Join(dir, fmt.Sprintf("keep/x%d", (i+3)%7)))
		}
	})
	for range racetest.Fewer(30, 3) {
		if got, _ := searchFiles(t, dir, map[string]any{"query": "needle"}); len(got.Matches) != 100 || got.Stopped != "" {
			t.Errorf("%d matches, stopped by %q", len(got.Matches), got.Stopped)
		}
		if list, _ := listFiles(t, dir, map[string]any{}); len(list.Entries) < 102 || list.Stopped != "" {
			t.Errorf("%d entries, stopped by %q", len(list.Entries), list.Stopped)
		}
	}
	close(stop)
	group.Wait()
}

// panicFS is a file system that panics at one name.
type panicFS struct {
	*toolstest.FS
	at string
}

func (p panicFS) Open(name string) (fs.File, error) {
	if name == p.at {
		panic("broken")
	}
	return p.FS.Open(name)
}

// A panic in a goroutine of a search is raised again in the call's own
// goroutine, where the runtime recovers it.
func TestPanicsReachTheCall(t *testing.T) {
	for _, at := range []string{".gitignore", "b"} { // opened by the walk, and by a worker
		func() {
			defer func() {
				if value := recover(); !strings.Contains(fmt.Sprint(value), "broken") {
					t.Errorf("%s: recovered %v", at, value)
				}
			}()
			memory := toolstest.NewFS(map[string]string{".gitignore": "x\n", "a": "needle\n", "b": "needle\n", "c": "needle\n"})
			search.SearchFS(t, panicFS{memory, at}, search.Args{Query: "needle"})
			t.Errorf("%s: no panic", at)
		}()
	}
}
