//go:build unix

package files

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/toolgen/toolgen/runtime/capability"
)

// TestLinkCreatedBeforeDeclared creates a link at a missing path of the policy after the paths of the
// policy were opened and before the declared paths are resolved. The call does not follow it.
func TestLinkCreatedBeforeDeclared(t *testing.T) {
	for _, c := range []struct{ reason, policy, declared string }{
		{"declared below it", "gen", "gen/y"},
		{"declared itself", "gen", "gen"},
		{"declared above it", "gen/y", "gen"},
		{"below a missing directory", "gen/y", "gen/y/z"},
	} {
		t.Run(c.reason, func(t *testing.T) {
			dir, err := filepath.EvalSymlinks(t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			secret := filepath.Join(dir, "outside/y/z/f")
			if err := errors.Join(os.Mkdir(filepath.Join(dir, "ws"), 0o755), os.MkdirAll(filepath.Dir(secret), 0o755), os.WriteFile(secret, []byte("SECRET"), 0o644)); err != nil {
				t.Fatal(err)
			}
			needs := &capability.Needs{Kinds: capability.KindRead | capability.KindWrite, Read: []string{c.declared}, Write: []string{c.declared}}
			v := &view{backend: New(nil), closure: closure{index: defaultIndex()}, ctx: t.Context(), writes: true}
			defer v.close()
			if err := v.setBase(filepath.Join(dir, "ws")); err != nil {
				t.Fatal(err)
			}
			roots, err := v.policyPaths(&capability.FilePolicy{Write: []string{c.policy}})
			if err != nil {
				t.Fatal(err)
			}
			v.rules = rules{all: true, closure: &v.closure}
			if err := os.Symlink("../outside", filepath.Join(dir, "ws/gen")); err != nil {
				t.Fatal(err)
			}
			v.setReach(roots, needs)
			for _, name := range []string{"gen/y/z/f", "gen/z/f", "gen/y/f"} {
				if got, err := v.ReadFile(name); err == nil {
					t.Errorf("%s holds %q", name, got)
				}
				if err := v.WriteFile(name, []byte("broken")); err == nil {
					t.Errorf("%s is written", name)
				}
			}
			if got, err := os.ReadFile(secret); err != nil || string(got) != "SECRET" {
				t.Errorf("the file outside holds %q, %v", got, err)
			}
		})
	}
}
