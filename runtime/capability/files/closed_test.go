//go:build unix

package files_test

import (
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime/capability"
	"github.com/toolgen/toolgen/runtime/capability/files"
)

// TestClosedPaths creates every closed path below the working directory, and tries to use it under a
// policy that allows everything.
func TestClosedPaths(t *testing.T) {
	w := newWorld(t)
	f := w.open(files.New(&files.Options{Mounts: true}), w.request(capability.FilePolicy{Write: []string{"/"}}))
	for _, c := range files.ClosedPaths() {
		name := strings.NewReplacer("*", "x", "?", "y").Replace(c.Pattern)
		if c.Reason == "" || c.Pattern != path.Clean(c.Pattern) {
			t.Errorf("%+v", c)
		}
		if path.IsAbs(name) {
			if _, err := f.Open(name); err == nil && !c.WriteOnly {
				t.Errorf("%s can be opened", name)
			}
			if err := f.WriteFile(name+"/toolgen-test", nil); err == nil {
				t.Errorf("%s can be written", name)
			}
			continue
		}
		w.write("ws/below/"+name+"/file", "F")
		for _, file := range []string{"below/" + name, "below/" + name + "/file", "below/" + strings.ToUpper(name)} {
			_, err := f.Stat(file)
			if exists := file != "below/"+strings.ToUpper(name) || name == strings.ToUpper(name); isMissing(err) != (!c.WriteOnly || !exists) {
				t.Errorf("%s: %v", file, err)
			}
			if err := f.WriteFile(file, nil); err == nil {
				t.Errorf("%s can be written", file)
			}
		}
	}
	for _, name := range []string{".env.example", ".ENV.Sample"} { // made to be shared
		if err := f.WriteFile(name, []byte("x")); err != nil {
			t.Error(err)
		}
		if got, err := f.ReadFile(name); err != nil || string(got) != "x" {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	if err := f.WriteFile(".env", nil); err == nil || !strings.HasSuffix(err.Error(), "it contains access tokens") {
		t.Errorf("the reason is %v", err)
	}
	// Names that are similar to closed ones are open.
	for _, name := range []string{"ssh/config", ".sshd", "id_rsa.pub", ".environment", "env", ".gitignore", ".github/workflows/ci.yml", "git/config", ".config/app.toml", ".docker/Dockerfile", ".vscode/extensions.json",
		"npmrc", "etc/shadow", "proc/self", "dev/null", "history", "key.pem", "certificate.key", ".cargo/config.toml", "Library/x", "x.writing"} {
		w.mkdir(path.Join("ws/near", path.Dir(name)))
		w.checkWorks(f, "near/"+name)
	}
}

// TestClosedPathsReturnsCopy changes the result: the rules stay the same.
func TestClosedPathsReturnsCopy(t *testing.T) {
	rules := files.ClosedPaths()
	if i := slices.IndexFunc(rules, func(c files.ClosedPath) bool { return c.Pattern == ".ssh" }); i < 0 {
		t.Fatal("no .ssh")
	} else {
		rules[i] = files.ClosedPath{}
	}
	if files.ClosedPaths()[0] == (files.ClosedPath{}) {
		t.Error("the rules were changed")
	}
}
