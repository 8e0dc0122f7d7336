package schema_test

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/internal/gen/model"
)

// applyTag applies the jsonschema tag of a field. It knows the keywords that
// the tests use and takes them for right.
func applyTag(m *model.Field, tag string) {
	if tag == "" {
		return
	}
	kind := innermost(m.Type).Kind
	for pair := range strings.SplitSeq(tag, ",") {
		key, value, _ := strings.Cut(pair, "=")
		c := &m.Constraints
		if m.Type.Kind == model.KindSlice && onItems[key] {
			if c.Items == nil {
				c.Items = &model.Constraints{}
			}
			c = c.Items
		}
		switch key {
		case "title":
			m.Title = value
		case "description":
			m.Description = value
		case "default":
			m.Default = jsonText(kind, value)
		case "enum":
			c.Enum = append(c.Enum, jsonText(kind, value))
		case "pattern":
			c.Pattern = value
		case "minimum":
			c.Minimum = value
		case "maximum":
			c.Maximum = value
		default:
			limit(c, key, value)
		}
	}
}

// onItems are the keywords that belong to the items of a slice.
var onItems = map[string]bool{
	"enum": true, "pattern": true, "minimum": true, "maximum": true, "minLength": true, "maxLength": true,
}

func limit(c *model.Constraints, key, value string) {
	n, err := strconv.Atoi(value)
	if err != nil {
		panic("types_test: " + key + " needs a number: " + value)
	}
	switch key {
	case "minLength":
		c.MinLength = &n
	case "maxLength":
		c.MaxLength = &n
	case "minItems":
		c.MinItems = &n
	case "maxItems":
		c.MaxItems = &n
	default:
		panic("unknown keyword " + key)
	}
}

func innermost(t *model.Type) *model.Type {
	for t.Kind == model.KindSlice || t.Kind == model.KindPointer {
		t = t.Elem
	}
	return t
}

// jsonText is the JSON of a value in a tag.
func jsonText(kind model.Kind, value string) string {
	switch kind {
	case model.KindString, model.KindTime, model.KindDuration:
		text, err := json.Marshal(value)
		if err != nil {
			panic(err)
		}
		return string(text)
	}
	return value
}
