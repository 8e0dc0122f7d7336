package main

import (
	"bytes"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// TestKillWhileWriting kills the command at random times. The generated file must have its complete old or new content.
func TestKillWhileWriting(t *testing.T) {
	repository, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	binary := filepath.Join(dir, "toolgen")
	if output, err := exec.Command("go", "build", "-o", binary, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	module := filepath.Join(dir, "app")
	if err := os.Mkdir(module, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := writeModule(module, repository); err != nil {
		t.Fatal(err)
	}
	run := func(description string) *exec.Cmd {
		source := "// Package app answers.\npackage app\n\n// Ping " + description + ".\n//\n//tool:register\nfunc Ping() string { return \"pong\" }\n"
		if err := os.WriteFile(filepath.Join(module, "app.go"), []byte(source), 0o600); err != nil {
			t.Fatal(err)
		}
		command := exec.Command(binary)
		command.Dir = module
		command.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod")
		return command
	}
	generated := filepath.Join(module, "zz_toolgen.go")
	versions := make(map[string][]byte)
	var slowest time.Duration
	for _, description := range []string{"answers", "replies"} {
		start := time.Now()
		if output, err := run(description).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, output)
		}
		slowest = max(slowest, time.Since(start))
		if versions[description], err = os.ReadFile(generated); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 12 {
		command := run([]string{"answers", "replies"}[i%2])
		if err := command.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(float64(slowest) * (0.5 + rand.Float64()/2)))
		_ = command.Process.Kill()
		_ = command.Wait()
		content, err := os.ReadFile(generated)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(content, versions["answers"]) && !bytes.Equal(content, versions["replies"]) {
			t.Fatalf("after a kill the file has neither the old nor the new content:\n%s", content)
		}
	}
}
