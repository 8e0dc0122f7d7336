package toolstest_test

import (
	"errors"
	"io/fs"
	"maps"
	"syscall"
	"testing"
	"testing/fstest"

	"github.com/toolgen/toolgen/runtime/capability"
	"github.com/toolgen/toolgen/runtime/toolstest"
)

func TestFS(t *testing.T) {
	files := toolstest.NewFS(map[string]string{"a.txt": "a", "dir/b.txt": "b", "dir/sub/c.txt": "c"})
	if err := fstest.TestFS(files, "a.txt", "dir/b.txt", "dir/sub/c.txt"); err != nil {
		t.Error(err)
	}
}

func TestFSWrites(t *testing.T) {
	for _, c := range []struct {
		reason string
		do     func(f *toolstest.FS) error
		want   map[string]string
		err    error
	}{
		{"a new file", func(f *toolstest.FS) error { return f.WriteFile("dir/new", []byte("n")) }, map[string]string{"a": "a", "dir/b": "b", "dir/new": "n"}, nil},
		{"a directory that is missing", func(f *toolstest.FS) error { return f.WriteFile("no/new", nil) }, nil, fs.ErrNotExist},
		{"a directory made first", func(f *toolstest.FS) error {
			return errors.Join(f.MkdirAll("no/deep"), f.WriteFile("no/deep/new", []byte("n")))
		}, map[string]string{"a": "a", "dir/b": "b", "no/deep/new": "n"}, nil},
		{"a directory where a file is", func(f *toolstest.FS) error { return f.MkdirAll("a/x") }, nil, fs.ErrExist},
		{"appending", func(f *toolstest.FS) error {
			return errors.Join(f.Append("a", []byte("b")), f.Append("c", []byte("c")))
		}, map[string]string{"a": "ab", "c": "c", "dir/b": "b"}, nil},
		{"removing leaves the directory", func(f *toolstest.FS) error {
			return errors.Join(f.Remove("dir/b"), f.WriteFile("dir/c", nil))
		}, map[string]string{"a": "a", "dir/c": ""}, nil},
		{"removing a missing file", func(f *toolstest.FS) error { return f.Remove("x") }, nil, fs.ErrNotExist},
		{"renaming a directory", func(f *toolstest.FS) error { return f.Rename("dir", "new") }, map[string]string{"a": "a", "new/b": "b"}, nil},
		{"renaming into itself", func(f *toolstest.FS) error { return f.Rename("dir", "dir/x") }, nil, fs.ErrInvalid},
		{"outside", func(f *toolstest.FS) error { return f.WriteFile("../a", nil) }, nil, fs.ErrInvalid},
		{"a full disk", func(f *toolstest.FS) error {
			f.FailWith("a", syscall.ENOSPC)
			return f.WriteFile("a", []byte("x"))
		}, nil, syscall.ENOSPC},
	} {
		files := toolstest.NewFS(map[string]string{"a": "a", "dir/b": "b"})
		err := c.do(files)
		want := c.want
		if want == nil {
			want = map[string]string{"a": "a", "dir/b": "b"}
		}
		var path *fs.PathError
		if !errors.Is(err, c.err) || err != nil && !errors.As(err, &path) || !maps.Equal(files.Files(), want) {
			t.Errorf("%s: %v, files %v, want %v", c.reason, err, files.Files(), want)
		}
	}
}

func TestFSStale(t *testing.T) {
	var stale *capability.Stale
	files := toolstest.NewFS(map[string]string{"a": "1"})
	if _, err := files.ReadFile("a"); err != nil {
		t.Fatal(err)
	}
	if err := files.WriteFile("a", []byte("2")); err != nil {
		t.Errorf("a write without a change by another program: %v", err)
	}
	files.Change("a", "3")
	if err := files.WriteFile("a", []byte("4")); !errors.As(err, &stale) || stale.Name != "a" {
		t.Errorf("a write after a change by another program: %v", err)
	}
	if err := files.Append("a", []byte("4")); !errors.As(err, &stale) {
		t.Errorf("appending after a change by another program: %v", err)
	}
	if got := files.Files()["a"]; got != "3" {
		t.Errorf("the file holds %q", got)
	}
}
