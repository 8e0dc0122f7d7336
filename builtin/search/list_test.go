package search_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/toolgen/toolgen/builtin/search"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability"
	"github.com/toolgen/toolgen/runtime/toolstest"
)

// listFiles calls list_files in a directory.
func listFiles(t testing.TB, dir string, args map[string]any) (search.ListResult, runtime.Result) {
	t.Helper()
	return decode[search.ListResult](t, toolstest.CallWith(t, realFilesOptions(), toolNamed(t, "list_files"), args, turnIn(dir)))
}

// list_files returns the expected text: entries, notes and summary.
func TestListText(t *testing.T) {
	dir := t.TempDir()
	writeFiles(t, dir, map[string]string{
		"b.go": "12345", "a/c.txt": "", "a/d/e/f/g": "1", "a/d/e/h.go": "22", ".gitignore": "*.log\n/out/\n", "a/x.log": "x", "out/y": "y", ".git/config": "z", "empty/": "",
	})
	requireNoError(t, os.Symlink("b.go", filepath.Join(dir, "link")))
	requireNoError(t, makePipe(filepath.Join(dir, "pipe")))
	for _, c := range []struct {
		reason string
		args   map[string]any
		want   string
	}{
		{"three levels", map[string]any{}, `./
  .gitignore  12
  a/
    c.txt  0
    d/
      e/  (not opened)
  b.go  5
  empty/
  link  (symbolic link)
  pipe  (special file)
(5 files, 4 directories; left out: 2 ignored by .gitignore; 1 directory not opened: increase depth)`},
		{"one level of a directory", map[string]any{"path": "a/d/", "depth": 1}, "a/d/\n  e/  (not opened)\n(0 files, 1 directory; 1 directory not opened: increase depth)"},
		{"all levels", map[string]any{"path": "a/d", "depth": 50}, "a/d/\n  e/\n    f/\n      g  1\n    h.go  2\n(2 files, 2 directories)"},
		{"a glob, with the parent directories", map[string]any{"glob": "*.go", "depth": 9}, "./\n  a/\n    d/\n      e/\n        h.go  2\n  b.go  5\n(2 files, 3 directories; left out: 2 ignored by .gitignore)"},
		{"a glob has no default depth", map[string]any{"glob": "*.go"}, "./\n  a/\n    d/\n      e/\n        h.go  2\n  b.go  5\n(2 files, 3 directories; left out: 2 ignored by .gitignore)"},
		{"a glob of any directories", map[string]any{"glob": "**/f/*"}, "./\n  a/\n    d/\n      e/\n        f/\n          g  1\n(1 file, 4 directories; left out: 2 ignored by .gitignore)"},
		{"a glob of more levels than the default depth", map[string]any{"glob": "a/*/e/f/g"}, "./\n  a/\n    d/\n      e/\n        f/\n          g  1\n(1 file, 4 directories; left out: 2 ignored by .gitignore)"},
		{"a glob with a depth names the directories that are not opened", map[string]any{"glob": "**/*.go", "depth": 2}, "./\n  b.go  5\n(1 file, 0 directories; left out: 2 ignored by .gitignore; 1 directory not opened: a/d: increase depth)"},
		{"directories in which no file can match", map[string]any{"glob": "empty/*.go", "depth": 1}, "./\n(0 files, 0 directories; left out: 1 ignored by .gitignore; 1 directory not opened: empty: increase depth)"},
		{"directories that no glob can match are not opened", map[string]any{"glob": "*/c.txt"}, "./\n  a/\n    c.txt  0\n(1 file, 1 directory; left out: 2 ignored by .gitignore)"},
		{"a glob that only excludes has the default depth", map[string]any{"path": "a", "glob": "!*.txt"}, "a/\n  d/\n    e/\n      f/  (not opened)\n      h.go  2\n(1 file, 3 directories; left out: 1 ignored by .gitignore; 1 directory not opened: increase depth)"},
		{"a glob of paths", map[string]any{"path": "a", "glob": "d/**/g", "depth": 9}, "a/\n  d/\n    e/\n      f/\n        g  1\n(1 file, 3 directories; left out: 1 ignored by .gitignore)"},
		{"no match", map[string]any{"glob": "*.rs", "depth": 9}, "./\n(0 files, 0 directories; left out: 2 ignored by .gitignore; no file matches glob \"*.rs\")"},
		{"a file", map[string]any{"path": "a/d/e/h.go"}, "a/d/e/h.go  2\n(1 file, 0 directories)"},
		{"excluded files and directories", map[string]any{"path": "a", "exclude": "d/", "depth": 9}, "a/\n  c.txt  0\n(1 file, 0 directories; left out: 1 ignored by .gitignore)"},
		{"a glob that excludes", map[string]any{"path": "a/d/e", "glob": "!*.go", "depth": 9}, "a/d/e/\n  f/\n    g  1\n(1 file, 1 directory)"},
		{"a glob that matches nothing", map[string]any{"path": "a/d", "glob": "*.rs", "depth": 9}, "a/d/\n(0 files, 0 directories; no file below a/d matches glob \"*.rs\")"},
		{"an empty directory", map[string]any{"path": "empty"}, "empty/\n(0 files, 0 directories)"},
		{"an absolute directory below the working directory", map[string]any{"path": filepath.Join(dir, "a"), "depth": 1}, "a/\n  c.txt  0\n  d/  (not opened)\n(1 file, 1 directory; left out: 1 ignored by .gitignore; 1 directory not opened: increase depth)"},
	} {
		_, r := listFiles(t, dir, c.args)
		if got := withoutFence(r); got != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.reason, got, c.want)
		}
	}
}

