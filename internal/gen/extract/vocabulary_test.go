package extract_test

import (
	"regexp"
	"testing"

	"github.com/toolgen/toolgen/annotations"
)

// TestScenariosHaveDirectives checks that a scenario has each directive.
func TestScenariosHaveDirectives(t *testing.T) {
	scenarios := readScenarios(t)
	for _, d := range annotations.All() {
		use := regexp.MustCompile(`(?m)^\s*//tool:` + regexp.QuoteMeta(d.Name) + `\b`)
		found := false
		for _, s := range scenarios {
			for _, file := range s.archive.Files {
				found = found || file.Name != wantFile && use.Match(file.Data)
			}
		}
		if !found {
			t.Errorf("no scenario has the directive %s: add it to one in internal/gen/extract/testdata", d.Name)
		}
	}
}
