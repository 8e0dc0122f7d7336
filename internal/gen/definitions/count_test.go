package definitions_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/toolgen/toolgen/internal/dialect"
	"github.com/toolgen/toolgen/internal/gen/schema/dialects"
)

// TestCountsOfTools compares the counts of the strict schemas of all tools of this repository
// with an independent count.
func TestCountsOfTools(t *testing.T) {
	compared := 0
	for _, pkg := range extract(t, modules[0].dir, modules[0].patterns) {
		for _, tool := range pkg.Tools {
			for _, name := range dialect.Projections() {
				projection, err := dialects.Project(name, tool)
				if err != nil || !projection.Strict {
					continue
				}
				compared++
				counts := dialect.CountSchema(projection.Parameters)
				if diff := cmp.Diff(countReference(t, projection.Parameters), counts.Named()); diff != "" {
					t.Errorf("%s: %s (-reference +got):\n%s", name, tool.ID, diff)
				}
			}
		}
	}
	if compared < 200 {
		t.Errorf("only %d schemas", compared)
	}
}

// countReference counts a schema with referenceCount.
func countReference(t *testing.T, schema json.RawMessage) map[string]int {
	t.Helper()
	decoder := json.NewDecoder(bytes.NewReader(schema))
	decoder.UseNumber()
	var root any
	if err := decoder.Decode(&root); err != nil {
		t.Fatal(err)
	}
	var c referenceCount
	c.add(root, 0)
	return map[string]int{
		"tools": 0, "strict tools": 0, "properties": c.properties, "levels of nested schemas": c.levels,
		"characters in names and enums": c.characters, "values in enums": c.values, "optional parameters": c.optional, "unions": c.unions,
	}
}

// referenceCount counts the quantities of a decoded schema. It shares no code with
// the package under test, and knows only the keywords of strict schemas.
type referenceCount struct{ properties, levels, characters, values, optional, unions int }

func (c *referenceCount) add(schema any, level int) {
	s, isObject := schema.(map[string]any)
	if !isObject {
		return
	}
	c.levels = max(c.levels, level)
	required, _ := s["required"].([]any)
	for _, keyword := range []string{"properties", "$defs"} {
		byName, _ := s[keyword].(map[string]any)
		for name, inner := range byName {
			c.characters += utf8.RuneCountInString(name)
			if keyword == "properties" {
				c.properties++
				if !slices.Contains(required, any(name)) {
					c.optional++
				}
			}
			c.add(inner, level+1)
		}
	}
	values, _ := s["enum"].([]any)
	c.values += len(values)
	if constant, ok := s["const"]; ok {
		values = append(slices.Clip(values), constant)
	}
	for _, value := range values {
		if value == nil {
			value = "null"
		}
		c.characters += utf8.RuneCountInString(fmt.Sprint(value))
	}
	if _, isUnion := s["anyOf"]; isUnion {
		c.unions++
	}
	branches, _ := s["anyOf"].([]any)
	for _, branch := range branches {
		c.add(branch, level+1)
	}
	c.add(s["items"], level+1)
	c.add(s["additionalProperties"], level+1)
}
