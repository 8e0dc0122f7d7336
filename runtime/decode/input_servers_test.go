package decode_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolgen/toolgen/runtime/decode"
)

// serverSchemas are schemas in the style of the libraries that servers use, each with
// a typical call of a model.
var serverSchemas = []struct {
	style, schema, args, want string
	repairs                   int
}{
	{"zod", `{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","properties":{
		"path":{"type":"string","description":"Absolute path"},"edits":{"type":"array","minItems":1,"items":{"type":"object","properties":{"oldText":{"type":"string"},"newText":{"type":"string"}},"required":["oldText","newText"],"additionalProperties":false}},
		"dryRun":{"type":"boolean","default":false},"mode":{"type":"string","enum":["strict","loose"]},"url":{"type":"string","format":"uri"},"since":{"type":"string","pattern":"^\\d{4}-\\d{2}-\\d{2}$"},
		"extra":{"anyOf":[{"type":"string"},{"type":"number"},{"type":"null"}]},"tuple":{"type":"array","minItems":2,"maxItems":2,"items":[{"type":"string"},{"type":"number"}]},"record":{"type":"object","additionalProperties":{"type":"number"}}},
		"required":["path","edits"],"additionalProperties":false}`,
		`{"path":"/a","edits":"[{\"oldText\":\"x\",\"newText\":\"y\"}]","mode":"STRICT","extra":null,"tuple":["a","1"],"record":{"a":"2.50"}}`,
		`{"path":"/a","edits":[{"oldText":"x","newText":"y"}],"mode":"strict","extra":null,"tuple":["a",1],"record":{"a":2.50},"dryRun":false}`, 4},
	{"pydantic", `{"title":"searchArguments","type":"object","$defs":{"Order":{"enum":["asc","desc"],"title":"Order","type":"string"},"Span":{"properties":{"start":{"format":"date-time","title":"Start","type":"string"},"end":{"anyOf":[{"format":"date-time","type":"string"},{"type":"null"}],"default":null,"title":"End"}},"required":["start"],"title":"Span","type":"object"}},
		"properties":{"query":{"minLength":1,"title":"Query","type":"string"},"limit":{"default":10,"maximum":50,"minimum":1,"title":"Limit","type":"integer"},"order":{"allOf":[{"$ref":"#/$defs/Order"}],"default":"desc"},"span":{"anyOf":[{"$ref":"#/$defs/Span"},{"type":"null"}],"default":null},"tags":{"anyOf":[{"items":{"type":"string"},"type":"array"},{"type":"null"}],"default":null,"title":"Tags"}},"required":["query"]}`,
		`{"query":"a","limit":"5","span":{"start":"2024-02-29T12:00:00Z"},"tags":"x"}`,
		`{"query":"a","limit":5,"span":{"start":"2024-02-29T12:00:00Z","end":null},"tags":["x"],"order":"desc"}`, 2},
	{"schemars", `{"$schema":"https://json-schema.org/draft/2020-12/schema","title":"Request","type":"object","properties":{"count":{"type":"integer","format":"uint32","minimum":0},"ratio":{"type":"number","format":"double"},"offset":{"type":["integer","null"],"format":"int64"},
		"action":{"oneOf":[{"type":"object","properties":{"type":{"type":"string","const":"read"},"path":{"type":"string"}},"required":["type","path"]},{"type":"object","properties":{"type":{"type":"string","const":"list"},"depth":{"type":"integer","format":"uint8","minimum":0,"maximum":255}},"required":["type"]}]}},"required":["count","action"]}`,
		`{"count":"7","ratio":1e3,"offset":"-9","action":{"type":"List","depth":"3"}}`, `{"count":7,"ratio":1e3,"offset":-9,"action":{"type":"list","depth":3}}`, 4},
	{"OpenAPI", `{"type":"object","properties":{"id":{"type":"integer","format":"int64","example":10},"price":{"type":"number","format":"float","minimum":0,"exclusiveMinimum":true},"status":{"type":"string","enum":["available","sold"],"nullable":true},"photo":{"type":"string","format":"byte"},"secret":{"type":"string","format":"password"},
		"pet":{"allOf":[{"$ref":"#/components/schemas/Base"},{"type":"object","properties":{"bark":{"type":"boolean"}},"required":["bark"]}]}},"required":["id"],"components":{"schemas":{"Base":{"type":"object","properties":{"name":{"type":"string"}},"required":["name"],"xml":{"name":"Pet"}}}}}`,
		`{"id":"9007199254740993","price":0.01,"photo":"aGk=","pet":{"name":"Rex","bark":"true"}}`, `{"id":9007199254740993,"price":0.01,"photo":"aGk=","pet":{"name":"Rex","bark":true}}`, 2},
	{".NET", `{"type":"object","properties":{"name":{"description":"Who","type":["string","null"],"default":null},"when":{"type":["string","null"],"format":"date","default":null},"items":{"type":["array","null"],"items":{"type":["object","null"],"properties":{"n":{"type":"integer"}},"required":["n"]},"default":null}}}`,
		`{"items":[{"n":"1"},null]}`, `{"items":[{"n":1},null],"name":null,"when":null}`, 1},
	{"TypeBox", `{"$id":"Move","type":"object","required":["to"],"properties":{"to":{"$ref":"#/$defs/Point"},"via":{"type":"array","items":{"$ref":"#/$defs/Point"}},"kind":{"anyOf":[{"const":"fast","type":"string"},{"const":"slow","type":"string"}]}},"$defs":{"Point":{"type":"object","required":["x"],"properties":{"x":{"type":"number"},"next":{"$ref":"#/$defs/Point"}},"additionalProperties":false}}}`,
		`{"to":"{\"x\":1,\"next\":{\"x\":\"2\"}}","via":{"x":3},"kind":"Fast"}`, `{"to":{"x":1,"next":{"x":2}},"via":[{"x":3}],"kind":"fast"}`, 4},
	{"nothing", `{"type":"object"}`, `{"a":"1","b":[null]}`, `{"a":"1","b":[null]}`, 0},
}

func TestServerSchemas(t *testing.T) {
	for _, test := range serverSchemas {
		t.Run(test.style, func(t *testing.T) {
			s := mustParse(t, test.schema, decode.SchemaOptions{})
			text, repairs, problems := decodeBySchema(s, test.args, decode.Options{})
			if diff := cmp.Diff(test.want, text); diff != "" || problems != nil || len(repairs) != test.repairs {
				t.Errorf("%s, repairs %q, problems %q", diff, repairs, problems)
			}
		})
	}
}
