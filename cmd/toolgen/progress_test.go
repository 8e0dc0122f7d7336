package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/toolgen/toolgen/internal/gen"
)

// TestProgress checks what a long run shows on a terminal, and in a pipe.
func TestProgress(t *testing.T) {
	var shown output
	s := &session{commandLine: &commandLine{}, streams: &streams{err: &shown, terminal: true}, began: time.Now().Add(-time.Minute)}
	p := s.progress("loading packages")
	shown.waitFor(t, "\r\x1b[Kloading packages …")
	p.phase("generating files")
	p.done()
	p.phase("too late")
	p.done()
	if got, want := shown.take(), "\r\x1b[Kgenerating files …\r\x1b[K"; got != want {
		t.Errorf("a terminal shows %q, want %q", got, want)
	}
	s.began = time.Now()
	p = s.progress("a short run")
	p.phase("its end")
	p.done()
	s.terminal = false
	p = s.progress("loading packages")
	p.phase("generating files")
	p.done()
	if got := shown.take(); got != "" {
		t.Errorf("a short run or a pipe shows %q", got)
	}
}

// TestPhases checks that all phases of a run are reported.
func TestPhases(t *testing.T) {
	t.Setenv("GOWORK", "off")
	t.Setenv("GOFLAGS", "-mod=mod")
	dir := t.TempDir()
	repository, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	if err := writeModule(dir, repository); err != nil {
		t.Fatal(err)
	}
	text := "// Package app answers.\npackage app\n\n// Ping answers.\n//\n//tool:register\nfunc Ping() {}\n"
	if err := os.WriteFile(filepath.Join(dir, "app.go"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	var phases []string
	config := gen.Config{Dir: dir, Patterns: []string{"./..."}, Progress: func(phase string) { phases = append(phases, phase) }}
	if _, _, err := gen.Check(t.Context(), config); err != nil {
		t.Fatal(err)
	}
	want := []string{"checking the tools of 1 packages", "generating file 1 of 1", "checking the limits of requests"}
	if !slices.Equal(phases, want) {
		t.Errorf("the phases are %s, want %s", strings.Join(phases, ", "), strings.Join(want, ", "))
	}
}
