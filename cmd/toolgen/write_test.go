package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolgen/toolgen/internal/gen"
)

func TestWriteAll(t *testing.T) {
	const old, fresh = "old", "new"
	for _, test := range []struct {
		reason string
		states map[string]gen.State // by directory; "gone" does not exist
		want   map[string]string    // the contents of the files afterwards
		fails  bool
	}{
		{
			reason: "missing and stale files are written, fresh files are unchanged, orphans are removed",
			states: map[string]gen.State{"a": gen.Stale, "b": gen.Fresh, "c": gen.Orphaned, "d": gen.Missing},
			want:   map[string]string{"a": fresh, "b": old, "d": fresh},
		},
		{
			reason: "if one directory is not writable, nothing is written or removed",
			states: map[string]gen.State{"a": gen.Stale, "b": gen.Orphaned, "gone": gen.Missing},
			want:   map[string]string{"a": old, "b": old},
			fails:  true,
		},
	} {
		t.Run(test.reason, func(t *testing.T) {
			root := t.TempDir()
			var files []gen.File
			for dir, state := range test.states {
				file := gen.File{Path: filepath.Join(root, dir, gen.FileName), Content: []byte(fresh), State: state}
				if dir != "gone" {
					mustMkdir(t, filepath.Dir(file.Path))
				}
				if state != gen.Missing {
					mustWrite(t, file.Path, old)
				}
				files = append(files, file)
			}
			err := writeAll(files)
			if failed := errors.Is(err, fs.ErrNotExist); failed != test.fails {
				t.Errorf("writeAll: %v", err)
			}
			if diff := cmp.Diff(test.want, contents(t, root)); diff != "" {
				t.Errorf("files afterwards (-want +got):\n%s", diff)
			}
		})
	}
}

// contents returns the content of the generated file of each directory below root.
// Any other file, such as a temporary file, fails the test.
func contents(t *testing.T, root string) map[string]string {
	t.Helper()
	found := make(map[string]string)
	paths, err := filepath.Glob(filepath.Join(root, "*", "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if filepath.Base(path) != gen.FileName {
			t.Errorf("%s was not removed", path)
		}
		found[filepath.Base(filepath.Dir(path))] = string(data)
	}
	return found
}

func mustMkdir(t *testing.T, dir string) {
	t.Helper()
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
}

func mustWrite(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
