//go:build unix

package attachments_test

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"testing/iotest"

	"github.com/toolgen/toolgen/runtime/capability"
	"github.com/toolgen/toolgen/runtime/capability/attachments"
)

func TestAttachments(t *testing.T) {
	dir := t.TempDir()
	if err := errors.Join(
		os.WriteFile(filepath.Join(dir, "kept-1"), []byte("picture"), 0o600),
		os.WriteFile(filepath.Join(dir, "kept-2"), []byte("text"), 0o600),
		os.WriteFile(filepath.Join(dir, "secret"), []byte("secret"), 0o600),
		syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o600),
	); err != nil {
		t.Fatal(err)
	}
	at := func(name string) string { return filepath.Join(dir, name) }
	all := []capability.Attachment{
		{ID: "att-0", Kind: "image", Name: "a.png", MIME: "image/png", Path: at("kept-1")},
		{ID: "att-1", Kind: "file", Name: "b.txt", Path: at("kept-2")},
		{ID: "att-2", Kind: "file", Name: "remote.txt"},
		{ID: "att-3", Kind: "audio", Name: "v.ogg", Path: at("kept-2")},
		{ID: "dir", Kind: "file", Name: "dir", Path: dir},
		{ID: "pipe", Kind: "file", Name: "pipe", Path: at("pipe")},
		{ID: "gone", Kind: "file", Name: "gone", Path: at("gone")},
		{ID: "relative", Kind: "file", Name: "secret", Path: "secret"},
		{ID: "device", Kind: "file", Name: "zero", Path: "/dev/zero"},
	}
	for _, c := range []struct {
		reason string
		kinds  []string
		id     string
		want   string
		denied bool
	}{
		{"of a declared kind", []string{"image"}, "att-0", "picture", false},
		{"of every kind", []string{"*"}, "att-3", "text", false},
		{"of another kind", []string{"image"}, "att-1", "", true},
		{"of a kind that must be declared by name", []string{"image", "file"}, "att-3", "", true},
		{"no kind declared", nil, "att-0", "", true},
		{"an unknown id", []string{"*"}, "att-9", "", true},
		{"a path instead of an id", []string{"*"}, at("secret"), "", true},
		{"a path next to an attachment", []string{"*"}, "att-1/../secret", "", true},
		{"not stored on this machine", []string{"*"}, "att-2", "", true},
		{"a relative path on the host", []string{"*"}, "relative", "", true},
		{"a directory", []string{"*"}, "dir", "", true},
		{"a pipe, without waiting for it", []string{"*"}, "pipe", "", true},
		{"a device", []string{"*"}, "device", "", true},
		{"a removed file", []string{"*"}, "gone", "", false},
	} {
		scoped, err := attachments.New(nil).Open(t.Context(), &capability.Request{Attachments: all, Needs: &capability.Needs{Attachments: c.kinds}})
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range scoped.List() {
			if a.Path != "" {
				t.Errorf("%s: the list shows the path of %s", c.reason, a.ID)
			}
		}
		file, err := scoped.Open(t.Context(), c.id)
		var denied *capability.Denied
		if (err == nil) != (c.want != "") || errors.As(err, &denied) != c.denied {
			t.Errorf("%s: %v", c.reason, err)
		}
		if err != nil {
			if strings.Contains(err.Error(), dir) {
				t.Errorf("%s: the error shows the path: %v", c.reason, err)
			}
			continue
		}
		if err := iotest.TestReader(file, []byte(c.want)); err != nil {
			t.Errorf("%s: %v", c.reason, err)
		}
		info, err := file.Stat()
		if err != nil || strings.HasPrefix(info.Name(), "kept") || info.Sys() != nil {
			t.Errorf("%s: its name is %q, %v", c.reason, info.Name(), err)
		}
		if err := file.Close(); err != nil {
			t.Error(err)
		}
		var path *fs.PathError
		if _, err := io.ReadAll(file); !errors.As(err, &path) || path.Path != c.id {
			t.Errorf("%s: reading a closed file: %v", c.reason, err)
		}
	}
}

func TestCancelledContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	scoped, err := attachments.New(nil).Open(ctx, &capability.Request{Needs: &capability.Needs{}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := scoped.Open(ctx, "a"); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
