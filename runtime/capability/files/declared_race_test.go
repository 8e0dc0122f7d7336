//go:build unix

package files_test

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/toolgen/toolgen/internal/raced"
	"github.com/toolgen/toolgen/runtime/capability"
	"github.com/toolgen/toolgen/runtime/capability/files"
)

// planted replaces a missing path by a symbolic link, and removes it.
func planted(name, target string) func(w *world) func() {
	return func(w *world) func() {
		return func() {
			_ = os.Symlink(strings.ReplaceAll(target, "$ROOT", w.dir), w.at(name))
			_ = os.Remove(w.at(name))
		}
	}
}

// TestDeclaredWhileSwapped opens the files of calls, and uses them, while directories on the way to
// declared paths and to paths of the policy are exchanged for links that lead out. No try reads or
// changes what is outside. The control is the same call afterwards.
func TestDeclaredWhileSwapped(t *testing.T) {
	for _, c := range []struct {
		reason           string
		policy, declared []string
		name             string
		control          string // the name in reach at the end
		do               func(w *world) func()
	}{
		{"the declared directory", []string{"."}, []string{"x"}, "x/f", "x/f", exchange("ws/x", "links/dir")},
		{"a directory above the declared one", []string{"."}, []string{"x/y"}, "x/y/f", "x/y/f", exchange("ws/x", "links/dir")},
		{"the directory of the policy", []string{"x"}, []string{"x/y"}, "x/y/f", "x/y/f", exchange("ws/x", "links/dir")},
		{"the declared directory in that of the policy", []string{"x"}, []string{"x/y"}, "x/y/f", "x/y/f", exchange("ws/x/y", "links/dir")},
		{"the declared directory that holds that of the policy", []string{"x/y"}, []string{"x"}, "x/y/f", "x/y/f", exchange("ws/x", "links/dir")},
		{"the directory of the policy in a declared one", []string{"x/y"}, []string{"x"}, "x/y/f", "x/y/f", exchange("ws/x/y", "links/dir")},
		{"a declared directory for a link to above", []string{"x/y"}, []string{"x"}, "x/y/f", "x/y/f", exchange("ws/x", "links/above")},
		{"a declared file", []string{"x"}, []string{"x/f"}, "x/f", "x/f", exchange("ws/x/f", "links/file")},
		{"a file of the policy", []string{"x/f"}, []string{"x"}, "x/f", "x/f", exchange("ws/x/f", "links/absolute")},
		{"a missing directory of the policy", []string{"gen", "x"}, []string{"gen/y", "x"}, "gen/y/f", "x/f", planted("ws/gen", "../outside")},
		{"a missing directory of the policy, absolute link", []string{"gen", "x"}, []string{"gen", "x"}, "gen/f", "x/f", planted("ws/gen", "$ROOT/outside")},
		{"a missing declared directory", []string{"."}, []string{"gen", "x"}, "gen/f", "x/f", planted("ws/gen", "$ROOT/outside")},
		{"a missing directory below a missing one", []string{"gen/y", "x"}, []string{"gen/y/z", "x"}, "gen/y/f", "x/f", planted("ws/gen", "$ROOT/outside")},
	} {
		t.Run(c.reason, func(t *testing.T) {
			w := racing(t)
			w.write("outside/y/y/f", secret)
			request := w.request(capability.FilePolicy{Write: c.policy})
			request.Session = ""
			request.Needs.Read, request.Needs.Write = c.declared, c.declared
			stop, done := make(chan struct{}), make(chan struct{})
			once := c.do(w)
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
			tries := raced.Some(120, 2)
			if testing.Short() {
				tries = 100
			}
			within(t, c.reason, func() { t.Logf("%d tries succeeded", w.hammerOpening(request, c.name, tries)) })
			close(stop)
			<-done
			w.unharmed()
			if got := w.content("outside/y/y/f"); got != secret {
				t.Errorf("the file outside holds %q", got)
			}
			w.reachesOnly(request, []string{c.control}, []string{w.at("outside/f"), "closed/f"})
		})
	}
}

// hammerOpening opens the files of one call for each try, and uses a name. It counts what succeeded.
func (w *world) hammerOpening(request *capability.Request, name string, tries int) (succeeded int) {
	backend := files.New(nil)
	for range tries {
		f, err := backend.Open(w.t.Context(), request)
		if err != nil {
			if !denied(err) || strings.Contains(err.Error(), w.dir) {
				w.t.Errorf("opening: %v", err)
			}
			continue
		}
		succeeded += w.hammer(f, name, 4)
	}
	return succeeded
}
