//go:build unix

package files_test

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/toolgen/toolgen/runtime/capability"
	"github.com/toolgen/toolgen/runtime/capability/files"
)

// sessionFixture is a fixture with one backend for several sessions.
type sessionFixture struct {
	*fixture
	backend *files.Backend
}

// openAs opens the files of a new call of a session.
func (s *sessionFixture) openAs(session string) capability.WriteFS {
	request := s.request(capability.FilePolicy{Write: []string{"."}})
	request.Session = session
	return s.open(s.backend, request)
}

func isStale(err error) bool {
	stale, ok := err.(*capability.Stale)
	return ok && stale.Name != ""
}

// expectError returns nil if err is the expected error, and otherwise an error.
func expectError(expected, err error) error {
	switch {
	case errors.Is(err, expected):
		return nil
	case err == nil:
		return errors.New("the operation succeeded")
	}
	return err
}

// TestStale runs the steps of each case, each in its own call, and checks whether the last step is refused.
func TestStale(t *testing.T) {
	read := func(name string) func(*sessionFixture) error {
		return func(s *sessionFixture) error { _, err := s.openAs("s").ReadFile(name); return err }
	}
	missing := func(name string) func(*sessionFixture) error {
		return func(s *sessionFixture) error { return expectError(fs.ErrNotExist, read(name)(s)) }
	}
	write := func(session, name string) func(*sessionFixture) error {
		return func(s *sessionFixture) error { return s.openAs(session).WriteFile(name, []byte("by "+session)) }
	}
	appended := func(name string) func(*sessionFixture) error {
		return func(s *sessionFixture) error { return s.openAs("s").Append(name, []byte("more")) }
	}
	removed := func(name string) func(*sessionFixture) error {
		return func(s *sessionFixture) error { return s.openAs("s").Remove(name) }
	}
	renamed := func(from, to string) func(*sessionFixture) error {
		return func(s *sessionFixture) error { return s.openAs("s").Rename(from, to) }
	}
	elsewhere := func(s *sessionFixture) error { s.write("ws/a.txt", "by another program"); return nil }
	deleted := func(s *sessionFixture) error { return os.Remove(s.at("ws/a.txt")) }
	replaced := func(s *sessionFixture) error {
		info := must(os.Stat(s.at("ws/a.txt")))
		s.write("ws/other", "Z") // of the same size and modification time
		return errors.Join(os.Chtimes(s.at("ws/other"), info.ModTime(), info.ModTime()), os.Rename(s.at("ws/other"), s.at("ws/a.txt")))
	}
	disguised := func(s *sessionFixture) error { // another content of the same size, with the old modification time
		info := must(os.Stat(s.at("ws/a.txt")))
		s.write("ws/a.txt", strings.Repeat("Z", int(info.Size())))
		return os.Chtimes(s.at("ws/a.txt"), info.ModTime(), info.ModTime())
	}
	for _, c := range []struct {
		reason string
		steps  []func(*sessionFixture) error
		stale  bool
	}{
		{"never read", []func(*sessionFixture) error{elsewhere, write("s", "a.txt")}, false},
		{"read and unchanged", []func(*sessionFixture) error{read("a.txt"), write("s", "a.txt")}, false},
		{"changed", []func(*sessionFixture) error{read("a.txt"), elsewhere, write("s", "a.txt")}, true},
		{"changed, and added to", []func(*sessionFixture) error{read("a.txt"), elsewhere, appended("a.txt")}, true},
		{"changed, and removed", []func(*sessionFixture) error{read("a.txt"), elsewhere, removed("a.txt")}, true},
		{"changed, and moved", []func(*sessionFixture) error{read("a.txt"), elsewhere, renamed("a.txt", "b.txt")}, true},
		{"changed, and moved over", []func(*sessionFixture) error{read("a.txt"), elsewhere, renamed("sub/b.txt", "a.txt")}, true},
		{"read again", []func(*sessionFixture) error{read("a.txt"), elsewhere, read("a.txt"), write("s", "a.txt")}, false},
		{"deleted", []func(*sessionFixture) error{read("a.txt"), deleted, write("s", "a.txt")}, true},
		{"deleted, and found missing", []func(*sessionFixture) error{read("a.txt"), deleted, missing("a.txt"), write("s", "a.txt")}, false},
		{"found missing, made by the session, and changed", []func(*sessionFixture) error{read("a.txt"), deleted, missing("a.txt"), write("s", "a.txt"), elsewhere, write("s", "a.txt")}, true},
		{"found missing, and created by another program", []func(*sessionFixture) error{read("a.txt"), deleted, missing("a.txt"), elsewhere, write("s", "a.txt")}, true},
		{"the same, and removed", []func(*sessionFixture) error{read("a.txt"), deleted, missing("a.txt"), elsewhere, removed("a.txt")}, true},
		{"the same, and read again", []func(*sessionFixture) error{read("a.txt"), deleted, missing("a.txt"), elsewhere, read("a.txt"), write("s", "a.txt")}, false},
		{"found missing by another session", []func(*sessionFixture) error{read("a.txt"), deleted, func(s *sessionFixture) error {
			_, err := s.openAs("other").ReadFile("a.txt")
			return expectError(fs.ErrNotExist, err)
		}, write("s", "a.txt")}, true},
		{"deleted, and added to", []func(*sessionFixture) error{read("a.txt"), deleted, appended("a.txt")}, true},
		{"replaced by one that looks the same", []func(*sessionFixture) error{read("a.txt"), replaced, write("s", "a.txt")}, true},
		{"changed, and the modification time restored", []func(*sessionFixture) error{read("a.txt"), disguised, write("s", "a.txt")}, true},
		{"changed, the modification time restored, and moved", []func(*sessionFixture) error{read("a.txt"), disguised, renamed("a.txt", "b.txt")}, true},
		{"moved by the session, and the modification time restored", []func(*sessionFixture) error{read("a.txt"), renamed("a.txt", "b.txt"), renamed("b.txt", "a.txt"), disguised, write("s", "a.txt")}, true},
		{"written by the session itself", []func(*sessionFixture) error{read("a.txt"), write("s", "a.txt"), write("s", "a.txt"), appended("a.txt"), write("s", "a.txt")}, false},
		{"written by the session, then by another", []func(*sessionFixture) error{read("a.txt"), write("s", "a.txt"), write("other", "a.txt"), write("s", "a.txt")}, true},
		{"written by another session", []func(*sessionFixture) error{read("a.txt"), write("other", "a.txt"), write("s", "a.txt")}, true},
		{"read by another session alone", []func(*sessionFixture) error{read("a.txt"), elsewhere, write("other", "a.txt")}, false},
		{"without a session", []func(*sessionFixture) error{read("a.txt"), elsewhere, write("", "a.txt")}, false},
		{"under another name", []func(*sessionFixture) error{read("link"), elsewhere, write("s", "a.txt")}, true},
		{"under an absolute name", []func(*sessionFixture) error{func(s *sessionFixture) error { return read(s.at("ws/a.txt"))(s) }, elsewhere, write("s", "link")}, true},
		{"only described", []func(*sessionFixture) error{func(s *sessionFixture) error { _, err := s.openAs("s").Stat("a.txt"); return err }, elsewhere, write("s", "a.txt")}, false},
		{"opened and read in part", []func(*sessionFixture) error{func(s *sessionFixture) error {
			f, err := s.openAs("s").Open("a.txt")
			if err != nil {
				return err
			}
			defer f.Close()
			_, err = io.ReadFull(f, make([]byte, 1))
			return err
		}, elsewhere, write("s", "a.txt")}, true},
		{"moved by the session", []func(*sessionFixture) error{read("a.txt"), renamed("a.txt", "b.txt"), write("s", "b.txt"), write("s", "a.txt")}, false},
		{"moved by the session, then changed", []func(*sessionFixture) error{read("a.txt"), renamed("a.txt", "sub/a.txt"), renamed("sub", "sub2"), func(s *sessionFixture) error { s.write("ws/sub2/a.txt", "x"); return nil }, write("s", "sub2/a.txt")}, true},
		{"removed by the session", []func(*sessionFixture) error{read("a.txt"), removed("a.txt"), write("s", "a.txt")}, false},
	} {
		t.Run(c.reason, func(t *testing.T) {
			s := &sessionFixture{newFixture(t), files.New(nil)}
			s.link("ws/link", "a.txt")
			for i, step := range c.steps {
				err := step(s)
				last := i == len(c.steps)-1
				if last && c.stale {
					if !isStale(err) {
						t.Errorf("step %d: %v", i, err)
					}
				} else if err != nil {
					t.Errorf("step %d: %v", i, err)
				}
			}
		})
	}
}

// TestConcurrentSessions lets sessions read the same version and write at the same time: in each round
// exactly one write succeeds.
func TestConcurrentSessions(t *testing.T) {
	s := &sessionFixture{newFixture(t), files.New(nil)}
	sessions := []string{"1", "2", "3"}
	for range 20 {
		var won, lost atomic.Int32
		var ready, done sync.WaitGroup
		ready.Add(len(sessions)) // all sessions read before one of them writes
		for _, session := range sessions {
			done.Go(func() {
				f := s.openAs(session)
				_, err := f.ReadFile("a.txt")
				ready.Done()
				ready.Wait()
				if err == nil {
					err = f.WriteFile("a.txt", []byte(session+s.content("ws/a.txt")))
				}
				switch {
				case err == nil:
					won.Add(1)
				case isStale(err):
					lost.Add(1)
				default:
					t.Error(err)
				}
			})
		}
		done.Wait()
		if won.Load() != 1 || lost.Load() != 2 {
			t.Fatalf("%d won, %d lost", won.Load(), lost.Load())
		}
	}
}
