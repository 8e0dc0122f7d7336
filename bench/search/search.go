// Package search compares the built-in tool search_files with GNU grep. Both find the
// same lines in this repository, and in a tree of 20 000 files. It needs grep and the go
// command, and must run in this module. cmd/table measures it.
package search

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/toolgen/toolgen/bench/comparisons"
	tools "github.com/toolgen/toolgen/builtin/search"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability"
	"github.com/toolgen/toolgen/runtime/capability/files"
)

// runs is the number of runs of each search.
const runs = 21

// query is one search, for grep and for search_files.
type query struct {
	name string // of the column
	grep []string
	args tools.Args
}

// inRepository are the searches in this repository, and inTree those in the tree. They
// match few lines, so that the time for searching is measured, not that for printing.
var (
	inRepository = []query{
		{"a literal", []string{"-F", "-e", "capability.WriteFS"}, tools.Args{Query: "capability.WriteFS", MaxResults: 1000}},
		{"any case", []string{"-Fi", "-e", "capability.writefs"}, tools.Args{Query: "capability.writefs", IgnoreCase: true, MaxResults: 1000}},
		{"a regular expression", []string{"-E", "-e", `func [A-Z][a-z]+Writ[a-z]+\(`}, tools.Args{Query: `func [A-Z][a-z]+Writ[a-z]+\(`, Regexp: true}},
		{"only in *.md", []string{"-F", "--include=*.md", "-e", "capability.WriteFS"}, tools.Args{Query: "capability.WriteFS", Glob: "*.md"}},
	}
	inTree = []query{
		{"a literal", []string{"-F", "-e", "needle"}, tools.Args{Query: "needle", MaxResults: 1000}},
		{"any case", []string{"-Fi", "-e", "NEEDLE"}, tools.Args{Query: "NEEDLE", IgnoreCase: true, MaxResults: 1000}},
		{"a regular expression", []string{"-E", "-e", `ne+dle [0-9]+$`}, tools.Args{Query: `ne+dle [0-9]+$`, Regexp: true, MaxResults: 1000}},
		{"only in *7.go", []string{"-F", "--include=*7.go", "-e", "needle"}, tools.Args{Query: "needle", Glob: "*7.go", MaxResults: 1000}},
	}
)

// treeDirectories is the number of directories with 100 files each.
const treeDirectories = 200

// Titles are the titles of the tables.
var Titles = []string{"Searching this repository", "Searching 20 000 files of 100 bytes in 260 directories"}

// All sets up the comparisons. The caller must close them.
func All() ([]comparisons.Comparison, error) {
	root, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/toolgen/toolgen").Output()
	if err != nil {
		return nil, fmt.Errorf("finding the repository: %w", err)
	}
	repository, err := comparison(Titles[0], strings.TrimSpace(string(root)), inRepository)
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "toolgen-search-")
	if err != nil {
		return nil, err
	}
	remove := func() error { return os.RemoveAll(dir) }
	if err := makeTree(dir, treeDirectories); err != nil {
		return nil, errors.Join(err, remove())
	}
	tree, err := comparison(Titles[1], dir, inTree)
	if err != nil {
		return nil, errors.Join(err, remove())
	}
	tree.Close = remove
	return []comparisons.Comparison{repository, tree}, nil
}

// comparison returns the comparison of searches below a directory.
func comparison(title, dir string, queries []query) (comparisons.Comparison, error) {
	registry := runtime.NewRegistry(&runtime.Options{Backends: &capability.Backends{Files: files.New(nil).Open}})
	if err := registry.Register(tools.Tools()...); err != nil {
		return comparisons.Comparison{}, err
	}
	grep, without := comparisons.Variant{Name: "grep -rnI"}, comparisons.Variant{Name: "grep -rnI --exclude-dir=.git"}
	ours := comparisons.Variant{Name: "toolgen: a batch of one search_files"}
	c := comparisons.Comparison{Title: title, Runs: runs}
	for _, q := range queries {
		args, err := json.Marshal(q.args)
		if err != nil {
			return comparisons.Comparison{}, err
		}
		c.Loads = append(c.Loads, q.name)
		grep.Run = append(grep.Run, ignoreCount(grepSearch(dir, q.grep...)))
		without.Run = append(without.Run, ignoreCount(grepSearch(dir, append([]string{"--exclude-dir=.git"}, q.grep...)...)))
		ours.Run = append(ours.Run, ignoreCount(toolSearch(registry, dir, args)))
	}
	c.Variants = []comparisons.Variant{grep, without, ours}
	return c, nil
}

// ignoreCount returns a function that ignores the number of matches.
func ignoreCount(count func() (int, error)) func() error {
	return func() error {
		_, err := count()
		return err
	}
}

// grepSearch returns a function that searches with grep, and returns the number of lines.
func grepSearch(dir string, options ...string) func() (int, error) {
	args := append([]string{"-rnI"}, options...)
	return func() (int, error) {
		c := exec.Command("grep", append(args, ".")...)
		c.Dir, c.Env = dir, append(os.Environ(), "LC_ALL=C")
		output, err := c.Output()
		if exit := (*exec.ExitError)(nil); errors.As(err, &exit) && exit.ExitCode() == 1 { // nothing found
			err = nil
		}
		return bytes.Count(output, []byte("\n")), err
	}
}

// toolSearch returns a function that calls search_files, and returns the number of matches.
func toolSearch(registry *runtime.Registry, dir string, args json.RawMessage) func() (int, error) {
	turn := &runtime.Turn{WorkingDir: dir, Policy: runtime.Policy{Files: capability.FilePolicy{Read: []string{"."}}}}
	calls := []runtime.ToolCall{{ID: "1", Name: "search_files", Args: args}}
	return func() (int, error) {
		result := registry.ExecuteParallel(context.Background(), calls, turn)[0].Result
		var found tools.Result
		switch {
		case !result.OK:
			return 0, errors.New(result.Error)
		case json.Unmarshal(result.Structured, &found) != nil || found.Stopped != "":
			return 0, fmt.Errorf("the search was not complete: %s", found.Stopped)
		}
		return len(found.Matches), nil
	}
}

// makeTree makes directories on three levels, with 100 small files in each directory of
// the lowest level. One file of a hundred matches the searches.
func makeTree(dir string, directories int) error {
	for d := range directories {
		at := filepath.Join(dir, fmt.Sprintf("d%d", d%10), fmt.Sprintf("e%d", d/10%5), fmt.Sprintf("f%d", d))
		if err := os.MkdirAll(at, 0o755); err != nil {
			return err
		}
		for f := range 100 {
			text := fmt.Sprintf("package f%d\n\n// line %d of this file, which is like the others\nvar a = []int{\n\t%d,\n\t%d,\n}\n", d, f, d*f, d+f)
			if f == 37 {
				text += fmt.Sprintf("// a needle %d\n", d)
			}
			if err := os.WriteFile(filepath.Join(at, fmt.Sprintf("g%d.go", f)), []byte(text), 0o644); err != nil {
				return err
			}
		}
	}
	return nil
}
