package dialects_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/toolgen/toolgen/internal/dialect"
	"github.com/toolgen/toolgen/internal/gen/model"
	"github.com/toolgen/toolgen/internal/gen/schema/dialects"
)

var update = flag.Bool("update", false, "write the golden files")

// unchanged has the dialects that do not change schemas, and the few tools that
// their golden files contain.
var unchanged = map[string][]string{
	dialect.MCP:    {"no_arguments", "recursive", "strictly"},
	dialect.OpenAI: {"no_arguments", "recursive", "strictly"},
}

func TestGoldenDefinitions(t *testing.T) {
	for _, name := range dialect.Projections() {
		archive := &txtar.Archive{Comment: []byte("Definitions in the dialect " + name + ", or the refusals. Written by go test -update.\n")}
		for _, tool := range allTools(t) {
			if some := unchanged[name]; some != nil && !slices.Contains(some, tool.Name) {
				continue
			}
			archive.Files = append(archive.Files, txtar.File{Name: tool.Name, Data: formatDefinition(t, name, tool)})
		}
		compareGolden(t, name+".txtar", txtar.Format(archive))
	}
}

// formatDefinition returns the indented definition, or the refusals.
func formatDefinition(t *testing.T, name string, tool *model.Tool) []byte {
	t.Helper()
	definition, err := dialects.Definition(name, tool)
	var b bytes.Buffer
	if err == nil {
		if err := json.Indent(&b, definition, "", "\t"); err != nil {
			t.Fatalf("%s: %s: %v", name, tool.Name, err)
		}
		b.WriteByte('\n')
		return b.Bytes()
	}
	refusals, rest := dialects.Refusals(err)
	if rest != nil {
		t.Errorf("%s: %s: %v", name, tool.Name, rest)
	}
	for _, r := range refusals {
		fmt.Fprintf(&b, "%s:%d:%d: %v\n\tfix: %s\n", filepath.Base(r.Span.Start.Filename), r.Span.Start.Line, r.Span.Start.Column, r, r.Fix)
	}
	return b.Bytes()
}

func compareGolden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", "golden", name)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(string(got), "\n")); diff != "" {
		t.Errorf("%s differs (-golden +now); run go test -update:\n%s", name, diff)
	}
}

// TestDefinitionsAreCompactAndStable checks that definitions are compact, and equal in every call.
func TestDefinitionsAreCompactAndStable(t *testing.T) {
	for _, name := range dialect.Projections() {
		for _, tool := range allTools(t) {
			first, err := dialects.Definition(name, tool)
			if err != nil {
				continue
			}
			var compact bytes.Buffer
			if err := json.Compact(&compact, first); err != nil || !bytes.Equal(compact.Bytes(), first) {
				t.Errorf("%s: %s is not compact: %s (%v)", name, tool.Name, first, err)
			}
			again, _ := dialects.Definition(name, tool)
			if !bytes.Equal(first, again) {
				t.Errorf("%s: two definitions of %s are different:\n%s\n%s", name, tool.Name, first, again)
			}
		}
	}
}
