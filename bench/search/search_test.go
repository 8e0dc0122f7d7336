package search

import (
	"encoding/json"
	"testing"

	tools "github.com/toolgen/toolgen/builtin/search"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability"
	"github.com/toolgen/toolgen/runtime/capability/files"
)

// TestBothFindTheSame checks that grep and search_files find the same number of lines.
func TestBothFindTheSame(t *testing.T) {
	dir := t.TempDir()
	if err := makeTree(dir, treeDirectories); err != nil {
		t.Fatal(err)
	}
	registry := runtime.NewRegistry(&runtime.Options{Backends: &capability.Backends{Files: files.New(nil).Open}})
	if err := registry.Register(tools.Tools()...); err != nil {
		t.Fatal(err)
	}
	for _, q := range inTree {
		args, err := json.Marshal(q.args)
		if err != nil {
			t.Fatal(err)
		}
		want, err := grepSearch(dir, q.grep...)()
		if err != nil {
			t.Fatal(err)
		}
		if got, err := toolSearch(registry, dir, args)(); err != nil || got != want || got != treeDirectories {
			t.Errorf("%s: %d matches, grep has %d: %v", q.name, got, want, err)
		}
	}
}

// TestEveryVariantRuns runs every variant of both comparisons.
func TestEveryVariantRuns(t *testing.T) {
	all, err := All()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range all {
		if c.Close != nil {
			defer c.Close()
		}
		for _, variant := range c.Variants {
			for i, run := range variant.Run {
				if err := run(); err != nil {
					t.Errorf("%s: %s, %s: %v", c.Title, variant.Name, c.Loads[i], err)
				}
			}
		}
	}
}
