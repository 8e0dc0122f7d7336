package generator

import (
	"os"
	"path/filepath"
	"testing"
)

// TestEveryVariantRuns runs each command on small modules, and checks that toolgen writes a file for each package.
func TestEveryVariantRuns(t *testing.T) {
	all := sizes
	sizes = []int{8, 9}
	t.Cleanup(func() { sizes = all })
	folder := t.TempDir()
	c, err := comparison(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, variant := range c.Variants {
		for i, run := range variant.Run {
			if err := run(); err != nil {
				t.Errorf("%s, %s: %v", variant.Name, c.Loads[i], err)
			}
		}
	}
	files, err := filepath.Glob(filepath.Join(folder, "module9", "p*", "zz_toolgen.go"))
	if err != nil || len(files) != 9 {
		t.Errorf("there are %d generated files, want 9 (%v)", len(files), err)
	}
	if _, err := os.Stat(filepath.Join(folder, "module9-cache")); err != nil {
		t.Errorf("toolgen did not use its cache: %v", err)
	}
}
