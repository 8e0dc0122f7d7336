package schema_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	validator "github.com/santhosh-tekuri/jsonschema/v6"
	"golang.org/x/tools/txtar"

	"github.com/toolgen/toolgen/internal/gen/model"
	"github.com/toolgen/toolgen/internal/gen/schema"
)

var update = flag.Bool("update", false, "write the golden files anew")

// kinds has values of every kind of type; the first of each is the zero value,
// unless constraints forbid it.
var kinds = []struct {
	name   string
	values []any
}{
	{"scalars", []any{scalars{}, scalars{Text: "a", Int8: -128, Uint8: 255, Uint64: 1<<64 - 1, Int64: -1 << 63, Float32: 1.5, At: time.Unix(0, 0), Wait: time.Second}}},
	{"enums", []any{enums{}, enums{Kind: "task", Level: 2, Maybe: new(Kind("fact")), Kinds: []Kind{"a<b"}, Omitted: "fact", Tagged: "red", Sizes: []int{1}, Named: []string{"a"}}}},
	{"constrained", []any{constrained{Name: "a", Count: 1, Share: 1, Words: []string{"a"}}}},
	{"containers", []any{containers{}, containers{
		Ints: []int{1}, Matrix: [][]int{nil, {1}}, Omitted: []int{1}, Points: map[string]Point{"a": {}}, ByInt: map[int]string{-1: "a", 0: "b"},
		ByUint: map[uint8]string{255: "c"}, BySlug: map[Slug]*Point{"d": nil}, Deep: map[string]map[string]bool{"e": nil, "f": {"g": true}},
		Pointer: &Point{}, Maybe: &Point{}, Strings: []*string{nil, new("h")}, Page: Page[Kind]{Items: []Kind{"task", ""}}, Any: map[string]any{"i": 1},
		Anys: []any{nil, "j"}, Raw: json.RawMessage(`[1]`), MayAny: new(any(2)),
	}}},
	{"embedding", []any{embedding{}, embedding{Extra: &Extra{}}}},
	{"recursive", []any{recursive{}, recursive{
		Root:   Tree{Left: &Tree{}, Children: []*Tree{nil, {}}, ByName: map[string]Tree{"a": {}}, Group: &Group{Trees: []Tree{{}}}},
		Forest: Forest{nil, {}},
	}}},
	{"tree", []any{Tree{}, Tree{Left: &Tree{Group: &Group{}}}}},
	{"slice", []any{[]Kind(nil), []Kind{}, []Kind{"task"}}},
	{"map", []any{map[Level]*Point(nil), map[Level]*Point{1: nil, 2: {}}}},
	{"pointer", []any{(*int8)(nil), new(int8(-128))}},
	{"number", []any{uint16(0), uint16(65535)}},
	{"empty", []any{empty{}}},
}

// result is how a tool returns a value of the type.
func result(t *model.Type) model.Result {
	if t.Kind == model.KindStruct {
		return model.Result{Kind: model.ResultObject, Type: t}
	}
	return model.Result{Kind: model.ResultWrapped, Type: t}
}

// typeOf is the model of a value's type, with some descriptions.
func typeOf(value any) *model.Type {
	t := builder().Type(reflect.TypeOf(value))
	describe(t, "maybe", "The kind,\nif there is one.")
	describe(t, "wait", "How long to wait")
	describe(t, "left", "What comes before.")
	describe(t, "points", "Places by their names.")
	describe(t, "raw", "Whatever it is.")
	describe(t, "root", "Where it begins.")
	return t
}

func TestSchemas(t *testing.T) {
	archive := &txtar.Archive{Comment: []byte("Schemas of every kind of type, indented. Written by go test -update.\n")}
	add := func(name string, text []byte) {
		var indented bytes.Buffer
		if err := json.Indent(&indented, text, "", "\t"); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		archive.Files = append(archive.Files, txtar.File{Name: name, Data: append(indented.Bytes(), '\n')})
	}
	add("no arguments", encode(t, schema.Input(nil)))
	for _, kind := range kinds {
		of := typeOf(kind.values[0])
		if of.Kind == model.KindStruct {
			add(kind.name+" as input", encode(t, schema.Input(of)))
		}
		add(kind.name+" as output", encode(t, schema.Output(result(of))))
	}
	const path = "testdata/schemas.txtar"
	got := txtar.Format(archive)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("schemas differ (-golden +now); run go test -update:\n%s", diff)
	}
}

