//go:build unix

package files_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/toolgen/toolgen/runtime/capability"
	"github.com/toolgen/toolgen/runtime/capability/files"
)

// benchmarkFile creates a file of 1 KB at depth three, and opens the files of a call.
func benchmarkFile(b *testing.B) (string, capability.WriteFS) {
	dir := b.TempDir()
	if err := os.MkdirAll(dir+"/a/b/c", 0o755); err != nil {
		b.Fatal(err)
	}
	if err := os.WriteFile(dir+"/a/b/c/f", make([]byte, 1000), 0o644); err != nil {
		b.Fatal(err)
	}
	b.Chdir(dir)
	needs := allPaths
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
	name, f := benchmarkFile(b)
	for b.Loop() {
		_, _ = f.ReadFile(name)
	}
}

func BenchmarkReadFileBare(b *testing.B) {
	name, _ := benchmarkFile(b)
	for b.Loop() {
		_, _ = os.ReadFile(name)
	}
}

func BenchmarkReadFileInRoot(b *testing.B) {
	name, _ := benchmarkFile(b)
	root, err := os.OpenRoot(".")
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		_, _ = root.ReadFile(name)
	}
}

func BenchmarkStat(b *testing.B) {
	name, f := benchmarkFile(b)
	for b.Loop() {
		_, _ = f.Stat(name)
	}
}

func BenchmarkStatBare(b *testing.B) {
	name, _ := benchmarkFile(b)
	for b.Loop() {
		_, _ = os.Stat(name)
	}
}

func BenchmarkWriteFile(b *testing.B) {
	name, f := benchmarkFile(b)
	for b.Loop() {
		_ = f.WriteFile(name, []byte("new"))
	}
}

// BenchmarkOpen measures opening the files of a call.
func BenchmarkOpen(b *testing.B) {
	benchmarkFile(b)
	backend, needs := files.New(nil), allPaths
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

// manyFiles creates 2000 files of 1 KB in 100 directories at depth three.
func manyFiles(b *testing.B) (names, dirs []string, f capability.WriteFS) {
	dir := b.TempDir()
	for i := range 100 {
		below := fmt.Sprintf("d%d/sub%d/inner%d", i/25, i/5, i)
		if err := os.MkdirAll(filepath.Join(dir, below), 0o755); err != nil {
			b.Fatal(err)
		}
		dirs = append(dirs, below)
		for j := range 20 {
			names = append(names, fmt.Sprintf("%s/file%d.go", below, j))
			if err := os.WriteFile(filepath.Join(dir, names[len(names)-1]), make([]byte, 1000), 0o644); err != nil {
				b.Fatal(err)
			}
		}
	}
	request := &capability.Request{Needs: &capability.Needs{Kinds: capability.KindRead}, Session: "s", WorkingDir: dir, Files: capability.FilePolicy{Read: []string{"."}}}
	f, err := files.New(nil).Open(b.Context(), request)
	if err != nil {
		b.Fatal(err)
	}
	b.Chdir(dir)
	b.ReportAllocs()
	b.ResetTimer()
	return names, dirs, f
}

// BenchmarkOpenMany opens, reads and closes 2000 files.
func BenchmarkOpenMany(b *testing.B) {
	names, _, f := manyFiles(b)
	openAll(b, names, f.Open)
}

func BenchmarkOpenManyBare(b *testing.B) {
	names, _, _ := manyFiles(b)
	openAll(b, names, func(name string) (fs.File, error) { return os.Open(name) })
}

func openAll(b *testing.B, names []string, open func(string) (fs.File, error)) {
	buffer := make([]byte, 4096)
	for b.Loop() {
		for _, name := range names {
			opened, err := open(name)
			if err != nil {
				b.Fatal(err)
			}
			if n, err := opened.Read(buffer); n != 1000 {
				b.Fatal(n, err)
			}
			_ = opened.Close()
		}
	}
}

// BenchmarkReadDirMany lists 100 directories of twenty files.
func BenchmarkReadDirMany(b *testing.B) {
	_, dirs, f := manyFiles(b)
	readDirs(b, dirs, f.ReadDir)
}

func BenchmarkReadDirManyBare(b *testing.B) {
	_, dirs, _ := manyFiles(b)
	readDirs(b, dirs, os.ReadDir)
}

func readDirs(b *testing.B, dirs []string, list func(string) ([]fs.DirEntry, error)) {
	for b.Loop() {
		for _, dir := range dirs {
			if entries, err := list(dir); len(entries) != 20 {
				b.Fatal(len(entries), err)
			}
		}
	}
}

// BenchmarkInfoMany lists 100 directories, and describes each of their files.
func BenchmarkInfoMany(b *testing.B) {
	_, dirs, f := manyFiles(b)
	for b.Loop() {
		for _, dir := range dirs {
			entries, err := f.ReadDir(dir)
			if err != nil {
				b.Fatal(err)
			}
			for _, e := range entries {
				if _, err := e.Info(); err != nil {
					b.Fatal(err)
				}
			}
		}
	}
}
