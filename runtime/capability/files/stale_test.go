//go:build unix

package files_test

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/toolgen/toolgen/runtime/capability"
	"github.com/toolgen/toolgen/runtime/capability/files"
)

// story is a world with one backend and its sessions.
type story struct {
	*world
	backend *files.Backend
}

// as opens the files of one more call of a session.
func (s *story) as(session string) capability.WriteFS {
	request := s.request(capability.FilePolicy{Write: []string{"."}})
	request.Session = session
	return s.open(s.backend, request)
}

func isStale(err error) bool {
	stale, ok := err.(*capability.Stale)
	return ok && stale.Name != ""
}

// ignoring is nil for the error that is expected, and else an error.
func ignoring(expected, err error) error {
	switch {
	case errors.Is(err, expected):
		return nil
	case err == nil:
		return errors.New("it succeeded")
	}
	return err
}

// TestStale tells what happens to a file, in order, and whether the last step is refused.
// Every step is a call of its own.
func TestStale(t *testing.T) {
	read := func(name string) func(*story) error {
		return func(s *story) error { _, err := s.as("s").ReadFile(name); return err }
	}
	missing := func(name string) func(*story) error {
		return func(s *story) error { return ignoring(fs.ErrNotExist, read(name)(s)) }
	}
	write := func(session, name string) func(*story) error {
		return func(s *story) error { return s.as(session).WriteFile(name, []byte("by "+session)) }
	}
	appended := func(name string) func(*story) error {
		return func(s *story) error { return s.as("s").Append(name, []byte("more")) }
	}
	removed := func(name string) func(*story) error {
		return func(s *story) error { return s.as("s").Remove(name) }
	}
	renamed := func(from, to string) func(*story) error {
		return func(s *story) error { return s.as("s").Rename(from, to) }
	}
	elsewhere := func(s *story) error { s.write("ws/a.txt", "by somebody else"); return nil }
	deleted := func(s *story) error { return os.Remove(s.at("ws/a.txt")) }
	replaced := func(s *story) error {
		info := must(os.Stat(s.at("ws/a.txt")))
		s.write("ws/other", "Z") // of the same size and time
		return errors.Join(os.Chtimes(s.at("ws/other"), info.ModTime(), info.ModTime()), os.Rename(s.at("ws/other"), s.at("ws/a.txt")))
	}
	for _, c := range []struct {
		reason string
		steps  []func(*story) error
		stale  bool
	}{
		{"never read", []func(*story) error{elsewhere, write("s", "a.txt")}, false},
		{"read and unchanged", []func(*story) error{read("a.txt"), write("s", "a.txt")}, false},
		{"changed", []func(*story) error{read("a.txt"), elsewhere, write("s", "a.txt")}, true},
		{"changed, and added to", []func(*story) error{read("a.txt"), elsewhere, appended("a.txt")}, true},
		{"changed, and removed", []func(*story) error{read("a.txt"), elsewhere, removed("a.txt")}, true},
		{"changed, and moved", []func(*story) error{read("a.txt"), elsewhere, renamed("a.txt", "b.txt")}, true},
		{"changed, and moved over", []func(*story) error{read("a.txt"), elsewhere, renamed("sub/b.txt", "a.txt")}, true},
		{"read again", []func(*story) error{read("a.txt"), elsewhere, read("a.txt"), write("s", "a.txt")}, false},
		{"deleted", []func(*story) error{read("a.txt"), deleted, write("s", "a.txt")}, true},
		{"deleted, and found missing", []func(*story) error{read("a.txt"), deleted, missing("a.txt"), write("s", "a.txt")}, false},
		{"found missing, made by the session, and changed", []func(*story) error{read("a.txt"), deleted, missing("a.txt"), write("s", "a.txt"), elsewhere, write("s", "a.txt")}, true},
		{"found missing, and made by somebody else", []func(*story) error{read("a.txt"), deleted, missing("a.txt"), elsewhere, write("s", "a.txt")}, true},
		{"the same, and removed", []func(*story) error{read("a.txt"), deleted, missing("a.txt"), elsewhere, removed("a.txt")}, true},
		{"the same, and read again", []func(*story) error{read("a.txt"), deleted, missing("a.txt"), elsewhere, read("a.txt"), write("s", "a.txt")}, false},
		{"found missing by another session", []func(*story) error{read("a.txt"), deleted, func(s *story) error { _, err := s.as("other").ReadFile("a.txt"); return ignoring(fs.ErrNotExist, err) }, write("s", "a.txt")}, true},
		{"deleted, and added to", []func(*story) error{read("a.txt"), deleted, appended("a.txt")}, true},
		{"replaced by one that looks the same", []func(*story) error{read("a.txt"), replaced, write("s", "a.txt")}, true},
		{"written by the session itself", []func(*story) error{read("a.txt"), write("s", "a.txt"), write("s", "a.txt"), appended("a.txt"), write("s", "a.txt")}, false},
		{"written by the session, then by another", []func(*story) error{read("a.txt"), write("s", "a.txt"), write("other", "a.txt"), write("s", "a.txt")}, true},
		{"written by another session", []func(*story) error{read("a.txt"), write("other", "a.txt"), write("s", "a.txt")}, true},
		{"read by another session alone", []func(*story) error{read("a.txt"), elsewhere, write("other", "a.txt")}, false},
		{"without a session", []func(*story) error{read("a.txt"), elsewhere, write("", "a.txt")}, false},
		{"under another name", []func(*story) error{read("link"), elsewhere, write("s", "a.txt")}, true},
		{"under an absolute name", []func(*story) error{func(s *story) error { return read(s.at("ws/a.txt"))(s) }, elsewhere, write("s", "link")}, true},
		{"only described", []func(*story) error{func(s *story) error { _, err := s.as("s").Stat("a.txt"); return err }, elsewhere, write("s", "a.txt")}, false},
		{"opened and read in part", []func(*story) error{func(s *story) error {
			f, err := s.as("s").Open("a.txt")
			if err != nil {
				return err
			}
			defer f.Close()
			_, err = io.ReadFull(f, make([]byte, 1))
			return err
		}, elsewhere, write("s", "a.txt")}, true},
		{"moved by the session", []func(*story) error{read("a.txt"), renamed("a.txt", "b.txt"), write("s", "b.txt"), write("s", "a.txt")}, false},
		{"moved by the session, then changed", []func(*story) error{read("a.txt"), renamed("a.txt", "sub/a.txt"), renamed("sub", "sub2"), func(s *story) error { s.write("ws/sub2/a.txt", "x"); return nil }, write("s", "sub2/a.txt")}, true},
		{"removed by the session", []func(*story) error{read("a.txt"), removed("a.txt"), write("s", "a.txt")}, false},
	} {
		t.Run(c.reason, func(t *testing.T) {
			s := &story{newWorld(t), files.New(nil)}
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

// TestTwoSessions has sessions read the same version and write at the same time: one of them
// wins each round.
func TestTwoSessions(t *testing.T) {
	s := &story{newWorld(t), files.New(nil)}
	sessions := []string{"1", "2", "3"}
	for range 20 {
		var won, lost atomic.Int32
		var ready, done sync.WaitGroup
		ready.Add(len(sessions)) // before the first starts, or it need not wait for the others
		for _, session := range sessions {
			done.Go(func() {
				f := s.as(session)
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
