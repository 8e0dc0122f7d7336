package schema

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/invopop/jsonschema"

	"github.com/toolgen/toolgen/internal/gen/model"
)

// describe returns the description of a value: that of the field or else of its
// type, the format of a duration, the meanings of enum values, and the
// descriptions of properties that are references, which cannot have descriptions.
func (b *builder) describe(t *model.Type, s *jsonschema.Schema, u use) string {
	text := u.description()
	if s.Ref != "" {
		return text // the definition has the rest
	}
	if text == "" && t.Name != nil && !u.root {
		text = summary(t.Doc, t.Name.Name)
	}
	switch {
	case t.Kind == model.KindDuration:
		text = sentences(text, "A duration such as 1m30s.")
	case text == "" && acceptsAnything(t):
		text = "Any JSON value."
	}
	lines := append(nonEmpty(text), b.meanings(t, s.Enum)...)
	switch {
	case t.Kind != model.KindMap:
	case s.PropertyNames != nil:
		lines = append(lines, b.meanings(t.Key, s.PropertyNames.Enum)...)
	default:
		lines = append(lines, b.meanings(t.Key, nil)...)
	}
	return strings.Join(append(lines, references(t, s)...), "\n")
}

// description returns the field's description of its value.
func (u use) description() string {
	if u.field == nil || u.part {
		return ""
	}
	return u.field.Description
}

// acceptsAnything reports whether the schema of a type has no keywords. Some
// clients refuse such a schema.
func acceptsAnything(t *model.Type) bool {
	return t.Kind == model.KindAny || t.Kind == model.KindJSON && (t.Schema == nil || t.Schema.Text == "true" || t.Schema.Text == "{}")
}

// nonEmpty returns a list of the text, which is empty if the text is.
func nonEmpty(text string) []string {
	if text == "" {
		return nil
	}
	return []string{text}
}

// meanings returns a line for each constant with a comment: for arguments the
// constants in the enum, for results all of them. In the names of properties,
// integers are quoted.
func (b *builder) meanings(t *model.Type, enum []any) []string {
	if t.Enum == nil {
		return nil
	}
	allowed := make(map[string]bool)
	for _, value := range enum {
		allowed[fmt.Sprintf("%s", value)] = true
	}
	var lines []string
	for _, v := range t.Enum.Values {
		meant := b.output || allowed[v.JSON] || allowed[string(quotedName(json.RawMessage(v.JSON)))]
		if v.Doc != "" && meant {
			lines = append(lines, v.JSON+": "+unwrap(v.Doc))
		}
	}
	return lines
}

// references returns a line for each property of an object that is a reference
// and has a description.
func references(t *model.Type, s *jsonschema.Schema) []string {
	if t.Kind != model.KindStruct {
		return nil
	}
	var lines []string
	for _, f := range t.Fields {
		if property, ok := s.Properties.Get(f.Name); ok && property.Ref != "" && f.Description != "" {
			lines = append(lines, f.Name+": "+f.Description)
		}
	}
	return lines
}

// summary returns a doc comment without the name at its beginning: "Kind is what
// a note is about" becomes "What a note is about". The name remains if it is one
// of several.
func summary(doc, name string) string {
	text := unwrap(doc)
	rest, named := strings.CutPrefix(text, name+" ")
	if !named || strings.HasPrefix(rest, "and ") || strings.HasPrefix(rest, "or ") {
		return text
	}
	for _, verb := range []string{"is ", "are "} {
		rest = strings.TrimPrefix(rest, verb)
	}
	first, size := utf8.DecodeRuneInString(rest)
	return string(unicode.ToUpper(first)) + rest[size:]
}

// unwrap joins the lines of each paragraph, except in code and lists.
func unwrap(doc string) string {
	paragraphs := strings.Split(strings.TrimSpace(doc), "\n\n")
	for i, p := range paragraphs {
		if !hasLayout(p) {
			paragraphs[i] = strings.Join(strings.Fields(p), " ")
		}
	}
	return strings.Join(paragraphs, "\n\n")
}

// listItem matches the beginning of a line of a list.
var listItem = regexp.MustCompile(`^([-*+•]|\d+[.)])\s`)

// hasLayout reports whether the line breaks of a paragraph are significant.
func hasLayout(paragraph string) bool {
	for line := range strings.Lines(paragraph) {
		if line[0] == ' ' || line[0] == '\t' || listItem.MatchString(line) {
			return true
		}
	}
	return false
}

// sentences joins two texts. It adds a full stop to the first if that has none.
func sentences(first, second string) string {
	switch {
	case first == "":
		return second
	case strings.ContainsAny(first[len(first)-1:], ".!?:"):
		return first + " " + second
	}
	return first + ". " + second
}
