//go:build unix

package files_test

import (
	"errors"
	"os"
	"path"
	"sync"
	"testing"

	"github.com/toolgen/toolgen/runtime/capability"
	"github.com/toolgen/toolgen/runtime/capability/files"
)

// TestBareRepositories makes the parts of a bare repository in every order: the last one is refused, and so is
// every change in a directory that has all parts.
func TestBareRepositories(t *testing.T) {
	makers := map[string]func(f capability.WriteFS, dir string) error{
		"HEAD": func(f capability.WriteFS, dir string) error {
			return f.WriteFile(dir+"/HEAD", []byte("ref: refs/heads/main\n"))
		},
		"objects":   func(f capability.WriteFS, dir string) error { return f.MkdirAll(dir + "/objects") },
		"refs":      func(f capability.WriteFS, dir string) error { return f.MkdirAll(dir + "/refs/heads") },
		"commondir": func(f capability.WriteFS, dir string) error { return f.Append(dir+"/commondir", []byte("../x\n")) },
		"moved HEAD": func(f capability.WriteFS, dir string) error {
			return errors.Join(f.WriteFile(dir+"/h", []byte("ref: refs/heads/main\n")), f.Rename(dir+"/h", dir+"/HEAD"))
		},
		"moved objects": func(f capability.WriteFS, dir string) error {
			return errors.Join(f.MkdirAll(dir+"/o"), f.Rename(dir+"/o", dir+"/objects"))
		},
		"file in refs": func(f capability.WriteFS, dir string) error { return f.MkdirAll(dir + "/refs") },
	}
	for _, order := range [][]string{
		{"HEAD", "objects", "refs"}, {"objects", "refs", "HEAD"}, {"refs", "HEAD", "objects"}, {"HEAD", "commondir"}, {"commondir", "HEAD"},
		{"objects", "refs", "moved HEAD"}, {"HEAD", "refs", "moved objects"}, {"HEAD", "objects", "file in refs"},
	} {
		w := newFixture(t)
		backend := files.New(nil)
		f := w.open(backend, w.request(capability.FilePolicy{Write: []string{"."}}))
		if err := errors.Join(f.MkdirAll("x"), f.WriteFile("x/config", []byte("[core]\n\tfsmonitor = id\n"))); err != nil {
			t.Fatal(err)
		}
		for i, name := range order {
			err := makers[name](f, "x")
			if _, denied := errors.AsType[*capability.Denied](err); denied != (i == len(order)-1) {
				t.Errorf("%v: %s: %v", order, name, err)
			}
		}
	}
}

// TestExistingBareRepositories changes files in a repository.
func TestExistingBareRepositories(t *testing.T) {
	w := newFixture(t)
	for _, name := range []string{"HEAD", "config", "objects/x", "refs/heads/main", "hooks/pre-commit", "info/attributes"} {
		w.write(path.Join("ws/deep/er/any", name), "F")
	}
	f := w.open(files.New(nil), w.request(capability.FilePolicy{Write: []string{"."}}))
	for _, name := range []string{"HEAD", "config", "new", "objects/x", "hooks/pre-commit", "info/attributes"} {
		name = "deep/er/any/" + name
		for i, err := range []error{f.WriteFile(name, nil), f.Append(name, []byte("x")), f.Remove(name), f.Rename(name, "y"), f.Rename("a.txt", name), f.MkdirAll(name + "-x/y")} {
			if _, denied := errors.AsType[*capability.Denied](err); !denied && !isMissing(err) {
				t.Errorf("%s: operation %d: %v", name, i, err)
			}
		}
	}
	if got, err := f.ReadFile("deep/er/any/config"); err != nil || string(got) != "F" {
		t.Errorf("%q, %v", got, err)
	}
	w.checkWorks(f, "deep/er/other")
	f = w.open(files.New(&files.Options{Repositories: true}), w.request(capability.FilePolicy{Write: []string{"."}}))
	w.checkWorks(f, "deep/er/any/config")
}

// TestConcurrentBareRepositories makes all parts at the same time: at least one is refused.
func TestConcurrentBareRepositories(t *testing.T) {
	w := newFixture(t)
	f := w.open(files.New(nil), w.request(capability.FilePolicy{Write: []string{"."}}))
	for i := range 100 {
		dir := "r" + string(rune('a'+i/10)) + string(rune('a'+i%10))
		if err := f.MkdirAll(dir); err != nil {
			t.Fatal(err)
		}
		errs := make([]error, 3)
		var all sync.WaitGroup
		all.Go(func() { errs[0] = f.WriteFile(dir+"/HEAD", []byte("ref: refs/heads/main\n")) })
		all.Go(func() { errs[1] = f.MkdirAll(dir + "/objects") })
		all.Go(func() { errs[2] = f.MkdirAll(dir + "/refs") })
		all.Wait()
		if errors.Join(errs...) == nil {
			t.Fatal("all parts were made")
		}
	}
}

// TestRepositoryPartsInOtherCase simulates a directory that ignores case.
func TestRepositoryPartsInOtherCase(t *testing.T) {
	w := newFixture(t)
	for _, dir := range []string{"distinguishes", "ignores"} {
		w.mkdir("ws/" + dir + "/objects")
		w.mkdir("ws/" + dir + "/refs")
	}
	w.write("ws/ignores/notes", "")
	if err := os.Link(w.at("ws/ignores/notes"), w.at("ws/ignores/NOTES")); err != nil {
		t.Fatal(err)
	}
	f := w.open(files.New(nil), w.request(capability.FilePolicy{Write: []string{"."}}))
	if err := f.WriteFile("distinguishes/head", nil); err != nil {
		t.Error(err)
	}
	if err := f.WriteFile("ignores/head", nil); err == nil {
		t.Error("a repository was made")
	}
}

// TestMovedRepositories moves directories that are repositories, or that contain one.
func TestMovedRepositories(t *testing.T) {
	w := newFixture(t)
	for _, dir := range []string{"ex.git", "deep/er/bare", "with/worktree"} {
		w.write("ws/"+dir+"/HEAD", "ref: refs/heads/main\n")
		w.mkdir("ws/" + dir + "/refs")
		if dir != "with/worktree" {
			w.mkdir("ws/" + dir + "/objects")
		} else {
			w.write("ws/"+dir+"/commondir", "../x\n")
		}
	}
	w.write("ws/project/.git/config", "F")
	w.write("ws/projects/deep/module/.git", "gitdir: x\n")
	w.write("ws/mercurial/.hg/hgrc", "F")
	w.write("ws/plain/deep/HEAD", "F")
	w.mkdir("ws/plain/deep/objects")
	f := w.all(nil)
	for _, dir := range []string{"ex.git", "deep/er/bare", "deep/er", "deep", "with", "project", "projects", "projects/deep/module", "mercurial"} {
		if err := f.Rename(dir, "moved"); !isDenied(err) {
			t.Errorf("%s: %v", dir, err)
		}
	}
	if err := f.Rename("plain", "moved"); err != nil {
		t.Error(err)
	}
	open := w.all(&files.Options{Repositories: true, Reopen: []string{".git"}})
	for _, dir := range []string{"deep", "project"} {
		if err := open.Rename(dir, dir+"-moved"); err != nil {
			t.Errorf("%s: %v", dir, err)
		}
	}
}
