package builtin_test

import (
	"fmt"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/builtin/file"
	"github.com/toolgen/toolgen/builtin/project"
	"github.com/toolgen/toolgen/builtin/search"
)

// booksModule is a module with three packages that use one function.
const booksModule = `
-- go.mod --
module example.com/library

go 1.26

-- store/store.go --
// Package store keeps books.
package store

// Get returns a book. Get never fails; GetAll returns all of them.
func Get(id int) string { return books[id] }

// GetAll returns all books.
func GetAll() []string { return []string{Get(1), Get(2)} }

var books = map[int]string{1: "Ulysses", 2: "Orlando"}

-- store/store_test.go --
package store

import "testing"

func TestGet(t *testing.T) {
	if got := Get(1); got != "Ulysses" {
		t.Errorf("Get(1) = %q", got)
	}
}

-- web/web.go --
// Package web shows books.
package web

import "example.com/library/store"

// Page is a page about a book.
func Page(id int) string { return "<h1>" + store.Get(id) + "</h1>" }

-- web/web_test.go --
package web

import "testing"

func TestPage(t *testing.T) {
	if got := Page(2); got != "<h1>Orlando</h1>" {
		t.Errorf("Page(2) = %q", got)
	}
}

-- cmd/list/main.go --
// Command list prints a book.
package main

import (
	"fmt"

	"example.com/library/store"
)

func main() { fmt.Println(store.Get(1), len(store.GetAll())) }

-- README.md --
The function Get is described in the package store.
`

// edit is one line that was changed.
type edit struct{ path, old, new string }

// rename renames a function in all Go files. If the module then does not compile or its tests fail, it undoes
// the changes. It returns the remaining changes, and why they were undone.
func rename(w *worker, from, to string) (edits []edit, problem string) {
	word := regexp.MustCompile(`\b` + from + `\b`)
	found, _ := structuredContent[search.Result](w, "search_files", arguments{"query": word.String(), "regexp": true, "glob": "*.go"})
	for _, match := range found.Matches {
		e := edit{match.Path, match.Text, word.ReplaceAllString(match.Text, to)}
		patched, ok := structuredContent[file.PatchResult](w, "patch_file", arguments{"path": e.path, "old_text": e.old, "new_text": e.new})
		if !ok || patched.Replacements != 1 {
			w.Fatalf("%+v: %+v", e, patched)
		}
		edits = append(edits, e)
	}
	for _, check := range []string{"typecheck", "run_tests"} {
		report, _ := structuredContent[project.Report](w, check, arguments{})
		if report.Passed {
			continue
		}
		first := report.Findings[0]
		problem = fmt.Sprintf("%s %s:%d", check, first.File, first.Line)
		break
	}
	if problem == "" {
		return edits, ""
	}
	for _, e := range edits {
		w.do("patch_file", arguments{"path": e.path, "old_text": e.new, "new_text": e.old})
	}
	return nil, problem
}

// TestRenameFunction checks that a function is renamed in a whole module and nothing else changes, and that a
// name in use is detected and the changes are undone.
func TestRenameFunction(t *testing.T) {
	t.Run("renamed", func(t *testing.T) {
		w := newWorker(t, booksModule)
		edits, problem := rename(w, "Get", "Find")
		if problem != "" || len(edits) != 7 {
			t.Fatalf("%d edits, %s: %+v", len(edits), problem, edits)
		}
		store := w.content("store/store.go")
		for _, want := range []string{"func Find(id int)", "func GetAll() []string { return []string{Find(1), Find(2)} }", "// Find returns a book. Find never fails; GetAll"} {
			if !strings.Contains(store, want) {
				t.Errorf("store.go has no %q:\n%s", want, store)
			}
		}
		if got := w.content("README.md"); !strings.Contains(got, "The function Get is") {
			t.Errorf("README.md was changed: %s", got)
		}
		build := exec.Command("go", "run", "./cmd/list")
		build.Dir = w.turn.WorkingDir
		if out, err := build.CombinedOutput(); err != nil || string(out) != "Ulysses 2\n" {
			t.Errorf("the program prints %q, %v", out, err)
		}
	})
	t.Run("a name that is taken", func(t *testing.T) {
		taken := strings.Replace(booksModule, "var books", "// Find finds a book.\nfunc Find(title string) int { return len(title) }\n\nvar books", 1)
		w := newWorker(t, taken)
		before := w.content("store/store.go") + w.content("web/web.go") + w.content("cmd/list/main.go")
		edits, problem := rename(w, "Get", "Find")
		if edits != nil || !strings.HasPrefix(problem, "typecheck store/store.go:") {
			t.Errorf("%+v, %s", edits, problem)
		}
		if after := w.content("store/store.go") + w.content("web/web.go") + w.content("cmd/list/main.go"); after != before {
			t.Errorf("it was not undone:\n%s", after)
		}
		if w.count("run_tests") != 0 {
			t.Error("tests were run of what does not compile")
		}
	})
}
