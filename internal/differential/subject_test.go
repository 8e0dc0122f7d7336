package differential_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/toolgen/toolgen/internal/differential/strict"
	"github.com/toolgen/toolgen/internal/differential/subjects"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/arguments"
	"github.com/toolgen/toolgen/runtime/decode"
)

// subject is a tool under test.
type subject struct {
	name string
	tool *runtime.Tool
	// document is the schema of the arguments, and schema is its validator.
	document node
	schema   *jsonschema.Schema
	// arguments is the type of the decoded arguments.
	arguments reflect.Type
}

// node is a schema, or a part of one.
type node = map[string]any

// plain are the tools of package subjects, and strictSubjects those of package strict.
var plain, strictSubjects = newSubjects("", subjects.Tools()), newSubjects("strict.", strict.Tools())

// allSubjects returns the subjects of both packages.
func allSubjects() []*subject { return append(append([]*subject(nil), plain...), strictSubjects...) }

// newSubjects returns a subject for each tool with arguments.
func newSubjects(prefix string, tools []*runtime.Tool) []*subject {
	var all []*subject
	for _, tool := range tools {
		if tool.Decode == nil {
			continue
		}
		s := &subject{name: prefix + tool.Name, tool: tool}
		s.document, s.schema = compileSchema(tool.Input)
		s.arguments = s.typeOfArguments()
		all = append(all, s)
	}
	return all
}

// typeOfArguments returns the type of the value of the first document that the
// decoder accepts.
func (s *subject) typeOfArguments() reflect.Type {
	g := newGenerator(s, 0)
	for range 100 {
		if out := s.decode(g.newValue(s.document, 1).String(), decode.Options{NoRepair: true}); out.err == nil {
			return reflect.TypeOf(out.value).Elem()
		}
	}
	panic(s.name + ": the decoder accepts no document: the generator in generate_test.go must regard the keywords of the schema")
}

// findSubject returns the subject with that name.
func findSubject(t testing.TB, name string) *subject {
	t.Helper()
	for _, s := range allSubjects() {
		if s.name == name {
			return s
		}
	}
	t.Fatalf("there is no subject %q", name)
	return nil
}

// compileSchema returns a schema as a document, and as a validator that also checks
// formats and content.
func compileSchema(text string) (node, *jsonschema.Schema) {
	document, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		panic(fmt.Sprintf("%v: %s", err, text))
	}
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	compiler.AssertContent()
	if err := compiler.AddResource("schema", document); err != nil {
		panic(err)
	}
	return document.(node), compiler.MustCompile("schema")
}

// accepts returns the error of the validator for a JSON text.
func accepts(schema *jsonschema.Schema, text string) error {
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		return err
	}
	return schema.Validate(value)
}

// decode decodes a text.
func (s *subject) decode(text string, o decode.Options) *outcome {
	var d decode.D
	buffer := []byte(text)
	d.Reset(buffer, o)
	value := s.tool.Decode(&d)
	for i := range buffer {
		buffer[i] = 0xff // the outcome does not share memory with the buffer
	}
	out := &outcome{value: value, repairs: d.Repairs()}
	if err := d.Err(s.tool.Name); err != nil {
		out.err = err.(*arguments.Error)
	}
	return out
}

// outcome is the result of a decoder.
type outcome struct {
	value   any
	err     *arguments.Error
	repairs []arguments.Repair
}

// resolve follows references.
func (s *subject) resolve(n node) node {
	for {
		ref, ok := n["$ref"].(string)
		if !ok {
			return n
		}
		n = s.document["$defs"].(node)[strings.TrimPrefix(ref, "#/$defs/")].(node)
	}
}

// choose returns the variant of a union that a document has, or nil if there is none.
// It returns a schema that is not a union unchanged.
func (s *subject) choose(n node, d *document) node {
	n = s.resolve(n)
	if !isUnion(n) || d.kind != '{' {
		return n
	}
	for _, branch := range n["anyOf"].([]any) {
		variant := s.resolve(branch.(node))
		field, value := discriminator(variant)
		if given := d.member(field); given != nil && given.kind == '"' && unquote(given.scalar) == value {
			return variant
		}
	}
	return nil
}

// isUnion reports whether a schema is anyOf with objects that have a discriminator.
func isUnion(n node) bool {
	branches, _ := n["anyOf"].([]any)
	for _, branch := range branches {
		if field, _ := discriminator(branch.(node)); field == "" {
			return false
		}
	}
	return len(branches) > 0
}

// discriminator returns the constant property of a variant, and its value.
func discriminator(variant node) (field, value string) {
	properties, _ := variant["properties"].(node)
	for name, property := range properties {
		if value, ok := property.(node)["const"].(string); ok {
			return name, value
		}
	}
	return "", ""
}

// innerSchema returns the schema of a member of an object or, if item is true, of the items of
// an array. It returns nil if there is none.
func (s *subject) innerSchema(n node, name string, item bool) node {
	if item {
		items, _ := n["items"].(node)
		return items
	}
	properties, _ := n["properties"].(node)
	if property, ok := properties[name].(node); ok {
		return property
	}
	rest, _ := n["additionalProperties"].(node)
	return rest
}

// location is a value in a document, and its schema, which may be nil.
type location struct {
	value  *document
	schema node
	// pointer is the JSON Pointer of the value, and path is its path in messages.
	pointer, path string
}

// locations returns all values of a document.
func (s *subject) locations(root *document) []location {
	var all []location
	var visit func(p location)
	visit = func(p location) {
		if p.schema != nil {
			p.schema = s.choose(p.schema, p.value)
		}
		all = append(all, p)
		for _, m := range p.value.members {
			visit(location{m.value, s.innerSchema(p.schema, m.text(), false), p.pointer + "/" + escapePointer(m.text()), strings.TrimPrefix(p.path+"."+m.text(), ".")})
		}
		for i, item := range p.value.items {
			visit(location{item, s.innerSchema(p.schema, "", true), fmt.Sprint(p.pointer, "/", i), fmt.Sprintf("%s[%d]", p.path, i)})
		}
	}
	visit(location{value: root, schema: s.document})
	return all
}

// escapePointer escapes a name for a JSON Pointer.
func escapePointer(name string) string {
	return strings.ReplaceAll(strings.ReplaceAll(name, "~", "~0"), "/", "~1")
}
