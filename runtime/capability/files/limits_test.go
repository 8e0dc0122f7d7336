//go:build unix

package files_test

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/toolgen/toolgen/runtime/capability"
	"github.com/toolgen/toolgen/runtime/capability/files"
)

func isLimitError(err error) bool {
	var limit *files.LimitError
	return errors.As(err, &limit)
}

func TestLargeFiles(t *testing.T) {
	w := newFixture(t)
	w.write("ws/ten", "0123456789")
	w.write("ws/eleven", "0123456789a")
	w.write("ws/sparse", "")
	w.ok(os.Truncate(w.at("ws/sparse"), 1<<40))
	f := w.all(&files.Options{MaxReadBytes: 10})
	if got, err := f.ReadFile("ten"); err != nil || string(got) != "0123456789" {
		t.Errorf("%q, %v", got, err)
	}
	for _, name := range []string{"eleven", "sparse"} {
		if got, err := f.ReadFile(name); !isLimitError(err) || got != nil {
			t.Errorf("%s: %d bytes, %v", name, len(got), err)
		}
	}
	f = w.all(nil)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := f.ReadFile("sparse")
	runtime.ReadMemStats(&after)
	if !isLimitError(err) || after.TotalAlloc-before.TotalAlloc > 1<<20 {
		t.Errorf("%v, after %d bytes", err, after.TotalAlloc-before.TotalAlloc)
	}
	opened := must(f.Open("sparse"))
	defer opened.Close()
	part := make([]byte, 10)
	if _, err := opened.(io.Seeker).Seek(-5, io.SeekEnd); err != nil {
		t.Error(err)
	}
	if n, err := io.ReadFull(opened, part); n != 5 || err != io.ErrUnexpectedEOF {
		t.Errorf("%d, %v", n, err)
	}
	if n, err := opened.(io.ReaderAt).ReadAt(part, 1<<39); n != 10 || err != nil {
		t.Errorf("%d, %v", n, err)
	}
	w.ok(opened.Close())
	var failed *fs.PathError
	if _, err := opened.Read(part); !errors.As(err, &failed) || failed.Path != "sparse" || strings.Contains(err.Error(), w.dir) {
		t.Errorf("reading a closed file: %v", err)
	}
}

func TestLargeDirectories(t *testing.T) {
	w := newFixture(t)
	w.mkdir("ws/large")
	const count = 2500
	for i := range count {
		w.ok(os.WriteFile(w.at(fmt.Sprintf("ws/large/%05d", i)), nil, 0o644))
	}
	if entries, err := w.all(nil).ReadDir("large"); err != nil || len(entries) != count || entries[7].Name() != "00007" {
		t.Errorf("%d entries, %v", len(entries), err)
	}
	f := w.all(&files.Options{MaxEntries: 1500})
	entries, err := f.ReadDir("large")
	if !isLimitError(err) || len(entries) > 1500 {
		t.Errorf("%d entries, %v", len(entries), err)
	}
	opened := must(f.Open("large")).(fs.ReadDirFile)
	defer opened.Close()
	seen := make(map[string]bool)
	for {
		chunk, err := opened.ReadDir(999)
		for _, entry := range chunk {
			seen[entry.Name()] = true
		}
		if err == io.EOF {
			break
		}
		if err != nil || len(chunk) == 0 || len(chunk) > 999 {
			t.Fatalf("%d entries, %v", len(chunk), err)
		}
	}
	if len(seen) != count {
		t.Errorf("%d names in parts", len(seen))
	}
}

// TestDescriptors opens calls and looks up many names: no descriptor stays open.
func TestDescriptors(t *testing.T) {
	open := func() int { return len(must(os.ReadDir("/proc/self/fd"))) }
	if _, err := os.Stat("/proc/self/fd"); err != nil {
		t.Skip("the open descriptors cannot be listed here")
	}
	w := newFixture(t)
	w.link("ws/loop", "loop")
	w.link("ws/out", "../outside")
	w.ok(syscall.Mkfifo(w.at("ws/pipe"), 0o666))
	w.ok(os.Link(w.at("outside/secret.txt"), w.at("ws/hard")))
	w.ok(os.Link(w.at("outside/dir/secret.txt"), w.at("ws/denied")))
	before := open()
	f := w.open(files.New(nil), w.request(capability.FilePolicy{Write: []string{"."}, Deny: []string{w.at("outside/dir/secret.txt")}}))
	mustEnd(t, "looking up", func() {
		for i := range 50 {
			for _, op := range operations {
				for _, name := range []string{"sub/deep/c.txt", "loop", "out/x", "sub/deep/missing/x", "sub", "pipe", "hard", "denied", fmt.Sprintf("new%d", i)} {
					_, _ = op(f, name)
				}
			}
		}
	})
	if after := open(); after > before+10 {
		t.Errorf("%d files were open, and then %d", before, after)
	}
	runtime.KeepAlive(f)
}
