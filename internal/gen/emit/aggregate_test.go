package emit_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/toolgen/toolgen/internal/gen/emit/testdata/shapes"
	"github.com/toolgen/toolgen/internal/gen/schema"
)

type request struct {
	Tool, Text string
	Repair     bool
	Call       bool
}

type answer struct {
	OK       bool
	Value    json.RawMessage
	Problems []string
	Result   map[string]any
}

// aggregate is the program in testdata/aggregate, built once.
var aggregate struct {
	once sync.Once
	path string
	err  error
}

// ask runs the program over the requests.
func ask(t *testing.T, requests []request) []answer {
	t.Helper()
	aggregate.once.Do(func() {
		files := shapesFiles(t)
		files["aggregate/main.go"] = source(t, "aggregate/main.go")
		m := newModule(t, files)
		aggregate.path = filepath.Join(os.TempDir(), fmt.Sprintf("toolgen-aggregate-%d", os.Getpid()))
		if output, err := m.run("build", "-o", aggregate.path, "./aggregate"); err != nil {
			aggregate.err = fmt.Errorf("%w\n%s", err, output)
		}
	})
	if aggregate.err != nil {
		t.Fatal(aggregate.err)
	}
	var input bytes.Buffer
	for _, r := range requests {
		if err := json.NewEncoder(&input).Encode(r); err != nil {
			t.Fatal(err)
		}
	}
	command := exec.Command(aggregate.path)
	command.Stdin, command.Stderr = &input, os.Stderr
	output, err := command.Output()
	if err != nil {
		t.Fatal(err)
	}
	answers := make([]answer, len(requests))
	decoder := json.NewDecoder(bytes.NewReader(output))
	for i := range answers {
		if err := decoder.Decode(&answers[i]); err != nil {
			t.Fatal(err)
		}
	}
	return answers
}

func TestMain(m *testing.M) {
	code := m.Run()
	if aggregate.path != "" {
		os.Remove(aggregate.path)
	}
	os.Exit(code)
}

// valid are arguments that each tool takes, with the type they are decoded
// into. Durations are left out: encoding/json reads numbers.
var valid = []struct {
	tool, text, reason string
	value              any
}{
	{"scalars", `{"text":"a\u00e9\n","slug":"s","yes":true,"int":-1,"int8":-128,"int16":32767,"int32":-5,"int64":-9223372036854775808,` +
		`"uint":1,"uint8":255,"uint16":0,"uint32":7,"uint64":18446744073709551615,"float32":1.5,"float64":-2e10,"kind":"fact","level":2,"unit":"line",` +
		`"at":"2024-02-29T12:00:00Z","anything":{"a":[1,null,"x"]},"raw":[1, 2]}`, "each scalar", shapes.ScalarArgs{}},
	{"checked", `{"name":"aéb"}`, "required only", shapes.CheckedArgs{}},
	{"checked", `{"name":"abc","color":"red","size":4,"count":9,"share":1.5,"words":["ab","cd"],"kinds":["task"],"levels":[1,3],"label":"abc","ratio":0}`, "each constraint met", shapes.CheckedArgs{}},
	{"anything", `{"payload":{"a":[1,null]},"payloads":[1,"a",null,{}],"pointer":true,"raws":{"a":[1, 2],"b":null}}`, "any value in every place", shapes.AnyArgs{}},
	{"embedded", `{"name":"n","from":1,"to":2,"dir":"d","deep":true,"slug":"s","plain":"p","other":"o"}`, "promoted through values and pointers", shapes.EmbeddedArgs{}},
	{"nested", `{"range":{"from":1}}`, "required only", shapes.NestedArgs{}},
	{"nested", `{"range":{"from":1,"to":2},"ranges":[{"from":3}],"pointer":{"from":4},"sealed":{"name":"n","at":"2024-02-29T12:00:00Z"},` +
		`"page":{"items":["task"],"more":true},"numbers":{"items":[1,2]},"matrix":[[1],[],[2,3]],"words":[["a"],["b","c"]],` +
		`"by_name":{"x":{"from":1}},"by_slug":{"y":{"from":2}},"by_level":{"-1":["a"],"2":[]},"by_id":{"65535":"max"},"deep":{"a":{"b":1}},` +
		`"tags":["t"],"prices":{"p":1.25},"strings":["s"],"yes":false,"text":"t","kind":"task","at":"2024-02-29T12:00:00Z",` +
		`"times":["2024-02-29T12:00:00Z"],"list":["l"],"any":[1,"a",null],"place":{"x":1,"y":2},"steps":[{"name":"n"}]}`, "everything in everything", shapes.NestedArgs{}},
	{"nested", `{"range":{"from":1},"ranges":[],"by_name":{},"matrix":[],"list":[]}`, "empty, not nil", shapes.NestedArgs{}},
	{"trees", `{"root":{"name":"a","children":[{"name":"b","children":[{"name":"c"}]}],"named":{"d":{"name":"e"}},"group":{"trees":[{"name":"f"}]}},"forest":[[],[[]]]}`, "recursive types", shapes.TreeArgs{}},
	{"wide", `{"f1":1,"f65":65,"f0":0,"f64":64,"f66":66,"f69":69}`, "more than 64 properties", shapes.WideArgs{}},
	{"fails", `{}`, "no properties", shapes.NoArgs{}},
}

