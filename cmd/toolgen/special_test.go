//go:build unix

package main

import (
	"bytes"
	"context"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Commands that load packages do not wait for a pipe with the name of a source file.
func TestPipeInPackage(t *testing.T) {
	t.Setenv("GOWORK", "off")
	t.Setenv("GOFLAGS", "-mod=mod")
	repository, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := writeModule(dir, repository); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe.go"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, command := range []string{"generate", "check", "list", "vet", "migrate"} {
		ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
		var out, errs bytes.Buffer
		got := run(ctx, []string{"-C", dir, command}, &streams{out: &out, err: &errs})
		cancel()
		if got != exitFailure || !strings.Contains(errs.String(), "pipe.go is a named pipe") {
			t.Errorf("%s exits with %d: %s%s", command, got, &out, &errs)
		}
	}
}
