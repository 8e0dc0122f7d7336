//go:build unix

package files_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime/capability"
	"github.com/toolgen/toolgen/runtime/capability/files"
)

// TestLinksWithClosedNames uses files through symbolic links whose own names are closed, and whose targets have other names.
func TestLinksWithClosedNames(t *testing.T) {
	for _, c := range []struct {
		reason, link, target string
		file                 string // what the tool uses
		reads                bool   // reading is closed too
	}{
		{"a file", ".bashrc", "dot/bashrc", ".bashrc", false},
		{"a missing file", ".zshrc", "dot/new", ".zshrc", false},
		{"a directory", ".husky", "hooks", ".husky/pre-commit", false},
		{"a deep file", ".husky", "hooks", ".husky/_/husky.sh", false},
		{"two parts, the last is a link", ".github/workflows", "../ci", ".github/workflows/b.yml", false},
		{"two parts, the first is a link", ".github", "meta", ".github/workflows/b.yml", false},
		{"a repository", ".git", "gitdir", ".git/config", false},
		{"a file of instructions", "CLAUDE.md", "x", "CLAUDE.md", false},
		{"an absolute target", ".vscode", "$ROOT/ws/hooks", ".vscode/tasks.json", false},
		{"a chain of links", ".mcp.json", "chain1", ".mcp.json", false},
		{"a target with ..", ".husky", "dot/../hooks/../hooks", ".husky/pre-commit", false},
		{"the directory itself", ".githooks", ".", ".githooks/pre-commit", false},
		{"keys", ".config", "store", ".config/gh/hosts.yml", true},
		{"keys below a link in a link", ".config", "linked", ".config/gh/hosts.yml", true},
		{"a link to a closed name", "innocent", ".config", "innocent/gh/hosts.yml", true},
		{"keys in a directory", ".ssh", "store", ".ssh/config", true},
	} {
		t.Run(c.reason, func(t *testing.T) {
			w := newFixture(t)
			for _, file := range []string{"dot/bashrc", "hooks/pre-commit", "hooks/_/husky.sh", "ci/b.yml", "meta/workflows/b.yml", "gitdir/config", "x", "hooks/tasks.json", "chained", "pre-commit", "store/gh/hosts.yml", "store/config", "ghreal/hosts.yml"} {
				w.write("ws/"+file, "F")
			}
			w.mkdir("ws/linked")
			for link, target := range map[string]string{"chain1": "sub/chain2", "sub/chain2": "../chained", "linked/gh": "../ghreal"} {
				w.link("ws/"+link, target)
			}
			if c.link == "innocent" {
				w.link("ws/.config", "store")
			}
			w.mkdir(filepath.Dir("ws/" + c.link))
			w.link("ws/"+c.link, c.target)
			before := w.snapshotOf("ws")
			f := w.all(nil)
			ops := []string{"WriteFile", "Append", "MkdirAll", "MkdirBelow", "Remove", "Rename away", "Rename to"}
			if c.reads {
				ops = slices.Concat(readers, ops)
			}
			for _, op := range ops {
				if got, err := operations[op](f, c.file); err == nil {
					t.Errorf("%s of %s works: %q", op, c.file, got)
				}
			}
			if after := w.snapshotOf("ws"); fmt.Sprint(after) != fmt.Sprint(before) {
				t.Errorf("changed:\n%v\n%v", before, after)
			}
			if _, err := f.ReadFile(c.file); (err == nil) == c.reads && c.target != "dot/new" {
				t.Errorf("reading: %v", err)
			}
		})
	}
}

// TestLinksInLists lists a directory through a link: names that are closed below the link are left out.
func TestLinksInLists(t *testing.T) {
	w := newFixture(t)
	w.write("ws/store/gh/hosts.yml", "F")
	w.write("ws/store/app.toml", "F")
	w.link("ws/.config", "store")
	f := w.all(nil)
	for name, want := range map[string]int{".config": 1, "store": 2} {
		if entries, err := f.ReadDir(name); err != nil || len(entries) != want {
			t.Errorf("%s: %v, %v", name, entries, err)
		}
	}
	w.checkWorks(f, ".config/app.toml")
}

