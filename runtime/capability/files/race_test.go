//go:build unix

package files_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/toolgen/toolgen/internal/racetest"
	"github.com/toolgen/toolgen/runtime/capability"
	"github.com/toolgen/toolgen/runtime/capability/files"
)

// swap is a change that happens during lookups. Each run of do replaces something in reach by something out
// of reach, and undoes that.
type swap struct {
	reason string
	name   string // the name that the tool uses
	do     func(w *fixture) func()
}

// exchange renames other to name, and back.
func exchange(name, other string) func(w *fixture) func() {
	return func(w *fixture) func() {
		return func() {
			_ = os.Rename(w.at(name), w.at("held"))
			_ = os.Rename(w.at(other), w.at(name))
			_ = os.Rename(w.at(name), w.at(other))
			_ = os.Rename(w.at("held"), w.at(name))
		}
	}
}

// swaps returns all swaps.
func swaps() []swap {
	return []swap{
		{"a file for a link out", "x/f", exchange("ws/x/f", "links/file")},
		{"a file for an absolute link", "x/f", exchange("ws/x/f", "links/absolute")},
		{"a file for a pipe", "x/f", exchange("ws/x/f", "links/pipe")},
		{"a file for a hard link", "x/f", exchange("ws/x/f", "links/hard")},
		{"a file for a link to a closed one in the directory", "x/f", exchange("ws/x/f", "links/neighbour")},
		{"a directory for a link to a closed one next to it", "x/f", exchange("ws/x", "links/closed")},
		{"a file for a directory", "x/f", exchange("ws/x/f", "links/directory")},
		{"a directory for a link out", "x/f", exchange("ws/x", "links/dir")},
		{"a directory for a link to above", "x/f", exchange("ws/x", "links/above")},
		{"a directory for a pipe", "x/f", exchange("ws/x", "links/pipe")},
		{"a directory for another one", "x/f", exchange("ws/x", "links/other")},
		{"a directory above for a link", "x/y/f", exchange("ws/x", "links/dir")},
		{"a directory moved away", "x/y/f", exchange("ws/x/y", "links/nothing")},
		{"a directory for a closed one", "x/f", exchange("ws/x", "ws/closed")},
		{"a link that changes its target", "changing/f", func(w *fixture) func() {
			return func() {
				for _, target := range []string{"../outside", "x"} {
					_ = os.Symlink(target, w.at("ws/new"))
					_ = os.Rename(w.at("ws/new"), w.at("ws/changing"))
				}
			}
		}},
		{"a link in a chain", "chain/f", func(w *fixture) func() {
			return func() {
				for _, target := range []string{w.at("outside"), "../ws/x"} {
					_ = os.Symlink(target, w.at("ws/new"))
					_ = os.Rename(w.at("ws/new"), w.at("ws/changing"))
				}
			}
		}},
	}
}

func newRaceFixture(t *testing.T) *fixture {
	w := newFixture(t)
	w.write("ws/x/f", "fine")
	w.write("ws/x/y/f", "fine")
	w.write("ws/closed/f", secret)
	w.write("outside/f", secret)
	w.write("outside/y/f", secret)
	w.write("f", secret)
	w.mkdir("links/directory")
	w.link("links/file", "../../outside/f")
	w.link("links/absolute", "$ROOT/outside/f")
	w.ok(syscall.Mkfifo(w.at("links/pipe"), 0o666))
	w.ok(os.Link(w.at("outside/f"), w.at("links/hard")))
	w.link("links/neighbour", ".env")
	w.write("ws/x/.env", secret)
	w.link("links/closed", "closed")
	w.link("links/dir", "../outside")
	w.link("links/above", "..")
	w.write("links/other/f", "fine") // in reach only during the exchange
	w.link("ws/changing", "x")
	w.link("ws/chain", "changing")
	return w
}

// TestRaces reads and writes files while they are replaced. A single operation can succeed or fail, but no
// file out of reach is read or changed, and no operation hangs. At the end, the same name can be read.
func TestRaces(t *testing.T) {
	for _, s := range swaps() {
		t.Run(s.reason, func(t *testing.T) { s.race(t, "closed", 2000) })
	}
}

// TestRacesOnFastPath runs the races without a denied directory, which would disable the fast path.
func TestRacesOnFastPath(t *testing.T) {
	for _, s := range swaps() {
		if !strings.Contains(s.reason, "closed") || strings.HasPrefix(s.reason, "a file") {
			t.Run(s.reason, func(t *testing.T) { s.race(t, ".env", 1000) })
		}
	}
}

