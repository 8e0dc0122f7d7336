//go:build unix

package files_test

import (
	"os"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/internal/racetest"
	"github.com/toolgen/toolgen/runtime/capability"
	"github.com/toolgen/toolgen/runtime/capability/files"
)

// createAndRemoveLink returns a race step that creates a symbolic link at a missing path and removes it.
func createAndRemoveLink(name, target string) func(w *fixture) func() {
	return func(w *fixture) func() {
		return func() {
			_ = os.Symlink(strings.ReplaceAll(target, "$ROOT", w.dir), w.at(name))
			_ = os.Remove(w.at(name))
		}
	}
}

// TestDeclaredRaces opens and uses the files of calls while directories on the paths of the policy and of
// the declaration are replaced by links that lead out of reach. No file outside is read or changed. At
// the end, the same call works.
func TestDeclaredRaces(t *testing.T) {
	for _, c := range []struct {
		reason           string
		policy, declared []string
		name             string
		control          string // the name in reach at the end
		do               func(w *fixture) func()
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
		{"a missing directory of the policy", []string{"gen", "x"}, []string{"gen/y", "x"}, "gen/y/f", "x/f", createAndRemoveLink("ws/gen", "../outside")},
		{"a missing directory of the policy, absolute link", []string{"gen", "x"}, []string{"gen", "x"}, "gen/f", "x/f", createAndRemoveLink("ws/gen", "$ROOT/outside")},
		{"a missing declared directory", []string{"."}, []string{"gen", "x"}, "gen/f", "x/f", createAndRemoveLink("ws/gen", "$ROOT/outside")},
		{"a missing directory below a missing one", []string{"gen/y", "x"}, []string{"gen/y/z", "x"}, "gen/y/f", "x/f", createAndRemoveLink("ws/gen", "$ROOT/outside")},
	} {
		t.Run(c.reason, func(t *testing.T) {
			w := newRaceFixture(t)
			w.write("outside/y/y/f", secret)
			request := w.request(capability.FilePolicy{Write: c.policy})
			request.Session = ""
			request.Needs.Read, request.Needs.Write = c.declared, c.declared
			stop := repeatUntilStopped(c.do(w))
			tries := racetest.Fewer(120, 2)
			if testing.Short() {
				tries = 100
			}
			mustEnd(t, c.reason, func() { t.Logf("%d tries succeeded", w.repeatOpen(request, c.name, tries)) })
			stop()
			w.checkOutside()
			if got := w.content("outside/y/y/f"); got != secret {
				t.Errorf("the file outside holds %q", got)
			}
			w.reachesOnly(request, []string{c.control}, []string{w.at("outside/f"), "closed/f"})
		})
	}
}

// repeatOpen opens the files of a call and uses a name, many times. It returns how many operations
// succeeded.
func (w *fixture) repeatOpen(request *capability.Request, name string, tries int) (succeeded int) {
	backend := files.New(nil)
	for range tries {
		f, err := backend.Open(w.t.Context(), request)
		if err != nil {
			if !isDenied(err) || strings.Contains(err.Error(), w.dir) {
				w.t.Errorf("opening: %v", err)
			}
			continue
		}
		succeeded += w.repeatOperations(f, name, 4)
	}
	return succeeded
}
