package analyzer_test

import (
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/toolgen/toolgen/analyzer"
)

// TestFixes compares the diagnostics with the comments "want" in the packages of
// testdata, and the source with all suggested fixes with the golden files.
func TestFixes(t *testing.T) {
	dir, err := filepath.Abs("testdata")
	if err != nil {
		t.Fatal(err)
	}
	analysistest.RunWithSuggestedFixes(t, dir, analyzer.New(analyzer.Options{}), "./typos", "./missing", "./line", "./generated", "./elsewhere")
	analysistest.RunWithSuggestedFixes(t, dir, analyzer.New(analyzer.Options{Vet: true, Disable: []string{"many-required"}}), "./vet")
}
