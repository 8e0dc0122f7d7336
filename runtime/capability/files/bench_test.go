//go:build unix

package files_test

import (
	"os"
	"testing"

	"github.com/toolgen/toolgen/runtime/capability"
	"github.com/toolgen/toolgen/runtime/capability/files"
)

// benchmarked is a file of 1 KB three directories down.
func benchmarked(b *testing.B) (string, capability.WriteFS) {
	dir := b.TempDir()
	if err := os.MkdirAll(dir+"/a/b/c", 0o755); err != nil {
		b.Fatal(err)
	}
	if err := os.WriteFile(dir+"/a/b/c/f", make([]byte, 1000), 0o644); err != nil {
		b.Fatal(err)
	}
	b.Chdir(dir)
	needs := everything
	request := &capability.Request{Needs: &needs, Session: "s", WorkingDir: dir, Files: capability.FilePolicy{Write: []string{"."}}}
	f, err := files.New(nil).Open(b.Context(), request)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	b.ResetTimer()
	return "a/b/c/f", f
}

func BenchmarkReadFile(b *testing.B) {
	name, f := benchmarked(b)
	for b.Loop() {
		_, _ = f.ReadFile(name)
	}
}

func BenchmarkReadFileBare(b *testing.B) {
	name, _ := benchmarked(b)
	for b.Loop() {
		_, _ = os.ReadFile(name)
	}
}

func BenchmarkReadFileInRoot(b *testing.B) {
	name, _ := benchmarked(b)
	root, err := os.OpenRoot(".")
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		_, _ = root.ReadFile(name)
	}
}

func BenchmarkStat(b *testing.B) {
	name, f := benchmarked(b)
	for b.Loop() {
		_, _ = f.Stat(name)
	}
}

func BenchmarkStatBare(b *testing.B) {
	name, _ := benchmarked(b)
	for b.Loop() {
		_, _ = os.Stat(name)
	}
}

func BenchmarkWriteFile(b *testing.B) {
	name, f := benchmarked(b)
	for b.Loop() {
		_ = f.WriteFile(name, []byte("new"))
	}
}

// BenchmarkOpen is what each call costs before it touches a file.
func BenchmarkOpen(b *testing.B) {
	benchmarked(b)
	backend, needs := files.New(nil), everything
	dir, err := os.Getwd()
	if err != nil {
		b.Fatal(err)
	}
	request := &capability.Request{Needs: &needs, Session: "s", WorkingDir: dir, Files: capability.FilePolicy{Write: []string{"."}}}
	for b.Loop() {
		if _, err := backend.Open(b.Context(), request); err != nil {
			b.Fatal(err)
		}
	}
}
