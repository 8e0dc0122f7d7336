package emit_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/internal/gen/emit"
	"github.com/toolgen/toolgen/internal/gen/keyword"
	"github.com/toolgen/toolgen/internal/gen/model"
)

// keywordTypes are Go types of the kinds that have keywords in tags. Text is declared
// in keywordProgram.
var keywordTypes = map[model.Kind]string{
	model.KindString: "string", model.KindInt: "int", model.KindUint: "uint8", model.KindFloat: "float32", model.KindNumber: "json.Number",
	model.KindText: "Text", model.KindSlice: "[]string", model.KindArray: "[2]string", model.KindMap: "map[string]int", model.KindBool: "bool",
	model.KindDuration: "time.Duration", model.KindBytes: "[]byte",
}

// keywordProgram decodes the JSON texts of its argument, pairs of the index of a tool
// and a text, and prints whether each is accepted.
const keywordProgram = `package main

import (
	"encoding/json"
	"os"
	"time"

	"github.com/toolgen/toolgen/runtime/decode"
)

var _ time.Duration

type Text string

func (t *Text) UnmarshalText(text []byte) error { *t = Text(text); return nil }
func (t Text) MarshalText() ([]byte, error)     { return []byte(t), nil }

func main() {
	var texts []struct{ Tool int; Text string }
	if err := json.Unmarshal([]byte(os.Args[1]), &texts); err != nil {
		panic(err)
	}
	accepted := []bool{}
	for _, text := range texts {
		tool := Tools()[text.Tool]
		var d decode.D
		d.Reset([]byte(text.Text), decode.Options{NoRepair: true})
		tool.Decode(&d)
		accepted = append(accepted, d.Err(tool.Name) == nil)
	}
	json.NewEncoder(os.Stdout).Encode(accepted)
}
`

// keywordTool is a tool whose argument has the value of a keyword's sample.
type keywordTool struct {
	*keyword.Keyword
	kind model.Kind
}

// keywordTools returns a tool for each keyword and each kind of types that has it.
func keywordTools() []keywordTool {
	var tools []keywordTool
	for _, k := range keyword.All {
		for _, kind := range k.Kinds {
			if k.Name != keyword.Enum && kind != model.KindTime { // no value of its own; one format
				tools = append(tools, keywordTool{k, kind})
			}
		}
	}
	return tools
}

// source returns the declaration of the tool.
func (k keywordTool) source(t *testing.T, n int) string {
	t.Helper()
	goType := keywordTypes[k.kind]
	if goType == "" {
		t.Fatalf("%s: add a Go type of the kind %d to keywordTypes", k.Name, k.kind)
	}
	tag := k.Name + "=" + k.Sample.Given
	if k.IsFlag() {
		tag = k.Name
	}
	return fmt.Sprintf("\ntype Args%[1]d struct {\n\tValue %s `json:\"value\" jsonschema:%q`\n}\n\n// T%[1]d has %[4]s.\n//\n//tool:register t%03[1]d\nfunc T%[1]d(Args%[1]d) {}\n",
		n, goType, tag, k.Name)
}

// TestKeywords checks that generated decoders accept and refuse the samples of each
// keyword, for each kind of Go types that has the keyword.
func TestKeywords(t *testing.T) {
	source, tools := keywordProgram, keywordTools()
	var texts []struct {
		Tool int
		Text string
	}
	for n, tool := range tools {
		source += tool.source(t, n)
		for _, value := range []string{tool.Sample.Good, tool.Sample.Bad} {
			texts = append(texts, struct {
				Tool int
				Text string
			}{n, `{"value":` + value + `}`})
		}
	}
	m := newModule(t, map[string]string{"keywords/main.go": source})
	generated, err := emit.Package(extractModels(t, m, "keywords")["keywords"])
	if err != nil {
		t.Fatal(err)
	}
	m.write(t, "keywords/zz_toolgen.go", string(generated))
	input, err := json.Marshal(texts)
	if err != nil {
		t.Fatal(err)
	}
	output, err := m.run("run", "./keywords", string(input))
	var accepted []bool
	if err != nil || json.NewDecoder(strings.NewReader(output)).Decode(&accepted) != nil || len(accepted) != len(texts) {
		t.Fatalf("%v\n%s", err, output)
	}
	for n, got := range accepted {
		tool := tools[n/2]
		if want := n%2 == 0; got != want {
			t.Errorf("%s=%s on %s: the generated decoder accepts %s: %t, want %t: state Call in the entry of the keyword or, for a slice or a map, check it in internal/gen/emit/readers.go",
				tool.Name, tool.Sample.Given, keywordTypes[tool.kind], texts[n].Text, got, want)
		}
	}
}
