package secrets_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime/capability"
	"github.com/toolgen/toolgen/runtime/capability/secrets"
)

// echo has a value for every reference.
var echo = secrets.StoreFunc(func(_ context.Context, reference string) (string, error) { return "value of " + reference, nil })

func get(t *testing.T, store secrets.Store, declared []string, reference string) (string, error) {
	t.Helper()
	scoped, err := secrets.New(&secrets.Options{Store: store}).Open(t.Context(), &capability.Request{Needs: &capability.Needs{Secrets: declared}})
	if err != nil {
		t.Fatal(err)
	}
	return scoped.Get(t.Context(), reference)
}

func TestOnlyDeclaredSecrets(t *testing.T) {
	for _, c := range []struct {
		reason    string
		declared  []string
		reference string
		allowed   bool
	}{
		{"declared", []string{"a/b"}, "a/b", true},
		{"below a prefix", []string{"p/exa/*"}, "p/exa/key", true},
		{"deep below a prefix", []string{"p/exa/*"}, "p/exa/x/y", true},
		{"not in ASCII", []string{"p/é/*"}, "p/é/k", true},
		{"nothing declared", nil, "a", false},
		{"something else", []string{"a/b"}, "a/c", false},
		{"the prefix itself", []string{"p/exa/*"}, "p/exa", false},
		{"a longer segment", []string{"p/exa/*"}, "p/exam/x", false},
		{"in another case", []string{"a/b"}, "A/b", false},
		{"an empty segment", []string{"p/exa/*"}, "p/exa//x", false},
		{"a slash at the end", []string{"p/exa/*"}, "p/exa/", false},
		{"out of the prefix", []string{"p/exa/*"}, "p/exa/../other", false},
		{"out of it, declared so", []string{"a/../b"}, "a/../b", false},
		{"out of it, encoded", []string{"p/exa/*"}, "p/exa/%2e%2e/x", false},
		{"with backslashes", []string{"p/exa/*"}, `p/exa/..\x`, false},
		{"the pattern as a reference", []string{"p/exa/*"}, "p/exa/*", false},
		{"everything", []string{"*"}, "a", false},
		{"everything below the root", []string{"/*"}, "a", false},
		{"with a NUL", []string{"a/*"}, "a/b\x00", false},
		{"empty", []string{""}, "", false},
	} {
		value, err := get(t, echo, c.declared, c.reference)
		var denied *capability.Denied
		switch {
		case c.allowed && (err != nil || value != "value of "+c.reference):
			t.Errorf("%s: %q, %v", c.reason, value, err)
		case !c.allowed && (!errors.As(err, &denied) || denied.Kind != capability.KindSecrets || value != ""):
			t.Errorf("%s: must be denied, got %q, %v", c.reason, value, err)
		case !c.allowed && c.reference != "" && len(c.reference) > 1 && strings.Contains(err.Error(), c.reference):
			t.Errorf("%s: the refusal repeats the reference: %v", c.reason, err)
		}
	}
}

func TestStores(t *testing.T) {
	dir := t.TempDir()
	write := func(name, content string, mode os.FileMode) string {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), mode); err != nil {
			t.Fatal(err)
		}
		return path
	}
	file, err := secrets.File(write("file", "# keys\n\na/key = of the file \nb/key=x=y\n", 0o600))
	if err != nil {
		t.Fatal(err)
	}
	write("tree/a/key", "of the tree\n", 0o600)
	write("outside", "stolen", 0o600)
	if err := os.Symlink("../outside", filepath.Join(dir, "tree", "link")); err != nil {
		t.Fatal(err)
	}
	tree, err := secrets.Directory(filepath.Join(dir, "tree"))
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("APP_A_KEY", "of the environment")
	failing := secrets.StoreFunc(func(context.Context, string) (string, error) { return "", errors.New("sealed") })
	for _, c := range []struct {
		reason    string
		store     secrets.Store
		reference string
		want      string
		denied    bool // if false, the error is that of the store
	}{
		{"from a file", file, "a/key", "of the file", false},
		{"a value with an equals sign", file, "b/key", "x=y", false},
		{"not in the file", file, "c/key", "", true},
		{"from a directory", tree, "a/key", "of the tree", false},
		{"not in the directory", tree, "c/key", "", true},
		{"a directory instead of a file", tree, "a", "", false},
		{"a link out of the directory", tree, "link", "", false},
		{"from the environment", secrets.Environment("APP_"), "a/key", "of the environment", false},
		{"not in the environment", secrets.Environment("APP_"), "c/key", "", true},
		{"a reference that would share a variable", secrets.Environment("APP_"), "a_key", "", true},
		{"a reference in upper case", secrets.Environment("APP_"), "A/key", "", true},
		{"an empty value", secrets.Map(map[string]string{"a": ""}), "a", "", true},
		{"the first store that has it", secrets.Chain(secrets.Map(nil), file, tree), "a/key", "of the file", false},
		{"no store has it", secrets.Chain(file, tree), "c/key", "", true},
		{"a store that fails ends the search", secrets.Chain(failing, file), "a/key", "", false},
	} {
		value, err := get(t, c.store, []string{c.reference}, c.reference)
		var denied *capability.Denied
		if value != c.want || (err == nil) != (c.want != "") || errors.As(err, &denied) != c.denied {
			t.Errorf("%s: %q, %v", c.reason, value, err)
		}
		if err != nil && strings.Contains(err.Error(), dir) {
			t.Errorf("%s: the error shows the path of the store: %v", c.reason, err)
		}
	}
}

func TestInvalidStores(t *testing.T) {
	dir := t.TempDir()
	for reason, content := range map[string]string{"no equals sign": "a/key", "a bad reference": "../a=b", "twice": "a=1\n#\na=2"} {
		path := filepath.Join(dir, strings.ReplaceAll(reason, " ", "_"))
		if err := os.WriteFile(path, []byte("# \n"+content), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := secrets.File(path); err == nil || !strings.Contains(err.Error(), ":2:") && !strings.Contains(err.Error(), ":4:") {
			t.Errorf("%s: %v", reason, err)
		}
	}
	long := filepath.Join(dir, "long")
	if err := os.WriteFile(long, []byte("a=1\n"+strings.Repeat("# a comment\n", secrets.MaxBytes/12)+"key=0123456789"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := secrets.File(long); err == nil {
		t.Error("a file that is too long must not be read in part")
	}
	open := filepath.Join(dir, "open")
	if err := os.WriteFile(open, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(open, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := secrets.File(open); err == nil {
		t.Error("a file that other users can read was opened")
	}
	if _, err := secrets.File(filepath.Join(dir, "none")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a missing file: %v", err)
	}
	if _, err := secrets.Directory(open); err == nil {
		t.Error("a file was opened as a directory")
	}
	if _, err := secrets.New(&secrets.Options{Store: nil}).Open(t.Context(), &capability.Request{Needs: &capability.Needs{}}); err == nil {
		t.Error("a nil store was opened")
	}
}

func ExampleNew() {
	store := secrets.Chain(secrets.Environment("APP_"), secrets.Map(map[string]string{"providers/exa/key": "from a vault"}))
	backends := capability.Backends{Secrets: secrets.New(&secrets.Options{Store: store}).Open}
	_ = backends // for runtime.Options.Backends
}