func TestListStructuredContent(t *testing.T) {
	dir := t.TempDir()
	writeFiles(t, dir, map[string]string{"a/b": "123", "c": ""})
	got, _ := listFiles(t, dir, map[string]any{"depth": 2})
	want := []search.Entry{{Path: ".", Kind: search.Directory}, {Path: "a", Kind: search.Directory}, {Path: "a/b", Kind: search.File, Size: 3}, {Path: "c", Kind: search.File}}
	if !slices.Equal(got.Entries, want) {
		t.Errorf("got %+v", got.Entries)
	}
}

// If there are too many entries, the upper levels are complete, no directory
// uses the whole limit, and the result says what is left out.
func TestListLimits(t *testing.T) {
	dir := t.TempDir()
	for d := range 10 {
		for f := range 250 {
			writeFiles(t, dir, map[string]string{fmt.Sprintf("d%d/%03d", d, f): ""})
		}
		writeFiles(t, dir, map[string]string{fmt.Sprintf("d%d/e/f", d): ""})
	}
	got, r := listFiles(t, dir, map[string]any{})
	text := withoutFence(r)
	if got.Stopped != search.StoppedByEntries || len(got.Entries) != 1001 {
		t.Errorf("%d entries, stopped by %q", len(got.Entries), got.Stopped)
	}
	for _, want := range []string{"    [51 more entries omitted; call list_files with path \"d0\" and after \"d0/199\"]\n", "  d9/  (not fully listed)\n", "; 204 more in directories with many entries", "stopped early by entries after d"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in …%s", want, text[max(0, len(text)-500):])
		}
	}
	if _, r := listFiles(t, dir, map[string]any{"path": "d0", "after": "d0/199", "depth": 1}); !strings.Contains(r.Value, "d0/\n  200  0\n") || !strings.Contains(r.Value, "\n  e/") {
		t.Errorf("the continuation of a directory: %s", r.Value)
	}
	got, _ = listFiles(t, dir, map[string]any{"path": "d3"})
	if got.Stopped != "" || len(got.Entries) != 253 {
		t.Errorf("the directory in dir: %d entries, stopped by %q", len(got.Entries), got.Stopped)
	}
	got, _ = listFiles(t, dir, map[string]any{"glob": "24*"})
	if got.Stopped != "" || len(got.Entries) != 1+10+100 {
		t.Errorf("a glob: %d entries, stopped by %q", len(got.Entries), got.Stopped)
	}
	for _, c := range []struct {
		reason     string
		limits     search.Limits
		want       search.StopReason
		maxEntries int
	}{
		{"entries", search.Limits{Entries: 300}, search.StoppedByFiles, 450},
		{"size", search.Limits{Size: 500}, search.StoppedBySize, 40},
		{"time", search.Limits{Time: 1}, search.StoppedByTime, 1},
	} {
		got := search.ListWithLimits(t, dir, search.ListArgs{}, c.limits)
		if got.Stopped != c.want || len(got.Entries) > c.maxEntries || !strings.Contains(got.ResultNote(), "stopped early by "+string(c.want)) {
			t.Errorf("%s: %d entries, stopped by %q", c.reason, len(got.Entries), got.Stopped)
		}
		if c.want == search.StoppedBySize && len(got.String()) > 500 {
			t.Errorf("the list has %d characters", len(got.String()))
		}
		if c.want == search.StoppedByFiles && !strings.Contains(got.ResultNote(), `: list the 8 directories that it did not reach with path "d2", "d3", "d4" and 5 more, or narrow path or glob`) {
			t.Errorf("%s: no continuation in %s", c.reason, got.ResultNote())
		}
	}
}

// slowFS is a file system in which every tenth file needs longer than a list may take.
type slowFS struct {
	capability.FS
	asked *int
}

