package schema_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	validator "github.com/santhosh-tekuri/jsonschema/v6"
	"golang.org/x/tools/txtar"

	"github.com/toolgen/toolgen/internal/gen/model"
	"github.com/toolgen/toolgen/internal/gen/schema"
)

var update = flag.Bool("update", false, "write the golden files")

// result returns the result of a tool that returns a value of the type.
func result(t *model.Type) model.Result {
	if t.Kind == model.KindStruct {
		return model.Result{Kind: model.ResultObject, Type: t}
	}
	return model.Result{Kind: model.ResultWrapped, Type: t}
}

func TestSchemas(t *testing.T) {
	archive := &txtar.Archive{Comment: []byte("Schemas of the tools of the package shapes, indented. Written by go test -update.\n")}
	add := func(name string, text []byte) {
		var indented bytes.Buffer
		if err := json.Indent(&indented, text, "", "\t"); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		archive.Files = append(archive.Files, txtar.File{Name: name, Data: append(indented.Bytes(), '\n')})
	}
	add("no arguments", encode(t, schema.Input(nil)))
	for _, tool := range extractedSources(t).tools {
		if tool.Arguments != nil {
			add(tool.Name+" as input", encode(t, schema.Input(tool.Arguments)))
		}
		if output := schema.Output(tool.Result); output != nil {
			add(tool.Name+" as output", encode(t, output))
		}
	}
	compareGolden(t, "testdata/schemas.txtar", txtar.Format(archive))
}

// compareGolden compares a text with a golden file; with -update, it writes the file.
func compareGolden(t *testing.T, path string, got []byte) {
	t.Helper()
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
		t.Errorf("%s differs (-golden +now); run go test -update:\n%s", path, diff)
	}
}

// A result that is a pointer to an object has the schema of the object, because
// nil is a failure.
func TestOutputOfPointer(t *testing.T) {
	pointer := toolOf(t, "UseTree").Result
	value := model.Result{Kind: model.ResultObject, Type: pointer.Type.Elem}
	if diff := cmp.Diff(string(encode(t, schema.Output(value))), string(encode(t, schema.Output(pointer)))); diff != "" {
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

// compile returns an independent validator for a schema. It also checks formats
// and encodings.
func compile(text []byte) (*validator.Schema, error) {
	compiler := validator.NewCompiler()
	compiler.DefaultDraft(validator.Draft2020)
	compiler.AssertFormat()
	compiler.AssertContent()
	document, err := validator.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	if err := compiler.AddResource("schema.json", document); err != nil {
		return nil, err
	}
	return compiler.Compile("schema.json")
}

// At every level, properties are in the order of declaration.
func TestOrder(t *testing.T) {
	text := encode(t, schema.Input(toolOf(t, "UseContainers").Arguments))
	var positions []int
	for _, name := range []string{"ints", "matrix", "omitted", "points", "by_int", "by_uint", "by_slug", "deep", "point", "pointer", "maybe", "strings", "inline", "page", "any"} {
		positions = append(positions, bytes.Index(text, []byte(`"`+name+`":{`)))
	}
	if !slices.IsSorted(positions) || positions[0] < 0 {
		t.Errorf("the positions of the properties are %v in %s", positions, text)
	}
}
