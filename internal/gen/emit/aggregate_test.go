package emit_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/toolgen/toolgen/internal/gen/model"
	"github.com/toolgen/toolgen/internal/gen/schema"
)

// request and answer have the fields of the types with these names in
// testdata/aggregate.
type request struct {
	Tool, Text string
	Repair     bool
	Call       bool
}

type answer struct {
	OK        bool
	Value     json.RawMessage
	Problems  []string
	Repairs   int
	Reference json.RawMessage
	Same      bool
	Result    map[string]any
}

// aggregate is the program in testdata/aggregate. It is built once.
var aggregate struct {
	once sync.Once
	path string
	err  error
}

// runRequests runs the program with the requests, and returns an answer for each
// of them.
func runRequests(t *testing.T, requests []request) []answer {
	t.Helper()
	aggregate.once.Do(func() {
		files := generatedFiles(t, aggregatePackages...)
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

// aggregatePackages are the packages of testdata with tools that the program can
// call.
var aggregatePackages = []string{"shapes", "forms", "strict"}

// Decoders read the same values as encoding/json.
func TestDecodersAgreeWithEncodingJSON(t *testing.T) {
	requests := make([]request, len(valid))
	for i, v := range valid {
		requests[i] = request{Tool: v.tool, Text: v.text}
	}
	for i, got := range runRequests(t, requests) {
		v := valid[i]
		switch {
		case !got.OK:
			t.Errorf("%s (%s): refused: %q", v.tool, v.reason, got.Problems)
		case v.want != "":
			if diff := cmp.Diff(v.want, string(got.Value)); diff != "" {
				t.Errorf("%s (%s) (-want +decoder):\n%s", v.tool, v.reason, diff)
			}
		case got.Reference == nil:
			t.Errorf("%s (%s): encoding/json does not read it: set want", v.tool, v.reason)
		case !got.Same:
			t.Errorf("%s (%s): differs in memory: -encoding/json +decoder:\n%s", v.tool, v.reason, cmp.Diff(string(got.Reference), string(got.Value)))
		}
	}
}

// The decoders of strict dialects and the schemas accept the same texts, if null
// members are removed before the validation. The texts are valid texts and variants of
// them. Package differential has such tests for the other decoders.
func TestStrictDecodersAgreeWithSchemas(t *testing.T) {
	schemas := make(map[string]*jsonschema.Schema)
	for _, tool := range testdataModels(t)["strict"].Tools {
		schemas["strict."+tool.Name] = compiledSchema(t, tool)
	}
	var requests []request
	for _, v := range valid {
		if schemas[v.tool] == nil {
			continue
		}
		requests = append(requests, request{Tool: v.tool, Text: v.text})
		for _, text := range variants(t, v.text) {
			if text != "null" && !strings.Contains(text, "1e400") { // null means {}, and a schema has no bounds for floats of 64 bits
				requests = append(requests, request{Tool: v.tool, Text: text})
			}
		}
	}
	accepted := 0
	for i, got := range runRequests(t, requests) {
		r := requests[i]
		err := schemas[r.Tool].Validate(withoutNulls(decodeNumbers(t, r.Text)))
		if got.OK != (err == nil) {
			t.Errorf("%s: the decoder returns %v %q, the schema %v: %s", r.Tool, got.OK, got.Problems, err, r.Text)
		}
		if got.OK {
			accepted++
		}
	}
	t.Logf("%d texts, %d of them accepted", len(requests), accepted)
	if accepted < 20 || accepted > len(requests)-20 {
		t.Errorf("%d of %d texts accepted: the variants are not a good test", accepted, len(requests))
	}
}

// withoutNulls removes the null members of a value, because strict dialects
// write an omitted property as null.
func withoutNulls(value any) any {
	object, ok := value.(map[string]any)
	if !ok {
		return value
	}
	for name, member := range object {
		if object[name] = withoutNulls(member); member == nil {
			delete(object, name)
		}
	}
	return object
}

func compiledSchema(t *testing.T, tool *model.Tool) *jsonschema.Schema {
	t.Helper()
	text, err := schema.Encode(schema.Input(tool.Arguments))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("schema", decodeNumbers(t, string(text))); err != nil {
		t.Fatal(err)
	}
	return compiler.MustCompile("schema")
}

// replacements has the texts that replace each value of a text.
var replacements = []string{
	`null`, `true`, `0`, `-1`, `1.0`, `1.5`, `300`, `1e3`, `5000000000`, `1e400`, `""`, `"é"`, `"task"`, `"abcdef"`, `"YQ=="`, `"#00ff00"`,
	`"127.0.0.1"`, `"2024-02-29"`, `[]`, `["x"]`, `[[1]]`, `[1,1]`, `[2,0.5]`, `["a","a"]`, `{}`, `{"x":1}`, `{"1":["a"]}`, `{"-01":["a"]}`, `{"task":{}}`,
	`{"type":"stop"}`, `{"type":"move","from":1}`, `{"type":"copy","path":""}`,
}

// variants returns texts that differ from a text in one value, one missing
// member or one additional member, in a fixed order.
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
			for _, name := range slices.Sorted(maps.Keys(value)) {
				member := value[name]
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

// A default is applied only if the text does not have the property.
func TestDefaults(t *testing.T) {
	tests := []struct{ reason, tool, text, want string }{
		{"none given", "shapes.defaults", `{}`, `{"dir":".","text":"some <b>text</b>","kind":"fact","level":2,"limit":20,"slug":"a-b","exact":true,"share":0.5,"wait":90000000000,"since":"2024-02-29T12:00:00+01:00"}`},
		{"zero values given", "shapes.defaults", `{"dir":"","text":"","level":1,"limit":0,"slug":"","exact":false,"share":0,"wait":"0s","since":"0001-01-01T00:00:00Z","kind":"task"}`,
			`{"kind":"task","level":1,"limit":0,"slug":""}`},
		{"none given of other kinds", "forms.defaults", `{}`,
			`{"kind":"fact","level":-1,"wide":5000000000,"small":1.5,"wait":250000000,"at":"2024-02-29T12:00:00.5+01:00","number":1e3,"slug":"a-b","exact":true}`},
		{"zero values of other kinds", "forms.defaults", `{"kind":"task","level":0,"wide":0,"small":0,"wait":"0s","at":"0001-01-01T00:00:00Z","number":0,"slug":"","exact":false}`,
			`{"kind":"task","level":0,"small":0,"wait":0,"number":0,"exact":false}`},
	}
	for _, test := range tests {
		got := runRequests(t, []request{{Tool: test.tool, Text: test.text}})[0]
		if !got.OK {
			t.Errorf("%s: refused: %q", test.reason, got.Problems)
			continue
		}
		if diff := cmp.Diff(decodeNumbers(t, test.want), decodeNumbers(t, string(got.Value))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.reason, diff)
		}
	}
	if got := runRequests(t, []request{{Tool: "shapes.wide", Text: `{"f1":1,"f65":2}`}})[0]; !strings.Contains(string(got.Value), `"f66":7`) {
		t.Errorf("the default of the 67th property is missing: %s", got.Value)
	}
}

func decodeNumbers(t *testing.T, text string) any {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(strings.NewReader(text)) // with numbers of any size
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// Decoders read the forms that strict dialects have for optional arguments and
// for maps. They record no repair, and do so also with no-repair.
func TestStrictForms(t *testing.T) {
	tests := []struct{ reason, tool, text, want string }{
		{"null for optional", "search", `{"query":"q","mode":null,"limit":null,"range":{"from":1,"to":null},"tags":null,"note":"a"}`,
			`{"query":"q","mode":"full","limit":20,"range":{"from":1},"note":"a"}`},
		{"null first", "search", `{"mode":null,"query":"q"}`, `{"query":"q","mode":"full","limit":20}`},
		{"null that is a value", "search", `{"query":"q","note":null}`, `{"query":"q","mode":"full","limit":20,"note":null}`},
		{"null for required", "search", `{"query":null}`, "type query"},
		{"null, then a value", "search", `{"query":"q","limit":null,"limit":3}`, "duplicate limit"},
		{"a value, then null", "search", `{"query":"q","limit":3,"limit":null}`, "duplicate limit"},
		{"null beyond the 64th property", "wide", `{"f0":null,"f1":1,"f64":null,"f65":null,"f2":2}`, `{"f1":1,"f2":2,"f3":7,"f65":7}`},
		{"a default that is given", "wide", `{"f65":0,"f3":null}`, `{"f3":7}`},
		{"null twice", "wide", `{"f65":null,"f65":null}`, "duplicate f65"},
		{"lists for maps", "index", `{"sizes":[{"key":"a","value":1},{"value":2,"key":"b"}],"modes":[{"key":"full","value":[{"from":1,"to":null}]}]}`,
			`{"sizes":{"a":1,"b":2},"modes":{"full":[{"from":1}]}}`},
		{"an empty list", "index", `{"sizes":null,"modes":[]}`, `{"modes":{}}`},
		{"maps as they are", "index", `{"sizes":{"a":1},"modes":{}}`, `{"sizes":{"a":1},"modes":{}}`},
		{"a key twice", "index", `{"modes":[{"key":"full","value":[]},{"key":"full","value":[]}]}`, "duplicate modes[1].key"},
		{"a key that is not a constant", "index", `{"modes":[{"key":"all","value":[]}]}`, "key modes[0].key"},
		{"null where one of two types is a value", "index", `{"modes":{},"depth":null}`, `{"modes":{}}`},
		{"null next to a string that contains the word", "index", `{"modes":{},"order":null}`, `{"modes":{}}`},
		{"null that one of two schemas takes", "index", `{"modes":{},"owner":null}`, `{"modes":{},"owner":null}`},
		{"an item that is not a pair", "index", `{"modes":[{"key":"full"}]}`, "type modes[0]"},
	}
	for _, test := range tests {
		got := runRequests(t, []request{{Tool: "strict." + test.tool, Text: test.text}})[0]
		if !got.OK && strings.Join(got.Problems, ", ") != test.want {
			t.Errorf("%s: refused for %q, want %s", test.reason, got.Problems, test.want)
			continue
		}
		if got.OK && (string(got.Value) != test.want || got.Repairs != 0) {
			t.Errorf("%s: got %s with %d repairs, want %s", test.reason, got.Value, got.Repairs, test.want)
		}
	}
}

// The problems of arguments are found at any depth.
func TestProblems(t *testing.T) {
	tests := []struct {
		reason, tool, text string
		want               []string
	}{
		{"missing", "shapes.checked", `{}`, []string{"required name"}},
		{"each constraint", "shapes.checked", `{"name":"A","color":"blue","size":3,"count":0,"share":2,"words":["a","b","c"],"label":"abcd","ratio":2}`,
			[]string{"min_length name", "format name", "enum color", "enum size", "minimum count", "maximum share", "min_length words[0]", "min_length words[1]", "min_length words[2]", "max_items words"}},
		{"in an item", "shapes.checked", `{"name":"abc","levels":[1,9]}`, []string{"enum levels[1]"}},
		{"in a map", "shapes.nested", `{"range":{"from":1},"by_name":{"x":{"from":"a"}}}`, []string{"type by_name.x.from"}},
		{"a key", "shapes.nested", `{"range":{"from":1},"by_id":{"70000":"a"}}`, []string{"key by_id.70000"}},
		{"in a recursive type", "shapes.trees", `{"root":{"name":"a","children":[{"children":[]}]}}`, []string{"required root.children[0].name"}},
		{"of a recursive slice", "shapes.trees", `{"root":{"name":"a"},"forest":[[1]]}`, []string{"type forest[0][0]"}},
		{"the 66th property", "shapes.wide", `{"f1":1}`, []string{"required f65"}},
		{"a promoted property", "shapes.embedded", `{"name":"n","from":true}`, []string{"type from"}},
		{"no properties", "shapes.fails", `{"a":1}`, []string{"unknown a"}},
		{"arrays", "forms.arrays", `{"pair":[1],"vector":[1,2,3,4],"grid":[["a"],["b",1]],"none":[true]}`, []string{"min_items pair", "max_items vector", "min_items grid[0]", "type grid[1][1]", "max_items none"}},
		{"bytes", "forms.bytes", `{"data":"!","octets":5,"parts":["YQ"]}`, []string{"format data", "type octets", "format parts[0]"}},
		{"numbers", "forms.numbers", `{"any":"1","share":1e400,"open":1,"price":0.005}`, []string{"type any", "maximum share", "maximum open", "multiple_of price"}},
		{"texts", "forms.texts", `{"color":"red","address":"::1","short":"#ff0000","palette":["#","#000000","#000000"],"hosts":{"x":"#000000"}}`, []string{"format color", "format address", "format short", "format palette[0]", "max_items palette", "key hosts.x"}},
		{"keys", "forms.keys", `{"by_kind":{"idea":1},"by_level":{"2":{},"1":{"x":[]}},"by_color":{"#ff0000":{"::":5}},"by_int":{"01":"task"}}`, []string{"key by_kind.idea", "key by_level.2", "key by_level.1.x", `type by_color.#ff0000["::"]`, "key by_int.01"}},
		{"bounds", "forms.bounds", `{"above":3,"below":300,"between":1,"half":0.3,"even":3,"far":18446744073709551615,"level":-1}`, []string{"minimum above", "maximum below", "maximum between", "minimum half", "multiple_of half", "multiple_of even", "maximum far", "minimum level"}},
		{"more bounds", "forms.bounds", `{"set":["a","a"],"pairs":[[1,2],[1.0,2]],"chosen":["task","task"],"shares":[1,1e0],"wide":2,"least":-5000000001}`, []string{"unique_items set[1]", "unique_items pairs[1]", "unique_items chosen[1]", "unique_items shares[1]", "enum wide", "minimum least"}},
		{"items", "forms.bounds", `{"same":"","limits":[{"step":7,"label":"abc"}]}`, []string{"min_length same", "multiple_of limits[0].step", "max_length limits[0].label"}},
		{"formats", "forms.formats", `{"at":"now","day":"2024-02-30","time":"25:00:00Z","length":"P","mail":"a","host":"-","address":["1"],"address6":"1"}`, []string{"format at", "format day", "format time", "format length", "format mail", "format host", "format address[0]", "format address6"}},
		{"schemas", "forms.schemas", `{"amount":-1,"options":{"long":1,"b":"c"},"filter":[1,1],"raw":[0.3],"loose":"a","big":0}`, []string{"minimum amount", "key options.long", "type options.b", "unique_items filter[1]", "multiple_of raw[0]", "min_length loose", "forbidden big"}},
		{"an author's own refusal", "forms.schemas", `{"amount":13}`, []string{"format amount"}},
		{"no variant", "forms.unions", `{"first":{"type":"jump"},"rest":[{"from":1},5]}`, []string{"variant first.type", "variant rest[0].type", "type rest[1]"}},
		{"in a variant", "forms.unions", `{"first":{"type":"move","from":"a","to":0},"rest":[{"type":"copy","path":"","next":{"type":"stop","x":1}}],"move":{"type":"copy","from":1}}`, []string{"type first.from", "minimum first.to", "min_length rest[0].path", "unknown rest[0].next.x", "enum move.type"}},
	}
	for _, test := range tests {
		got := runRequests(t, []request{{Tool: test.tool, Text: test.text}})[0]
		if diff := cmp.Diff(test.want, got.Problems); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.reason, diff)
		}
	}
}

// Every form of function returns the correct result.
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
		{"nil with a text of its own", "tells_nothing", `{}`, map[string]any{"ok": false, "error": "The tool returned null but must return an object.", "code": "execution_failed"}},
		{"a method", "get", `{}`, map[string]any{"ok": true, "value": "attic"}},
		{"a method of a value", "peek", `{}`, map[string]any{"ok": true, "value": `{"count":5}`, "structured": map[string]any{"count": 5.0}}},
		{"Validate refuses", "trees", `{"root":{"name":""}}`, map[string]any{"ok": false, "code": "input_invalid"}},
	}
	for _, test := range tests {
		got := runRequests(t, []request{{Tool: "shapes." + test.tool, Text: test.args, Call: true}})[0].Result
		if _, given := test.want["error"]; !given {
			delete(got, "error") // a text of the runtime
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.reason, diff)
		}
	}
}