// ReadDir returns the entries.
func (s slowFS) ReadDir(name string) ([]fs.DirEntry, error) {
	entries, err := s.FS.ReadDir(name)
	for i := range entries {
		entries[i] = slowEntry{entries[i], s.asked}
	}
	return entries, err
}

// slowEntry is an entry of a slowFS.
type slowEntry struct {
	fs.DirEntry
	asked *int
}

// Info waits at every tenth call.
func (e slowEntry) Info() (fs.FileInfo, error) {
	if *e.asked++; *e.asked%10 == 0 {
		time.Sleep(2 * slowLimit)
	}
	return e.DirEntry.Info()
}

// slowLimit is the time limit of the lists of TestSlowListContinues.
const slowLimit = 100 * time.Millisecond

// A list that needs too long for the directory that the call names continues with after,
// and says how to go on if it has no entry.
func TestSlowListContinues(t *testing.T) {
	contents, asked := map[string]string{}, 0
	for f := range 35 {
		contents[fmt.Sprintf("%02d", f)] = ""
	}
	in := slowFS{toolstest.NewFS(contents), &asked}
	listed, args := map[string]bool{}, search.ListArgs{}
	for round := 0; ; round++ {
		r := search.ListFSWithLimits(t, in, args, search.Limits{Time: slowLimit})
		for _, e := range r.Entries[1:] {
			listed[e.Path] = true
		}
		if r.Stopped == "" {
			break
		}
		how := ": continue with after " + strconv.Quote(r.Next)
		if r.Next == "" { // the machine is busy
			how = ": list a directory below it with path, or use a program such as find for it"
		} else {
			args.After = r.Next
		}
		if !strings.Contains(r.ResultNote(), how) || round > 50 {
			t.Fatalf("round %d: %s", round, r.ResultNote())
		}
	}
	if len(listed) != 35 {
		t.Errorf("%d of 35 files were listed", len(listed))
	}
	r := search.ListFSWithLimits(t, in, search.ListArgs{}, search.Limits{Time: 1})
	if !strings.Contains(r.ResultNote(), ": list a directory below it with path, or use a program such as find for it") {
		t.Errorf("nothing is listed: %s", r.ResultNote())
	}
}

// Lists that continue each other have every entry once, except the directories of the entries.
func TestListContinues(t *testing.T) {
	dir := t.TempDir()
	for d := range 6 {
		for f := range 30 {
			writeFiles(t, dir, map[string]string{fmt.Sprintf("d%d/%03d:7.txt", d, f): "", fmt.Sprintf("d%d/e/%03d", d, f): ""})
		}
	}
	for _, args := range []search.ListArgs{{}, {Path: "d3", Depth: 2}, {Glob: "*.txt"}, {Depth: 2}} {
		var want, got []string
		for _, e := range search.ListWithLimits(t, dir, args, search.Limits{}).Entries {
			if e.Kind == search.File {
				want = append(want, e.Path)
			}
		}
		calls := 0
		for more := true; more && calls < 100; calls++ {
			r := search.ListWithLimits(t, dir, args, search.Limits{Size: 500})
			for _, e := range r.Entries {
				if e.Kind == search.File {
					got = append(got, e.Path)
				}
			}
			if more = r.Stopped != ""; more && !strings.Contains(r.ResultNote(), ": continue with after "+strconv.Quote(r.Next)) {
				t.Fatalf("%+v: no continuation in\n%s", args, r)
			}
			args.After = r.Next
		}
		slices.Sort(want)
		slices.Sort(got)
		if !slices.Equal(got, want) || calls < 2 {
			t.Errorf("%+v: %d files in %d calls, want %d", args, len(got), calls, len(want))
		}
	}
	if _, r := listFiles(t, dir, map[string]any{"depth": 1, "after": "d5"}); !strings.Contains(r.Value, "no entries after d5") {
		t.Errorf("after the last: %s", r.Value)
	}
}

// A list of all levels has the entries that fs.WalkDir visits, with their
// sizes.
func TestListEqualsWalkDir(t *testing.T) {
	sources := t.TempDir()
	copySources(t, "../../runtime", sources)
	var want []string
	requireNoError(t, filepath.WalkDir(sources, func(at string, e fs.DirEntry, err error) error {
		requireNoError(t, err)
		info, err := e.Info()
		requireNoError(t, err)
		size := info.Size()
		if e.IsDir() {
			size = 0
		}
		name, err := filepath.Rel(sources, at)
		want = append(want, fmt.Sprint(name, " ", size))
		return err
	}))
	list := search.ListWithLimits(t, sources, search.ListArgs{Depth: 50}, search.Limits{})
	var got []string
	for _, e := range list.Entries {
		got = append(got, fmt.Sprint(e.Path, " ", e.Size))
	}
	if !slices.Equal(got, want) || len(got) < 100 {
		t.Errorf("%d entries, want %d", len(got), len(want))
	}
}