// TestLinksWithNamedNames uses links whose names the policy names, and those with a name that no rule closes.
func TestLinksWithNamedNames(t *testing.T) {
	w := newFixture(t)
	for _, file := range []string{"hooks/pre-commit", "ci/b.yml", "settings/secrets.yaml", "notes/a.txt"} {
		w.write("ws/"+file, "F")
	}
	w.write("ws/.github/x", "F")
	for link, target := range map[string]string{".husky": "hooks", ".github/workflows": "../ci", "secrets.yaml": "notes/a.txt", "dir": "notes", "more": "dir/../dir"} {
		w.link("ws/"+link, target)
	}
	f := w.open(files.New(nil), w.request(capability.FilePolicy{Write: []string{".", ".husky", ".github/workflows", "secrets.yaml"}}))
	for _, file := range []string{".husky/pre-commit", ".github/workflows/b.yml", "dir/a.txt", "more/a.txt"} {
		w.checkWorks(f, file)
	}
	if _, err := f.ReadFile("secrets.yaml"); err != nil {
		t.Error(err)
	}
}

// TestHostLinksWithClosedNames opens directories by links of the host with closed names.
func TestHostLinksWithClosedNames(t *testing.T) {
	w := newFixture(t)
	w.write("home/store/gh/hosts.yml", secret)
	w.write("home/store/app.toml", "F")
	w.link("home/.config", "store")
	policy := capability.FilePolicy{Write: []string{"$ROOT/home/.config"}}
	policy.Write[0] = w.at("home/.config")
	inside := w.request(capability.FilePolicy{Write: []string{"."}})
	inside.WorkingDir = w.at("home/.config")
	for reason, request := range map[string]*capability.Request{"policy": w.request(policy), "working directory": inside} {
		f := w.open(files.New(nil), request)
		for _, dir := range []string{w.at("home/.config"), w.at("home/store")} {
			if got, err := f.ReadFile(dir + "/gh/hosts.yml"); err == nil {
				t.Errorf("%s: %s: %s", reason, dir, got)
			}
			if _, err := f.ReadFile(dir + "/app.toml"); err != nil {
				t.Errorf("%s: %v", reason, err)
			}
		}
	}
	named := w.request(capability.FilePolicy{Write: []string{"."}})
	w.mkdir("home/.cursor/worktrees")
	w.link("home/.cursor/worktrees/x", "$ROOT/ws")
	named.WorkingDir = w.at("home/.cursor/worktrees/x")
	w.checkWorks(w.open(files.New(nil), named), "sub/b.txt")
}

// TestDirectoriesMovedBelowLinks moves a directory to a name below which paths are closed, through a link.
func TestDirectoriesMovedBelowLinks(t *testing.T) {
	w := newFixture(t)
	w.mkdir("ws/store")
	w.mkdir("ws/home")
	w.mkdir("ws/new/keyrings")
	w.link("ws/home/.local", "../store")
	f := w.all(nil)
	if err := f.Rename("new", "home/.local/share"); err == nil {
		t.Error("moved")
	}
	if err := f.Rename("new", "store/other"); err != nil {
		t.Error(err)
	}
}

// TestManyLinkNames follows links that lead to their own directory, which has more and more names: the lookup ends early.
func TestManyLinkNames(t *testing.T) {
	w := newFixture(t)
	w.link("ws/x", ".")
	w.link("ws/y", ".")
	f := w.all(nil)
	if got, err := f.ReadFile("x/y/x/y/a.txt"); err != nil || string(got) != "A" {
		t.Errorf("%q, %v", got, err)
	}
	mustEnd(t, "a lookup", func() {
		if _, err := f.ReadFile(strings.Repeat("x/y/", 16) + "a.txt"); err == nil || !strings.Contains(err.Error(), "too many levels") {
			t.Errorf("many links: %v", err)
		}
	})
}
