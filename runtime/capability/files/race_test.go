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

	"github.com/toolgen/toolgen/internal/raced"
	"github.com/toolgen/toolgen/runtime/capability"
	"github.com/toolgen/toolgen/runtime/capability/files"
)

// swap is one way to exchange something while it is being looked up. Each try
// goes through it once, with what is out of reach in the place of what is in
// reach for a while.
type swap struct {
	reason string
	name   string // what the tool asks for
	do     func(w *world) func()
}

// exchange puts other in the place of name and back.
func exchange(name, other string) func(w *world) func() {
	return func(w *world) func() {
		return func() {
			_ = os.Rename(w.at(name), w.at("held"))
			_ = os.Rename(w.at(other), w.at(name))
			_ = os.Rename(w.at(name), w.at(other))
			_ = os.Rename(w.at("held"), w.at(name))
		}
	}
}

// swaps are as many as the classes of attempts have.
func swaps() []swap {
	return []swap{
		{"a file for a link out", "x/f", exchange("ws/x/f", "links/file")},
		{"a file for an absolute link", "x/f", exchange("ws/x/f", "links/absolute")},
		{"a file for a pipe", "x/f", exchange("ws/x/f", "links/pipe")},
		{"a file for a hard link", "x/f", exchange("ws/x/f", "links/hard")},
		{"a file for a link to a closed one beside it", "x/f", exchange("ws/x/f", "links/beside")},
		{"a directory for a link to a closed one beside it", "x/f", exchange("ws/x", "links/closed")},
		{"a file for a directory", "x/f", exchange("ws/x/f", "links/directory")},
		{"a directory for a link out", "x/f", exchange("ws/x", "links/dir")},
		{"a directory for a link to above", "x/f", exchange("ws/x", "links/above")},
		{"a directory for a pipe", "x/f", exchange("ws/x", "links/pipe")},
		{"a directory for another one", "x/f", exchange("ws/x", "links/other")},
		{"a directory above for a link", "x/y/f", exchange("ws/x", "links/dir")},
		{"a directory moved away", "x/y/f", exchange("ws/x/y", "links/nothing")},
		{"a directory for a closed one", "x/f", exchange("ws/x", "ws/closed")},
		{"a link that changes its target", "changing/f", func(w *world) func() {
			return func() {
				for _, target := range []string{"../outside", "x"} {
					_ = os.Symlink(target, w.at("ws/new"))
					_ = os.Rename(w.at("ws/new"), w.at("ws/changing"))
				}
			}
		}},
		{"a link in a chain", "chain/f", func(w *world) func() {
			return func() {
				for _, target := range []string{w.at("outside"), "../ws/x"} {
					_ = os.Symlink(target, w.at("ws/new"))
					_ = os.Rename(w.at("ws/new"), w.at("ws/changing"))
				}
			}
		}},
	}
}

func racing(t *testing.T) *world {
	w := newWorld(t)
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
	w.link("links/beside", ".env")
	w.write("ws/x/.env", secret)
	w.link("links/closed", "closed")
	w.link("links/dir", "../outside")
	w.link("links/above", "..")
	w.write("links/other/f", "fine") // it was never in reach, but stands there for a while
	w.link("ws/changing", "x")
	w.link("ws/chain", "changing")
	return w
}

// TestSwapped reads and writes while things are exchanged. Whatever comes of a
// single try: nothing of what is out of reach is read or changed, and nothing
// hangs. The control is the same name afterwards.
func TestSwapped(t *testing.T) {
	for _, s := range swaps() {
		t.Run(s.reason, func(t *testing.T) { s.race(t, "closed", 2000) })
	}
}

// TestSwappedWithoutDenial does the same where no directory is denied, which makes each name
// be walked to.
func TestSwappedWithoutDenial(t *testing.T) {
	for _, s := range swaps() {
		if !strings.Contains(s.reason, "closed") || strings.HasPrefix(s.reason, "a file") {
			t.Run(s.reason, func(t *testing.T) { s.race(t, ".env", 1000) })
		}
	}
}

// race is one exchange, under a policy that denies one path.
func (s *swap) race(t *testing.T, denied string, tries int) {
	tries = raced.Some(tries, 8)
	if testing.Short() {
		tries = 200
	}
	w := racing(t)
	f := w.open(files.New(nil), w.request(capability.FilePolicy{Write: []string{"."}, Deny: []string{denied}}))
	stop, done := make(chan struct{}), make(chan struct{})
	once := s.do(w)
	go func() {
		defer close(done)
		for i := 0; ; i++ {
			select {
			case <-stop:
				return
			default:
				once()
			}
			if i%4 == 0 {
				time.Sleep(50 * time.Microsecond) // so that some tries succeed
			}
		}
	}()
	within(t, s.reason, func() { t.Logf("%d tries succeeded", w.hammer(f, s.name, tries)) })
	close(stop)
	<-done
	w.unharmed()
	if got, err := f.ReadFile(s.name); err != nil || !strings.HasPrefix(string(got), "fine") && !strings.HasPrefix(string(got), "broken") {
		t.Errorf("the control got %q, %v", got, err)
	}
}

// hammer tries all operations on one name, and counts what succeeded.
func (w *world) hammer(f capability.WriteFS, name string, tries int) (succeeded int) {
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
				w.t.Errorf("%s tells a place: %v", op, err)
			}
		}
	}
	return succeeded
}

// unharmed checks that what is out of reach is as it was.
func (w *world) unharmed() {
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

// TestTemporaryFiles watches a directory for files that are being written, and
// puts links in their place.
func TestTemporaryFiles(t *testing.T) {
	w := newWorld(t)
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
	within(t, "writing", func() {
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
	_ = os.Remove(w.at("ws/a.txt")) // whatever it is by now
	w.works(w.all(nil), "a.txt")
}

// TestTogether writes one file from many goroutines: whoever reads it finds one
// of the contents as a whole.
func TestTogether(t *testing.T) {
	w := newWorld(t)
	request := w.request(capability.FilePolicy{Write: []string{"."}})
	request.Session = "" // or they would be told that others write too
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
