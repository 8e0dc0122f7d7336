//go:build unix

package files

import (
	"os"
	"path/filepath"
	"testing"
)

// TestCaseIgnoredIn simulates a directory that ignores case by hard links with the other spelling of its entries.
func TestCaseIgnoredIn(t *testing.T) {
	top := t.TempDir()
	create := func(names ...string) {
		for _, name := range names {
			path := filepath.Join(top, name)
			if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	create("sensitive/Readme.md", "sensitive/empty/123", "both/a", "both/A", "ignoring/Readme.md", "ignoring/empty/1")
	if err := os.Link(filepath.Join(top, "ignoring/Readme.md"), filepath.Join(top, "ignoring/rEADME.MD")); err != nil {
		t.Fatal(err)
	}
	for dir, want := range map[string]bool{
		"sensitive": false, "sensitive/empty": false, "sensitive/new/deep": false, "both": false,
		"ignoring": true, "ignoring/empty": true, "ignoring/new/deep": true,
	} {
		if got := caseIgnoredIn(filepath.Join(top, dir)); got != want {
			t.Errorf("%s: %t", dir, got)
		}
	}
	for path, want := range map[string]bool{
		"sensitive/CLAUDE.md": true, "sensitive/claude.md": false, "sensitive/CLAUDE.MD": false, "sensitive/CLAUDE.md. ": true, "sensitive/CLA\u200bUDE.md": true,
		"ignoring/claude.md": true, "sensitive/.GitHub/Prompts": false, "sensitive/.github/prompts": true, "sensitive/.Github/prompts": false, "ignoring/.Github/prompts": true,
	} {
		rule := defaultIndex().ruleAt(filepath.Join(top, path), func(*ClosedPath) bool { return true })
		if (rule != nil) != want {
			t.Errorf("%s: %+v", path, rule)
		}
	}
}
