package hidepath_test

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/toolgen/toolgen/internal/hidepath"
)

func TestCause(t *testing.T) {
	cause := errors.New("cause")
	path := &fs.PathError{Op: "open", Path: "/secret", Err: cause}
	link := &os.LinkError{Op: "rename", Old: "/secret", New: "/other", Err: cause}
	other := fmt.Errorf("failed: %w", cause)
	for name, c := range map[string]struct{ err, want error }{
		"nil":                     {nil, nil},
		"an error without a path": {other, other},
		"a path error":            {path, cause},
		"a link error":            {link, cause},
		"a wrapped path error":    {fmt.Errorf("failed: %w", path), cause},
		"a joined path error":     {errors.Join(path, other), cause},
		"a path error in another": {&fs.PathError{Op: "stat", Path: "/secret", Err: link}, cause},
	} {
		if got := hidepath.Cause(c.err); got != c.want {
			t.Errorf("%s: got %v, want %v", name, got, c.want)
		}
	}
}

func TestFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(path, []byte("content"), 0o600); err != nil {
		t.Fatal(err)
	}
	open, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	file := hidepath.NewFile(open, "docs/name", "name")
	info, err := file.Stat()
	if err != nil || info.Name() != "name" || info.Sys() != nil || info.Size() != 7 {
		t.Errorf("got %v, %v", info, err)
	}
	if text := fmt.Sprint(info); !strings.Contains(text, "name") || strings.Contains(text, "secret") {
		t.Errorf("got %q", text)
	}
	if err := iotest.TestReader(file, []byte("content")); err != nil {
		t.Error(err)
	}
	if _, err := file.Read(make([]byte, 1)); err != io.EOF {
		t.Errorf("at the end: %v", err)
	}
	if err := file.Close(); err != nil {
		t.Error(err)
	}
	_, read := file.Read(make([]byte, 1))
	_, readAt := file.ReadAt(make([]byte, 1), 0)
	_, seek := file.Seek(0, io.SeekStart)
	_, stat := file.Stat()
	for op, err := range map[string]error{"read": read, "read at": readAt, "seek": seek, "stat": stat, "close": file.Close()} {
		failure, ok := errors.AsType[*fs.PathError](err)
		if !ok || failure.Path != "docs/name" || !errors.Is(err, fs.ErrClosed) || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s of a closed file: %v", op, err)
		}
	}
}
