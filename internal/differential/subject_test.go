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
	// document is the schema of the arguments, and schema the same compiled.
	document node
	schema   *jsonschema.Schema
	// arguments is the type of what the decoder returns a pointer to.
	arguments reflect.Type
}

// node is a schema, or a part of one.
type node = map[string]any

// plain are the tools of package subjects, strictly those of package strict.
var plain, strictly = newSubjects("", subjects.Tools()), newSubjects("strict.", strict.Tools())

func all() []*subject { return append(append([]*subject(nil), plain...), strictly...) }

func newSubjects(prefix string, tools []*runtime.Tool) []*subject {
	var all []*subject
	for _, tool := range tools {
		if tool.Decode == nil {
			continue
		}
		s := &subject{name: prefix + tool.Name, tool: tool}
		s.document, s.schema = compiled(tool.Input)
		s.arguments = s.typeOfArguments()
		all = append(all, s)
	}
	return all
}

// typeOfArguments is the type of the value of the first document that the
// decoder accepts.
func (s *subject) typeOfArguments() reflect.Type {
	g := newGenerator(s, 0)
	for range 100 {
		if out := s.decode(g.value(s.document, 1).String(), decode.Options{NoRepair: true}); out.err == nil {
			return reflect.TypeOf(out.value).Elem()
		}
	}
	panic(s.name + ": no document is accepted")
}

// named is the subject with that name.
func named(t testing.TB, name string) *subject {
	t.Helper()
	for _, s := range all() {
		if s.name == name {
			return s
		}
	}
	t.Fatalf("there is no subject %q", name)
	return nil
}

// compiled is a schema as a document, and as a validator that asserts formats
// and content, too.
func compiled(text string) (node, *jsonschema.Schema) {
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

// accepts says what a schema thinks of a text that is JSON.
func accepts(schema *jsonschema.Schema, text string) error {
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		return err
	}
	return schema.Validate(value)
}

// decode is one decode of a text.
func (s *subject) decode(text string, o decode.Options) *outcome {
	var d decode.D
	d.Reset([]byte(text), o)
	value := s.tool.Decode(&d)
	out := &outcome{value: value, repairs: d.Repairs()}
	if err := d.Err(s.tool.Name); err != nil {
		out.err = err.(*arguments.Error)
	}
	return out
}

// outcome is what a decoder made of a text.
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

// choose returns the schema of a document among the variants of a union, and
// the schema itself where it is none. It is nil when no variant fits.
func (s *subject) choose(n node, d *document) node {
	n = s.resolve(n)
	if !isUnion(n) || d.kind != '{' {
		return n
	}
	for _, branch := range n["anyOf"].([]any) {
		variant := s.resolve(branch.(node))
		field, value := discriminator(variant)
		if given := d.member(field); given != nil && given.kind == '"' && unquoted(given.scalar) == value {
			return variant
		}
	}
	return nil
}

// isUnion says that a schema is a choice of objects with a discriminator.
func isUnion(n node) bool {
	branches, _ := n["anyOf"].([]any)
	for _, branch := range branches {
		if field, _ := discriminator(branch.(node)); field == "" {
			return false
		}
	}
	return len(branches) > 0
}

// discriminator is the property of a variant that has one value.
func discriminator(variant node) (field, value string) {
	properties, _ := variant["properties"].(node)
	for name, property := range properties {
		if value, ok := property.(node)["const"].(string); ok {
			return name, value
		}
	}
	return "", ""
}

// of is the schema of a member of an object, or of an item, which has no name.
// It is nil for what is not described.
func (s *subject) of(n node, name string, item bool) node {
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

// place is a value in a document, with its schema, which is nil where nothing
// is known of it.
type place struct {
	value  *document
	schema node
	// pointer is the way there, and path the same as people write it.
	pointer, path string
}

// places are all values of a document.
func (s *subject) places(root *document) []place {
	var all []place
	var visit func(p place)
	visit = func(p place) {
		if p.schema != nil {
			p.schema = s.choose(p.schema, p.value)
		}
		all = append(all, p)
		for _, m := range p.value.members {
			visit(place{m.value, s.of(p.schema, m.text(), false), p.pointer + "/" + token(m.text()), strings.TrimPrefix(p.path+"."+m.text(), ".")})
		}
		for i, item := range p.value.items {
			visit(place{item, s.of(p.schema, "", true), fmt.Sprint(p.pointer, "/", i), fmt.Sprintf("%s[%d]", p.path, i)})
		}
	}
	visit(place{value: root, schema: s.document})
	return all
}

// token is a name as JSON Pointers have it.
func token(name string) string {
	return strings.ReplaceAll(strings.ReplaceAll(name, "~", "~0"), "/", "~1")
}