// Decoders read what encoding/json reads.
func TestDecodersAgreeWithEncodingJSON(t *testing.T) {
	requests := make([]request, len(valid))
	for i, v := range valid {
		requests[i] = request{Tool: v.tool, Text: v.text}
	}
	for i, got := range ask(t, requests) {
		v := valid[i]
		if !got.OK {
			t.Errorf("%s (%s): refused: %q", v.tool, v.reason, got.Problems)
			continue
		}
		reference := reflect.New(reflect.TypeOf(v.value))
		decoder := json.NewDecoder(strings.NewReader(v.text))
		decoder.UseNumber()
		if err := decoder.Decode(reference.Interface()); err != nil {
			t.Fatal(err)
		}
		want, err := json.Marshal(reference.Interface())
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), string(got.Value)); diff != "" {
			t.Errorf("%s (%s): -encoding/json +decoder:\n%s", v.tool, v.reason, diff)
		}
	}
}

// Decoders accept what schemas accept, for each valid text and what becomes of
// it when one value in it is another.
func TestDecodersAgreeWithSchemas(t *testing.T) {
	schemas := compiledSchemas(t)
	var requests []request
	for _, v := range valid {
		requests = append(requests, request{Tool: v.tool, Text: v.text})
		for _, text := range variants(t, v.text) {
			requests = append(requests, request{Tool: v.tool, Text: text})
		}
	}
	accepted := 0
	for i, got := range ask(t, requests) {
		r := requests[i]
		value, err := jsonschema.UnmarshalJSON(strings.NewReader(r.Text))
		if err != nil {
			t.Fatal(err)
		}
		if value == nil {
			continue // null means {}
		}
		err = schemas[r.Tool].Validate(value)
		if got.OK != (err == nil) && !beyondSchemas(got) {
			t.Errorf("%s: decoder says %v %q, schema says %v: %s", r.Tool, got.OK, got.Problems, err, r.Text)
		}
		if got.OK {
			accepted++
		}
	}
	if accepted < 50 || accepted > len(requests)-50 {
		t.Errorf("%d of %d texts accepted: the variants do not tell right from wrong", accepted, len(requests))
	}
}

// beyondSchemas says that all problems are such as a schema cannot state: the
// form of times, which validators do not assert, and ranges of 64 bits.
func beyondSchemas(a answer) bool {
	for _, p := range a.Problems {
		if !strings.HasPrefix(p, "format ") && !strings.HasPrefix(p, "range ") && !strings.HasPrefix(p, "key ") {
			return false
		}
	}
	return len(a.Problems) > 0
}

func compiledSchemas(t *testing.T) map[string]*jsonschema.Schema {
	t.Helper()
	schemas := make(map[string]*jsonschema.Schema)
	for _, tool := range testdataModels(t)["shapes"].Tools {
		text, err := schema.Encode(schema.Input(tool.Arguments))
		if err != nil {
			t.Fatal(err)
		}
		document, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		compiler := jsonschema.NewCompiler()
		if err := compiler.AddResource(tool.Name, document); err != nil {
			t.Fatal(err)
		}
		schemas[tool.Name] = compiler.MustCompile(tool.Name)
	}
	return schemas
}

// replacements take the place of each value in turn.
var replacements = []string{
	`null`, `true`, `0`, `-1`, `1.0`, `1.5`, `300`, `1e3`, `""`, `"é"`, `"task"`, `"abcdef"`, `[]`, `["x"]`, `[[1]]`, `{}`, `{"x":1}`, `{"1":["a"]}`, `{"-01":["a"]}`,
}

// variants are texts with one value replaced, one member left out or one
// added.
func variants(t *testing.T, text string) []string {
	t.Helper()
	var root any
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()
	if err := decoder.Decode(&root); err != nil {
		t.Fatal(err)
	}
	var all []string
	record := func() {
		encoded, err := json.Marshal(root)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, string(encoded))
	}
	var walk func(value any, set func(any))
	walk = func(value any, set func(any)) {
		for _, r := range replacements {
			set(json.RawMessage(r))
			record()
		}
		set(value)
		switch value := value.(type) {
		case map[string]any:
			value["unheard_of"] = 1
			record()
			delete(value, "unheard_of")
			for name, member := range value {
				delete(value, name)
				record()
				walk(member, func(v any) { value[name] = v })
			}
		case []any:
			for i, item := range value {
				walk(item, func(v any) { value[i] = v })
			}
		}
	}
	walk(root, func(v any) { root = v })
	return all
}

