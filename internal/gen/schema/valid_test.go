package schema_test

import (
	"encoding/json"
	"reflect"
	"testing"

	google "github.com/google/jsonschema-go/jsonschema"
	"github.com/invopop/jsonschema"

	"github.com/toolgen/toolgen/internal/gen/model"
	"github.com/toolgen/toolgen/internal/gen/schema"
)

// Two validators accept every schema of arguments and of results:
// santhosh-tekuri/jsonschema, and the validator of the Go SDK for MCP, which
// resolves the schemas that a server publishes.
func TestSchemasAreValid(t *testing.T) {
	for _, of := range pairTypes() {
		m := modelOf(t, of)
		for _, s := range []*jsonschema.Schema{
			schema.Input(m),
			schema.Output(result(m)),
			schema.Output(model.Result{Kind: model.ResultWrapped, Type: m}),
		} {
			text := encode(t, s)
			if _, err := compile(text); err != nil {
				t.Errorf("%s: %v\n%s", of, err, text)
			}
			var parsed google.Schema
			if err := json.Unmarshal(text, &parsed); err != nil {
				t.Errorf("%s: %v\n%s", of, err, text)
				continue
			}
			if _, err := parsed.Resolve(nil); err != nil {
				t.Errorf("%s: %v\n%s", of, err, text)
			}
		}
	}
}

// Schemas of arguments have no construct that clients are known to reject.
func TestPortable(t *testing.T) {
	for _, of := range pairTypes() {
		root := object(decode(t, encode(t, schema.Input(modelOf(t, of)))))
		if root["type"] != "object" || root["anyOf"] != nil {
			t.Errorf("%s: the root is not a plain object: %v", of, root)
		}
		walk(root, func(s map[string]any, boolean bool) {
			if problem := unportable(s, boolean); problem != "" {
				t.Errorf("%s: %s: %v", of, problem, s)
			}
		})
	}
}

// unportable returns the reason why clients reject one schema, without the
// schemas in it; empty if there is none. isBoolean means that the schema is true
// or false.
func unportable(s map[string]any, isBoolean bool) string {
	_, isReference := s["$ref"]
	_, hasProperties := s["properties"]
	_, isClosed := s["additionalProperties"]
	_, isDeclared := s["maxProperties"] // by an author
	list, _ := s["type"].([]any)
	switch {
	case isBoolean:
		return "a boolean schema"
	case isReference && len(s) > 1:
		return "a $ref with siblings"
	case s["type"] == "object" && (!hasProperties || !isClosed && !isDeclared):
		return "an object without properties or additionalProperties"
	case s["nullable"] != nil || len(list) > 0 && list[len(list)-1] == "null":
		return "a nullable type"
	}
	for _, keyword := range []string{"type", "$ref", "description", "pattern", "enum", "anyOf", "const"} {
		if s[keyword] != nil {
			return ""
		}
	}
	return "a schema without keywords"
}

// walk visits a schema and the schemas in it, except for an additionalProperties
// that is false.
func walk(value any, visit func(s map[string]any, boolean bool)) {
	s, ok := value.(map[string]any)
	if value == nil {
		return
	}
	visit(s, !ok)
	for _, keyword := range []string{"items", "additionalProperties", "propertyNames", "not"} {
		if keyword != "additionalProperties" || s[keyword] != false {
			walk(s[keyword], visit)
		}
	}
	for _, keyword := range []string{"properties", "$defs"} {
		for _, member := range object(s[keyword]) {
			walk(member, visit)
		}
	}
	for _, keyword := range []string{"anyOf", "oneOf", "allOf"} {
		for _, member := range list(s[keyword]) {
			walk(member, visit)
		}
	}
}

// Every node has a source with a position in the author's files.
func TestSources(t *testing.T) {
	for _, of := range pairTypes() {
		root, sources := schema.InputWithSources(modelOf(t, of))
		visitNodes(reflect.ValueOf(root), func(s *jsonschema.Schema) {
			source, ok := sources[s]
			switch {
			case s == jsonschema.FalseSchema:
			case !ok:
				t.Errorf("%s: %s has no source", of, encode(t, s))
			case source.Type == nil || source.Span.Start.Filename == "":
				t.Errorf("%s: the source of %s is %+v", of, encode(t, s), source)
			case source.Field != nil && !source.Written && source.Span != source.Field.Span:
				t.Errorf("%s: the source of %s is not its field", of, encode(t, s))
			}
		})
	}
}

// visitNodes calls visit for a schema and the schemas in it.
func visitNodes(v reflect.Value, visit func(*jsonschema.Schema)) {
	switch v := v.Interface().(type) {
	case *jsonschema.Schema:
		if v == nil {
			return
		}
		visit(v)
		for i := range reflect.TypeFor[jsonschema.Schema]().NumField() {
			if f := reflect.ValueOf(v).Elem().Field(i); f.CanInterface() {
				visitNodes(f, visit)
			}
		}
		if v.Properties != nil {
			for pair := v.Properties.Oldest(); pair != nil; pair = pair.Next() {
				visitNodes(reflect.ValueOf(pair.Value), visit)
			}
		}
		return
	case []*jsonschema.Schema:
		for _, s := range v {
			visitNodes(reflect.ValueOf(s), visit)
		}
	case jsonschema.Definitions:
		for _, s := range v {
			visitNodes(reflect.ValueOf(s), visit)
		}
	}
}
