package names_test

import (
	"errors"
	"fmt"
	"syscall"
	"testing"

	"github.com/toolgen/toolgen/builtin/internal/names"
	"github.com/toolgen/toolgen/runtime"
)

func TestLocal(t *testing.T) {
	for _, c := range []struct{ written, workingDir, want, reason string }{
		{"", "/w", ".", "an empty path is the working directory"},
		{"./src/", "/w", "src", "relative"},
		{"/w/src", "/w", "src", "absolute, inside"},
		{"/w", "/w/", ".", "the working directory itself"},
		{"/w/src", "/", "w/src", "everything is inside the root"},
	} {
		if got, err := names.Local("dir", c.written, c.workingDir); err != nil || got != c.want {
			t.Errorf("%s: %q, %v; want %q", c.reason, got, err, c.want)
		}
	}
	for _, c := range []struct{ written, workingDir, reason string }{
		{"..", "/w", "a path above"},
		{"/", "/w", "absolute, above"},
		{"/wide", "/w", "a directory whose name begins with the same letter"},
		{"/w/../x", "/w", "absolute, with dots"},
		{"/w", "", "no working directory"},
		{"a\x00", "/w", "a NUL character"},
	} {
		_, err := names.Local("dir", c.written, c.workingDir)
		var e *runtime.Error
		if !errors.As(err, &e) || e.Code != runtime.InputInvalid || e.Field != "dir" {
			t.Errorf("%s: %v", c.reason, err)
		}
	}
	if !names.NotDirectory(fmt.Errorf("x: %w", syscall.ENOTDIR)) || names.NotDirectory(syscall.EPERM) {
		t.Error("ENOTDIR is not recognized")
	}
}
