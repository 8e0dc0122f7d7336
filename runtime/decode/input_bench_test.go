package decode_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/toolgen/toolgen/runtime/decode"
)

// inputTexts returns calls of three sizes, with the schemas of their tools.
func inputTexts() []struct{ name, schema, args string } {
	edit := `{"oldText":"if err != nil {","newText":"if err != nil || closed {\n\treturn"}`
	return []struct{ name, schema, args string }{
		{"small", serverSchemas[1].schema, `{"query":"a","limit":5,"order":"asc","span":null,"tags":null}`},
		{"medium", serverSchemas[2].schema, `{"count":7,"ratio":1.5,"offset":null,"action":{"type":"list","depth":3}}`},
		{"large", serverSchemas[0].schema, `{"path":"/a","dryRun":true,"edits":[` + strings.Repeat(edit+",", 99) + edit + `]}`},
	}
}

// BenchmarkInput decodes arguments by a schema that was read at run time.
func BenchmarkInput(b *testing.B) {
	for _, test := range inputTexts() {
		b.Run(test.name, func(b *testing.B) {
			s := mustParse(b, test.schema, decode.SchemaOptions{})
			args := []byte(test.args)
			d := new(decode.D)
			b.ReportAllocs()
			b.SetBytes(int64(len(args)))
			for b.Loop() {
				d.Reset(args, decode.Options{})
				if s.Decode(d) == nil {
					b.Fatal(d.Err(test.name))
				}
			}
		})
	}
}

// BenchmarkInputMap reads the same arguments into maps by encoding/json, without a
// schema.
func BenchmarkInputMap(b *testing.B) {
	for _, test := range inputTexts() {
		b.Run(test.name, func(b *testing.B) {
			args := []byte(test.args)
			b.ReportAllocs()
			b.SetBytes(int64(len(args)))
			for b.Loop() {
				var v map[string]any
				if err := json.Unmarshal(args, &v); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkInputValidator reads the same arguments into maps and checks them by an
// independent validator.
func BenchmarkInputValidator(b *testing.B) {
	for _, test := range inputTexts() {
		b.Run(test.name, func(b *testing.B) {
			compiled := oracle(b, test.schema)
			b.ReportAllocs()
			b.SetBytes(int64(len(test.args)))
			for b.Loop() {
				v, err := jsonschema.UnmarshalJSON(strings.NewReader(test.args))
				if err != nil || compiled.Validate(v) != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkParseSchema reads schemas.
func BenchmarkParseSchema(b *testing.B) {
	for _, test := range inputTexts() {
		b.Run(test.name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(test.schema)))
			for b.Loop() {
				mustParse(b, test.schema, decode.SchemaOptions{})
			}
		})
	}
}
