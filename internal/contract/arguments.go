package contract

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/internal/contract/values"
)

// callRules are the rules for values that are no longer accepted, by their kind.
var callRules = map[values.Kind]string{
	values.Removed: "argument-removed", values.Required: "argument-required", values.Closed: "object-closed", values.Type: "type-narrowed",
	values.Enum: "enum-narrowed", values.Range: "range-narrowed", values.Length: "length-narrowed", values.Pattern: "pattern-narrowed",
	values.Format: "format-narrowed", values.Unique: "unique-narrowed", values.Variant: "variant-removed", values.Names: "names-narrowed",
	values.Other: "schema-narrowed",
}

// arguments adds the changes of what the arguments accept.
func (c *comparison) arguments() {
	old, errOld := values.Parse(c.old.Schema)
	now, errNew := values.Parse(c.new.Schema)
	if errOld != nil || errNew != nil {
		if !bytes.Equal(compact(c.old.Schema), compact(c.new.Schema)) {
			c.add("schema-unknown", "", "the schemas of the arguments differ and cannot be compared: %v", firstError(errOld, errNew))
		}
		return
	}
	var forth, back values.Comparison
	narrowed, widened := forth.Narrowings(old, now), back.Narrowings(now, old)
	narrowed, widened = c.renames(narrowed, widened)
	for _, d := range narrowed {
		switch d.Kind {
		case values.Removed:
			c.add(callRules[d.Kind], d.Path, "the argument is no longer accepted")
		case values.Required:
			c.add(callRules[d.Kind], d.Path, "the argument is now required")
		default:
			c.add(callRules[d.Kind], d.Path, "refused now: %s", d.Detail)
		}
	}
	for _, d := range widened {
		switch d.Kind {
		case values.Removed:
			c.add("argument-added", d.Path, "the argument is new")
		case values.Required:
			c.add("schema-widened", d.Path, "the argument may now be omitted")
		default:
			c.add("schema-widened", d.Path, "accepted now: %s", d.Detail)
		}
	}
}

func firstError(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// compact returns a JSON text without spaces, or the text itself if it is not JSON.
func compact(text json.RawMessage) []byte {
	var b bytes.Buffer
	if json.Compact(&b, text) != nil {
		return text
	}
	return b.Bytes()
}

// renames adds the arguments that have another name, and returns the other
// differences. An argument was renamed if the old name is an alias of the new one, or
// if exactly one new argument of the same object accepts the same values and has the
// same description, or is the only new one that accepts them.
func (c *comparison) renames(narrowed, widened []values.Difference) (_, _ []values.Difference) {
	old, now := annotationsOf(c.old.Schema), annotationsOf(c.new.Schema)
	for _, removed := range slices.Clone(narrowed) {
		if removed.Kind != values.Removed {
			continue
		}
		to, isAlias := c.renamedTo(removed.Path, widened, old, now)
		if to == "" {
			continue
		}
		id, message := "argument-renamed", "the argument was named %s"
		if isAlias {
			id, message = "argument-alias", "the argument was named %s, which is still accepted"
		}
		c.add(id, to, message, removed.Path)
		if isAlias || old[removed.Path].required {
			narrowed = without(narrowed, to, values.Required)
		}
		narrowed, widened = without(narrowed, removed.Path, values.Removed), without(widened, to, values.Removed)
		widened = without(widened, removed.Path, values.Required)
	}
	return narrowed, widened
}

// renamedTo returns the new path of an argument that was removed, or an empty text.
func (c *comparison) renamedTo(path string, widened []values.Difference, old, now map[string]annotations) (to string, isAlias bool) {
	var candidates []string
	for _, d := range widened {
		if d.Kind != values.Removed || parent(d.Path) != parent(path) {
			continue
		}
		if slices.Contains(c.new.Aliases[d.Path], path) {
			return d.Path, true
		}
		if old[path].node != nil && isSameSchema(old[path], now[d.Path]) {
			candidates = append(candidates, d.Path)
		}
	}
	if len(candidates) > 1 {
		candidates = slices.DeleteFunc(candidates, func(p string) bool { return now[p].description != old[path].description })
	}
	if len(candidates) == 1 {
		return candidates[0], false
	}
	return "", false
}

// isSameSchema reports whether two properties accept the same values. It ignores the
// definitions of references.
func isSameSchema(a, b annotations) bool {
	left, errA := values.Parse(a.node)
	right, errB := values.Parse(b.node)
	var forth, back values.Comparison
	return errA == nil && errB == nil && forth.Includes(left, right) && back.Includes(right, left)
}

// parent returns the path of the object that contains a property.
func parent(path string) string {
	i := strings.LastIndexByte(path, '.')
	return path[:max(i, 0)]
}

// without returns the differences that are not of the kind at the path.
func without(list []values.Difference, path string, kind values.Kind) []values.Difference {
	return slices.DeleteFunc(slices.Clone(list), func(d values.Difference) bool { return d.Path == path && d.Kind == kind })
}
