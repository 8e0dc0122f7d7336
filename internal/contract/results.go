package contract

import (
	"bytes"
	"encoding/json"
	"slices"

	"github.com/toolgen/toolgen/internal/contract/values"
)

// hasSchema reports whether a text is the schema of a structured result.
func hasSchema(text json.RawMessage) bool {
	return len(text) > 0 && !bytes.Equal(text, []byte("null"))
}

// results adds the changes of what readers of results rely on.
func (c *comparison) results() {
	switch before, after := hasSchema(c.old.OutputSchema), hasSchema(c.new.OutputSchema); {
	case before && !after:
		c.add("result-removed", "", "the tool has no structured result any more")
	case !before && after:
		c.add("result-added", "", "the tool has a structured result now")
	case before:
		c.compareResults()
	}
}

// compareResults compares two schemas of results. A reader ignores fields that it does
// not know.
func (c *comparison) compareResults() {
	var schemas [4]*values.Schema
	var errs [4]error
	schemas[0], errs[0] = values.Parse(c.old.OutputSchema)
	schemas[1], errs[1] = values.Parse(c.new.OutputSchema)
	schemas[2], errs[2] = values.ParseOpen(c.old.OutputSchema)
	schemas[3], errs[3] = values.ParseOpen(c.new.OutputSchema)
	if err := firstError(errs[:]...); err != nil {
		if !bytes.Equal(compact(c.old.OutputSchema), compact(c.new.OutputSchema)) {
			c.add("result-widened", "", "the schemas of the results differ and cannot be compared: %v", err)
		}
		return
	}
	oldClosed, newClosed, oldOpen, newOpen := schemas[0], schemas[1], schemas[2], schemas[3]
	var closed, added, broken, fewer values.Comparison
	removed := c.resultFields(closed.Narrowings(oldClosed, newClosed), "result-field-removed", "the field is no longer there")
	c.resultFields(added.Narrowings(newClosed, oldClosed), "result-field-added", "the field is new")
	var retyped []string
	for _, d := range broken.Narrowings(newClosed, oldOpen) {
		c.brokenResult(d, removed)
		if d.Kind == values.Type {
			retyped = append(retyped, d.Path)
		}
	}
	for _, d := range fewer.Narrowings(oldOpen, newOpen) {
		switch {
		case d.Kind == values.Required:
			c.add("result-narrowed", d.Path, "the field is always present now")
		case d.Kind == values.Removed || slices.Contains(retyped, d.Path):
		default:
			c.add("result-narrowed", d.Path, "no longer possible: %s", d.Detail)
		}
	}
}

// resultFields adds a change for each field that one schema has and the other has
// not. It returns their paths.
func (c *comparison) resultFields(found []values.Difference, id, message string) (paths []string) {
	for _, d := range found {
		if d.Kind == values.Removed {
			c.add(id, d.Path, "%s", message)
			paths = append(paths, d.Path)
		}
	}
	return paths
}

// brokenResult adds a result that the old schema excludes.
func (c *comparison) brokenResult(d values.Difference, removed []string) {
	switch d.Kind {
	case values.Required:
		if !slices.Contains(removed, d.Path) {
			c.add("result-field-optional", d.Path, "the field may be missing")
		}
	case values.Type:
		c.add("result-retyped", d.Path, "possible now: %s", d.Detail)
	default:
		c.add("result-widened", d.Path, "possible now: %s", d.Detail)
	}
}
