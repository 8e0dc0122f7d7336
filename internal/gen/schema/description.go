package schema

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/invopop/jsonschema"

	"github.com/toolgen/toolgen/internal/gen/model"
)

// describe says what a value is: the field's words or else its type's, what
// the form of a duration is, what the values of an enum mean, and what stands
// behind references, which cannot be described where they are.
func (b *builder) describe(t *model.Type, s *jsonschema.Schema, u use) string {
	text := u.description
	if text == "" && t.Name != nil && !u.root {
		text = summary(t.Doc, t.Name.Name)
	}
	switch {
	case t.Kind == model.KindDuration && b.output:
		text = sentences(text, "In nanoseconds.")
	case t.Kind == model.KindDuration:
		text = sentences(text, "A duration such as 1m30s.")
	case t.Kind == model.KindAny && text == "":
		text = "Any JSON value."
	}
	return strings.Join(append(nonEmpty(text), append(meanings(t, s), references(t, s)...)...), "\n")
}

func nonEmpty(text string) []string {
	if text == "" {
		return nil
	}
	return []string{text}
}

// meanings is a line for each value of the schema's enum that has a comment.
func meanings(t *model.Type, s *jsonschema.Schema) []string {
	if t.Enum == nil {
		return nil
	}
	allowed := make(map[string]bool)
	for _, value := range s.Enum {
		allowed[fmt.Sprintf("%s", value)] = true
	}
	var lines []string
	for _, v := range t.Enum.Values {
		if v.Doc != "" && allowed[v.JSON] {
			lines = append(lines, v.JSON+": "+unwrap(v.Doc))
		}
	}
	return lines
}

// references is a line for each property of an object that is a reference and
// has a description.
func references(t *model.Type, s *jsonschema.Schema) []string {
	if t.Kind != model.KindStruct {
		return nil
	}
	var lines []string
	for _, f := range t.Fields {
		property, _ := s.Properties.Get(f.Name)
		if property.Ref != "" && f.Description != "" {
			lines = append(lines, f.Name+": "+f.Description)
		}
	}
	return lines
}

// summary is a doc comment without the name that it begins with: "Kind is what
// a note is about" becomes "What a note is about".
func summary(doc, name string) string {
	text := unwrap(doc)
	rest, named := strings.CutPrefix(text, name+" ")
	if !named {
		return text
	}
	for _, verb := range []string{"is ", "are "} {
		rest = strings.TrimPrefix(rest, verb)
	}
	first, size := utf8.DecodeRuneInString(rest)
	return string(unicode.ToUpper(first)) + rest[size:]
}

// unwrap joins the lines of each paragraph.
func unwrap(doc string) string {
	paragraphs := strings.Split(strings.TrimSpace(doc), "\n\n")
	for i, p := range paragraphs {
		paragraphs[i] = strings.Join(strings.Fields(p), " ")
	}
	return strings.Join(paragraphs, "\n\n")
}

// sentences joins two texts, the first of which may lack its full stop.
func sentences(first, second string) string {
	switch {
	case first == "":
		return second
	case strings.ContainsAny(first[len(first)-1:], ".!?:"):
		return first + " " + second
	}
	return first + ". " + second
}
