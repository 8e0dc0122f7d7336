package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/toolgen/toolgen/internal/gen"
)

// output is a buffer that several goroutines use.
type output struct {
	mutex  sync.Mutex
	buffer bytes.Buffer
}

func (o *output) Write(p []byte) (int, error) {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	return o.buffer.Write(p)
}

// take returns what was written since the last call.
func (o *output) take() string {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	defer o.buffer.Reset()
	return o.buffer.String()
}

// waitFor waits until the output contains a text, and returns the output.
func (o *output) waitFor(t *testing.T, text string) string {
	t.Helper()
	var got string
	for range 6000 {
		if got += o.take(); strings.Contains(got, text) {
			return got
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatalf("no %q in the output of watch:\n%s", text, got)
	return ""
}

// watchedPackages is the number of packages in the module of TestWatch.
const watchedPackages = 100

// TestWatch changes files of a module with many packages while it is watched. The log
// has the times from a save to the new generated file.
func TestWatch(t *testing.T) {
	t.Setenv("GOWORK", "off")
	t.Setenv("GOFLAGS", "-mod=mod")
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	repository, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	if err := writeModule(dir, repository); err != nil {
		t.Fatal(err)
	}
	source := func(n int, description string) string {
		return fmt.Sprintf("package p%d\n\n// Do%d does it. %s\n//\n//tool:register\nfunc Do%d() {}\n", n, n, description, n)
	}
	for n := range watchedPackages {
		write(fmt.Sprintf("p%d/p.go", n), source(n, ""))
	}
	ctx, stop := context.WithCancel(t.Context())
	var out output
	ended := make(chan int)
	go func() { ended <- run(ctx, []string{"-C", dir, "watch"}, &streams{out: &out, err: &out}) }()
	if got := out.waitFor(t, "watching; directories: 101\n"); strings.Count(got, "wrote ") != watchedPackages {
		t.Fatalf("the first run printed:\n%s", got)
	}
	for _, test := range []struct {
		reason     string
		name, text string
		want       string
	}{
		{"a description", "p7/p.go", source(7, "Quickly."), "p7/" + gen.FileName},
		{"a new package", "new/p.go", source(200, ""), "new/" + gen.FileName},
		{"a file with a new import", "p8/p.go", strings.Replace(source(8, "Imports."), "\n\n", "\n\nimport _ \"strings\"\n\n", 1), "p8/" + gen.FileName},
		{"a problem", "p9/p.go", strings.Replace(source(9, ""), "register", "regster", 1), "TG1001"},
		{"no problem", "p9/p.go", source(9, "Again."), "no problems"},
		{"no tool any more", "p10/p.go", "package p10\n", "removed "},
	} {
		began := time.Now()
		write(test.name, test.text)
		got := out.waitFor(t, test.want)
		t.Logf("%s: %d ms\n%s", test.reason, time.Since(began).Milliseconds(), got)
	}
	stop()
	if code := <-ended; code != exitOK {
		t.Errorf("the exit code is %d after an interrupt", code)
	}
	var errs bytes.Buffer
	if code := run(t.Context(), []string{"-C", dir, "check"}, &streams{out: &errs, err: &errs}); code != exitOK {
		t.Errorf("check reports:\n%s", &errs)
	}
}
