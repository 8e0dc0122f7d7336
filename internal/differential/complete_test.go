package differential_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/internal/gen/keyword"
)

// TestSubjectsHaveKeywords checks that a subject has each keyword and each format.
func TestSubjectsHaveKeywords(t *testing.T) {
	isInSchema := func(text string) bool {
		return slices.ContainsFunc(plain, func(s *subject) bool { return strings.Contains(s.tool.Input, text) })
	}
	for _, k := range keyword.All {
		if !isInSchema(`"` + k.Name + `":`) {
			t.Errorf("no subject has the keyword %s: add a field to internal/differential/subjects/constraints.go and run make generate", k.Name)
		}
	}
	for _, format := range keyword.FormatNames() {
		if !isInSchema(`"format":"` + format + `"`) {
			t.Errorf("no subject has the format %s: add a field to internal/differential/subjects/constraints.go and run make generate", format)
		}
		if s := samples[format]; s.valid == nil || s.hostile == nil {
			t.Errorf("the format %s has no texts: add a row to samples in internal/differential/samples_test.go", format)
		}
	}
}
