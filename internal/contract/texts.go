package contract

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"
)

// texts adds the changes of names, descriptions, examples and orders.
func (c *comparison) texts() {
	c.text("title-changed", "", "title", c.old.Title, c.new.Title)
	c.text("description-changed", "", "description", c.old.Description, c.new.Description)
	c.text("group-changed", "", "toolset", c.old.Toolset, c.new.Toolset)
	c.text("group-changed", "", "category", c.old.Category, c.new.Category)
	c.text("group-changed", "", "version", c.old.Version, c.new.Version)
	if join := func(list []json.RawMessage) string { return fmt.Sprint(compactAll(list)) }; join(c.old.Examples) != join(c.new.Examples) {
		c.add("example-changed", "", "the examples of calls differ")
	}
	c.schemaTexts("", c.old.Schema, c.new.Schema)
	if hasSchema(c.old.OutputSchema) && hasSchema(c.new.OutputSchema) {
		c.schemaTexts("result ", c.old.OutputSchema, c.new.OutputSchema)
	}
}

// compactAll returns JSON texts without spaces.
func compactAll(list []json.RawMessage) (texts []string) {
	for _, text := range list {
		texts = append(texts, string(compact(text)))
	}
	return texts
}

// schemaTexts adds the changes of texts at the locations that both schemas have.
func (c *comparison) schemaTexts(prefix string, old, new json.RawMessage) {
	before, after := annotationsOf(old), annotationsOf(new)
	for _, path := range slices.Sorted(maps.Keys(before)) {
		a, b := before[path], after[path]
		if b.node == nil {
			continue
		}
		field := strings.TrimSpace(prefix + path)
		c.text("title-changed", field, "title", a.title, b.title)
		c.text("description-changed", field, "description", a.description, b.description)
		c.text("default-changed", field, "default", a.defaultValue, b.defaultValue)
		if a.examples != b.examples {
			c.add("example-changed", field, "the examples differ")
		}
		if a.deprecated != b.deprecated {
			c.add("deprecation-changed", field, "%s", map[bool]string{true: "it is deprecated", false: "it is no longer deprecated"}[b.deprecated])
		}
		c.order(field, "properties", a.properties, b.properties)
		c.order(field, "values", a.enum, b.enum)
	}
}

// text adds a change of a text.
func (c *comparison) text(id, field, what, old, new string) {
	switch {
	case old == new:
	case old == "":
		c.add(id, field, "the %s is new: %s", what, quote(new))
	case new == "":
		c.add(id, field, "the %s %s is removed", what, quote(old))
	default:
		c.add(id, field, "the %s is %s, and was %s", what, quote(new), quote(old))
	}
}

// maxQuoted is the maximum number of characters of a quoted text in a message.
const maxQuoted = 80

// quote returns the beginning of a text in one line, in quotes.
func quote(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if utf8.RuneCountInString(text) > maxQuoted {
		text = string([]rune(text)[:maxQuoted]) + "…"
	}
	return `"` + text + `"`
}

// order adds a change of the order of the names that both lists have.
func (c *comparison) order(field, what string, old, new []string) {
	before, after := missing(old, missing(old, new)), missing(new, missing(new, old))
	if !slices.Equal(before, after) && len(before) == len(after) {
		c.add("order-changed", field, "the %s are in another order: %s", what, strings.Join(after, ", "))
	}
}
