package files

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/toolgen/toolgen/runtime/capability"
)

func TestDryRun(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a"), []byte("1"), 0o600); err != nil {
		t.Fatal(err)
	}
	request := &capability.Request{
		DryRun: true, WorkingDir: dir, Files: capability.FilePolicy{Write: []string{"."}},
		Needs: &capability.Needs{Kinds: capability.KindRead | capability.KindWrite},
	}
	f, err := New(nil).Open(t.Context(), request)
	if err != nil {
		t.Fatal(err)
	}
	for name, err := range map[string]error{
		"write": f.WriteFile("a", nil), "create": f.WriteFile("b", nil), "append": f.Append("a", nil),
		"mkdir": f.MkdirAll("d"), "remove": f.Remove("a"), "rename": f.Rename("a", "b"),
	} {
		if denied, ok := errors.AsType[*capability.Denied](err); !ok {
			t.Errorf("%s: %v, %v", name, denied, err)
		}
	}
	if data, err := f.ReadFile("a"); err != nil || string(data) != "1" {
		t.Errorf("the file holds %q, %v", data, err)
	}
	if names, err := os.ReadDir(dir); err != nil || len(names) != 1 {
		t.Errorf("there is %v, %v", names, err)
	}
}