// Defaults are applied to what the text does not have, and to nothing else.
func TestDefaults(t *testing.T) {
	tests := []struct{ reason, text, want string }{
		{"none given", `{}`, `{"dir":".","text":"some <b>text</b>","kind":"fact","level":2,"limit":20,"slug":"a-b","exact":true,"share":0.5,"wait":90000000000,"since":"2024-02-29T11:00:00Z"}`},
		{"zero values given", `{"dir":"","text":"","level":1,"limit":0,"slug":"","exact":false,"share":0,"wait":"0s","since":"0001-01-01T00:00:00Z","kind":"task"}`,
			`{"kind":"task","level":1,"limit":0,"slug":""}`},
	}
	for _, test := range tests {
		got := ask(t, []request{{Tool: "defaults", Text: test.text}})[0]
		if !got.OK {
			t.Errorf("%s: refused: %q", test.reason, got.Problems)
			continue
		}
		if diff := cmp.Diff(decoded(t, test.want), decoded(t, string(got.Value))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.reason, diff)
		}
	}
	if got := ask(t, []request{{Tool: "wide", Text: `{"f1":1,"f65":2}`}})[0]; !strings.Contains(string(got.Value), `"f66":7`) {
		t.Errorf("the default of the 67th property is missing: %s", got.Value)
	}
}

func decoded(t *testing.T, text string) any {
	t.Helper()
	var v any
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatal(err)
	}
	return v
}

// Problems are found by the description, wherever they are.
func TestProblems(t *testing.T) {
	tests := []struct {
		reason, tool, text string
		want               []string
	}{
		{"missing", "checked", `{}`, []string{"required name"}},
		{"each constraint", "checked", `{"name":"A","color":"blue","size":3,"count":0,"share":2,"words":["a","b","c"],"label":"abcd","ratio":2}`,
			[]string{"min_length name", "format name", "enum color", "enum size", "minimum count", "maximum share", "min_length words[0]", "min_length words[1]", "min_length words[2]", "max_items words"}},
		{"in an item", "checked", `{"name":"abc","levels":[1,9]}`, []string{"enum levels[1]"}},
		{"in a map", "nested", `{"range":{"from":1},"by_name":{"x":{"from":"a"}}}`, []string{"type by_name.x.from"}},
		{"a key", "nested", `{"range":{"from":1},"by_id":{"70000":"a"}}`, []string{"key by_id.70000"}},
		{"in a recursive type", "trees", `{"root":{"name":"a","children":[{"children":[]}]}}`, []string{"required root.children[0].name"}},
		{"of a recursive slice", "trees", `{"root":{"name":"a"},"forest":[[1]]}`, []string{"type forest[0][0]"}},
		{"the 66th property", "wide", `{"f1":1}`, []string{"required f65"}},
		{"a promoted property", "embedded", `{"name":"n","from":true}`, []string{"type from"}},
		{"no properties", "fails", `{"a":1}`, []string{"unknown a"}},
	}
	for _, test := range tests {
		got := ask(t, []request{{Tool: test.tool, Text: test.text}})[0]
		if diff := cmp.Diff(test.want, got.Problems); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.reason, diff)
		}
	}
}

// Every form of function gives the result that it should.
func TestInvoke(t *testing.T) {
	tests := []struct {
		reason, tool, args string
		want               map[string]any
	}{
		{"no value, no error", "nothing", `{}`, map[string]any{"ok": true, "value": ""}},
		{"an error alone", "fails", `{}`, map[string]any{"ok": false, "error": "not today", "code": "not_available"}},
		{"a text", "says", `{}`, map[string]any{"ok": true, "value": "said"}},
		{"a slice", "counts", `{}`, map[string]any{"ok": true, "value": `["task"]`, "structured": map[string]any{"result": []any{"task"}}}},
		{"a whole result and the call", "whole", `{}`, map[string]any{"ok": true, "value": "called 1"}},
		{"a text of its own", "tells", `{}`, map[string]any{"ok": true, "value": "3 things", "structured": map[string]any{"count": 3.0}}},
		{"nil with a text of its own", "tells_nothing", `{}`, map[string]any{"ok": false, "error": "The tool returned null where an object was due.", "code": "execution_failed"}},
		{"a method", "get", `{}`, map[string]any{"ok": true, "value": "attic"}},
		{"a method of a value", "peek", `{}`, map[string]any{"ok": true, "value": `{"count":5}`, "structured": map[string]any{"count": 5.0}}},
		{"Validate refuses", "trees", `{"root":{"name":""}}`, map[string]any{"ok": false, "code": "input_invalid"}},
	}
	for _, test := range tests {
		got := ask(t, []request{{Tool: test.tool, Text: test.args, Call: true}})[0].Result
		if _, given := test.want["error"]; !given {
			delete(got, "error") // the runtime's words
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.reason, diff)
		}
	}
}