// race runs one swap under a policy that denies one path.
func (s *swap) race(t *testing.T, denied string, tries int) {
	tries = racetest.Fewer(tries, 8)
	if testing.Short() {
		tries = 200
	}
	w := newRaceFixture(t)
	f := w.open(files.New(nil), w.request(capability.FilePolicy{Write: []string{"."}, Deny: []string{denied}}))
	stop := repeatUntilStopped(s.do(w))
	mustEnd(t, s.reason, func() { t.Logf("%d tries succeeded", w.repeatOperations(f, s.name, tries)) })
	stop()
	w.checkOutside()
	if got, err := f.ReadFile(s.name); err != nil || !strings.HasPrefix(string(got), "fine") && !strings.HasPrefix(string(got), "broken") {
		t.Errorf("after the race: got %q, %v", got, err)
	}
}

// repeatUntilStopped calls a function in another goroutine until stop is called, which waits for its end.
func repeatUntilStopped(once func()) (stop func()) {
	stopped, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		for i := 0; ; i++ {
			select {
			case <-stopped:
				return
			default:
				once()
			}
			if i%4 == 0 {
				time.Sleep(50 * time.Microsecond) // so that some operations succeed
			}
		}
	}()
	return func() {
		close(stopped)
		<-done
	}
}

// repeatOperations runs all operations on one name, many times. It returns how many succeeded.
func (w *fixture) repeatOperations(f capability.WriteFS, name string, tries int) (succeeded int) {
	for i := range tries {
		for _, op := range []string{"ReadFile", "ReadDir", "Stat", "WriteFile", "Append"} {
			target := name
			if op == "ReadDir" {
				target = filepath.Dir(name)
			}
			if op == "WriteFile" && i%40 != 0 || op == "Append" && i%3 != 0 {
				continue
			}
			got, err := operations[op](f, target)
			if strings.Contains(got, secret) {
				w.t.Errorf("%s read %q", op, got)
			}
			if err == nil {
				succeeded++
			} else if strings.Contains(err.Error(), w.dir) {
				w.t.Errorf("%s shows a path: %v", op, err)
			}
		}
	}
	return succeeded
}

// checkOutside checks that the files out of reach are unchanged.
func (w *fixture) checkOutside() {
	w.t.Helper()
	for _, name := range []string{"outside/f", "outside/y/f", "outside/secret.txt", "f", "ws/closed/f", "ws/x/.env"} {
		if got := w.content(name); got != secret {
			w.t.Errorf("%s holds %q", name, got)
		}
	}
	for _, dir := range []string{"outside", "outside/y", "links/directory", ".", "ws/closed"} {
		for _, entry := range must(os.ReadDir(w.at(dir))) {
			if strings.Contains(entry.Name(), "toolgen") {
				w.t.Errorf("a file was left in %s: %s", dir, entry.Name())
			}
		}
	}
}

// TestTemporaryFiles replaces temporary files by links while files are written.
func TestTemporaryFiles(t *testing.T) {
	w := newFixture(t)
	f := w.all(nil)
	stop := make(chan struct{})
	var watchers sync.WaitGroup
	watchers.Go(func() {
		for {
			select {
			case <-stop:
				return
			default:
			}
			names, _ := filepath.Glob(w.at("ws/.toolgen-*"))
			for _, name := range names {
				_ = os.Remove(name)
				_ = os.Symlink(w.at("outside/secret.txt"), name)
			}
		}
	})
	mustEnd(t, "writing", func() {
		for i := range 150 {
			_ = f.WriteFile("a.txt", fmt.Appendf(nil, "version %d", i))
		}
	})
	close(stop)
	watchers.Wait()
	if got := w.content("outside/secret.txt"); got != secret {
		t.Errorf("the file outside holds %q", got)
	}
	if data, err := f.ReadFile("a.txt"); err == nil && strings.Contains(string(data), secret) {
		t.Errorf("read %q", data)
	}
	_ = os.Remove(w.at("ws/a.txt")) // it can be a link now
	w.checkWorks(w.all(nil), "a.txt")
}

// TestConcurrentWrites writes one file from many goroutines: every read returns the content of one write.
func TestConcurrentWrites(t *testing.T) {
	w := newFixture(t)
	request := w.request(capability.FilePolicy{Write: []string{"."}})
	request.Session = "" // with a session, the writes would be stale
	f := w.open(files.New(nil), request)
	var writers sync.WaitGroup
	for i := range 8 {
		writers.Go(func() {
			for range 20 {
				if err := f.WriteFile("a.txt", []byte(strings.Repeat(fmt.Sprint(i), 10000))); err != nil {
					t.Error(err)
				}
				if err := f.Append("log", fmt.Appendf(nil, "%d\n", i)); err != nil {
					t.Error(err)
				}
				data, err := f.ReadFile("a.txt")
				if err != nil || string(data) != "A" && string(data) != strings.Repeat(string(data[:1]), 10000) {
					t.Errorf("%d bytes, %v", len(data), err)
				}
			}
		})
	}
	writers.Wait()
	if lines := strings.Count(w.content("ws/log"), "\n"); lines != 160 {
		t.Errorf("%d lines", lines)
	}
}
