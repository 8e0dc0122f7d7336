package decode_test

import (
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/toolgen/toolgen/runtime/decode"
)

// describedSchema is a schema with the description of its values.
type describedSchema struct {
	*decode.Schema
	values *decode.Type
}

// mustConvert parses a schema, which must be valid.
func mustConvert(t testing.TB, text string) describedSchema {
	t.Helper()
	s, values, err := decode.ParseAny(text, decode.SchemaOptions{})
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return describedSchema{s, values}
}

// oracle compiles a schema with the independent validator.
func oracle(t testing.TB, text string) *jsonschema.Schema {
	t.Helper()
	document, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("schema.json", document); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	compiled, err := c.Compile("schema.json")
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return compiled
}

// oracleAccepts reports whether the independent validator accepts a value.
func oracleAccepts(t testing.TB, compiled *jsonschema.Schema, value string) bool {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(strings.NewReader(value))
	if err != nil {
		t.Fatalf("%s: %v", value, err)
	}
	return compiled.Validate(v) == nil
}

// checkSchema compares the results of both passes and of the description with
// the expected result.
func checkSchema(t testing.TB, s describedSchema, schema, value string, want bool) {
	t.Helper()
	checkPasses(t, s, schema, value, want)
	checkDescribed(t, s, schema, value, want)
}

// checkPasses compares the results of both passes with the expected result.
func checkPasses(t testing.TB, s describedSchema, schema, value string, want bool) {
	t.Helper()
	if got := s.Accepts(value); got != want {
		t.Fatalf("schema %.2000s\nvalue %.2000s\naccepted: %v, want %v", schema, value, got, want)
	}
	problems := s.Problems(value)
	if (len(problems) == 0) != want {
		t.Fatalf("schema %.2000s\nvalue %.2000s\naccepted: %v, the slow pass finds %v", schema, value, want, problems)
	}
	for _, p := range problems {
		if p.Code == "" || p.Message == "" || p.Offset < 0 || p.Offset >= len(value) {
			t.Fatalf("schema %.2000s\nvalue %.2000s\n%+v", schema, value, p)
		}
	}
}

// checkDescribed checks that the description finds problems exactly if the
// schema refuses the value, and that the schema accepts repaired values.
func checkDescribed(t testing.TB, s describedSchema, schema, value string, accepted bool) {
	t.Helper()
	for _, o := range []decode.Options{{}, {NoRepair: true}} {
		problems, repairs, corrected := decode.Reviewed(value, s.values, o)
		switch {
		case accepted && len(problems)+len(repairs) > 0:
			t.Fatalf("schema %.2000s\nvalue %.2000s\naccepted, but the description finds %v %v", schema, value, problems, repairs)
		case !accepted && len(problems) == 0 && len(repairs) == 0:
			t.Fatalf("schema %.2000s\nvalue %.2000s\nrefused, but the description finds nothing", schema, value)
		case !accepted && len(problems) == 0 && (o.NoRepair || !s.Accepts(corrected)):
			t.Fatalf("schema %.2000s\nvalue %.2000s\nrepaired to %s by %v, but refused", schema, value, corrected, repairs)
		}
	}
}