// Schemas are valid ones, and those of results accept what encoding/json
// writes.
func TestOutputAcceptsWhatEncodingJSONWrites(t *testing.T) {
	for _, kind := range kinds {
		of := typeOf(kind.values[0])
		if of.Kind == model.KindStruct {
			compile(t, encode(t, schema.Input(of)))
		}
		compiled := compile(t, encode(t, schema.Output(result(of))))
		for _, value := range kind.values {
			written := value
			if of.Kind != model.KindStruct {
				written = map[string]any{"result": value}
			}
			if err := compiled.Validate(instance(t, written)); err != nil {
				t.Errorf("%s refuses %+v: %v", kind.name, value, err)
			}
		}
	}
}

// Results that are an object by way of a pointer have the object's schema: nil
// is a failure.
func TestOutputOfPointer(t *testing.T) {
	pointer := schema.Output(model.Result{Kind: model.ResultObject, Type: liveType[*Point](builder())})
	value := schema.Output(model.Result{Kind: model.ResultObject, Type: liveType[Point](builder())})
	if diff := cmp.Diff(string(encode(t, value)), string(encode(t, pointer))); diff != "" {
		t.Errorf("-value +pointer:\n%s", diff)
	}
}

func TestNoOutput(t *testing.T) {
	for _, kind := range []model.ResultKind{model.ResultNone, model.ResultText, model.ResultWhole} {
		if s := schema.Output(model.Result{Kind: kind}); s != nil {
			t.Errorf("kind %d has the schema %s", kind, encode(t, s))
		}
	}
}

// What clients are known to reject does not occur.
func TestPortable(t *testing.T) {
	for _, kind := range kinds {
		of := typeOf(kind.values[0])
		if of.Kind != model.KindStruct {
			continue
		}
		walk(instance(t, json.RawMessage(encode(t, schema.Input(of)))), func(s map[string]any) {
			_, isReference := s["$ref"]
			_, hasType := s["type"]
			_, hasProperties := s["properties"]
			_, isClosed := s["additionalProperties"]
			switch {
			case isReference && len(s) > 1:
				t.Errorf("%s: $ref beside siblings: %v", kind.name, s)
			case s["type"] == "object" && (!hasProperties || !isClosed):
				t.Errorf("%s: an object without properties or additionalProperties: %v", kind.name, s)
			case !hasType && !isReference && s["description"] == nil && s["pattern"] == nil:
				t.Errorf("%s: a schema without a type says nothing: %v", kind.name, s)
			}
		})
	}
}

// walk visits a schema and those in it.
func walk(value any, visit func(map[string]any)) {
	s, ok := value.(map[string]any)
	if !ok {
		return
	}
	visit(s)
	for _, keyword := range []string{"items", "additionalProperties", "propertyNames"} {
		walk(s[keyword], visit)
	}
	for _, keyword := range []string{"properties", "$defs"} {
		if members, ok := s[keyword].(map[string]any); ok {
			for _, member := range members {
				walk(member, visit)
			}
		}
	}
	if either, ok := s["anyOf"].([]any); ok {
		for _, s := range either {
			walk(s, visit)
		}
	}
}

func compile(t *testing.T, text []byte) *validator.Schema {
	t.Helper()
	compiler := validator.NewCompiler()
	compiler.DefaultDraft(validator.Draft2020)
	compiler.AssertFormat()
	if err := compiler.AddResource("schema.json", instance(t, json.RawMessage(text))); err != nil {
		t.Fatal(err)
	}
	compiled, err := compiler.Compile("schema.json")
	if err != nil {
		t.Fatalf("not a schema: %v\n%s", err, text)
	}
	return compiled
}

// instance is a value as it is written, read again.
func instance(t *testing.T, value any) any {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	read, err := validator.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return read
}

// Property order is that of the declaration, at every level.
func TestOrder(t *testing.T) {
	text := encode(t, schema.Input(typeOf(containers{})))
	var places []int
	for _, name := range []string{"ints", "matrix", "omitted", "points", "by_int", "by_uint", "by_slug", "deep", "point", "pointer", "maybe", "strings", "inline", "page", "any"} {
		places = append(places, bytes.Index(text, []byte(`"`+name+`":{`)))
	}
	if !slices.IsSorted(places) || places[0] < 0 {
		t.Errorf("properties stand at %v in %s", places, text)
	}
}
