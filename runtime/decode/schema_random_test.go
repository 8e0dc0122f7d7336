package decode_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/internal/raced"
	"github.com/toolgen/toolgen/runtime/decode"
)

// Random schemas and values share few names, numbers and strings, so that they
// meet.
var (
	randomNames    = []string{`"a"`, `"b"`, `"c"`, `""`, `"é"`}
	randomNumbers  = []string{`0`, `1`, `2`, `3`, `1.5`, `-1`, `0.1`, `100`, `12345678901234567890`, `0.30`}
	randomSpelling = []string{`-0`, `1.0`, `10e-1`, `0.2E+1`, `3e0`, `1.50`, `-1.0`, `1e-1`, `1e2`, `1234567890123456789e1`, `3.0000000000000000000001`, `7e19`, `0.3`}
	randomStrings  = []string{`""`, `"a"`, `"ab"`, `"é"`, `"😀b"`, `"1"`, `"\u0061"`, `"a\\b"`, `"\"]}\\"`, `"12345678\"9\\"`, `"\ud83d\ude00b"`}
	randomPatterns = []string{`"^a"`, `"b$"`, `"."`, `"^$"`, `"^[a-z]{2}$"`}
	randomTypes    = []string{`"null"`, `"boolean"`, `"integer"`, `"number"`, `"string"`, `"array"`, `"object"`}
)

type random struct {
	*rand.Rand
	withUnchecked bool // schemas have parts that cannot be checked
}

// newRandom makes the same choices for the same seed.
func newRandom(seed uint64) random { return random{Rand: rand.New(rand.NewPCG(seed, 0))} }

func (r random) one(of []string) string { return of[r.IntN(len(of))] }

// uncheckedSchema cannot be checked.
const uncheckedSchema = `{"format":"unknown"}`

// list writes up to most parts between brackets, without repeating one.
func (r random) list(least, most int, part func() string) string {
	var parts []string
	seen := map[string]bool{}
	for range least + r.IntN(most-least+1) {
		if p := part(); !seen[p] {
			seen[p] = true
			parts = append(parts, p)
		}
	}
	return strings.Join(parts, ",")
}

// members writes up to most members with different names.
func (r random) members(most int, value func() string) string {
	names := strings.Split(r.list(0, most, func() string { return r.one(randomNames) }), ",")
	for n, name := range names {
		if name != "" {
			names[n] = name + ":" + value()
		}
	}
	return "{" + strings.Join(names, ",") + "}"
}

func (r random) value(depth int) string {
	kind := r.IntN(8)
	if depth == 0 {
		kind = r.IntN(5)
	}
	next := func() string { return r.value(depth - 1) }
	switch kind {
	case 0:
		return r.one([]string{"null", "true", "false"})
	case 1, 2:
		return r.one(append(randomNumbers, randomSpelling...))
	case 3, 4:
		return r.one(randomStrings)
	case 5:
		return "[" + r.list(0, 4, next) + "]"
	}
	return r.members(4, next)
}

// schema writes a schema with one to three keywords.
func (r random) schema(depth int) string {
	if r.IntN(12) == 0 {
		return r.one([]string{"true", "false", "{}"})
	}
	if r.withUnchecked && r.IntN(8) == 0 {
		return uncheckedSchema
	}
	var parts []string
	seen := map[string]bool{}
	for range 1 + r.IntN(3) {
		name, value := r.keyword(depth)
		if !seen[name] {
			seen[name] = true
			parts = append(parts, fmt.Sprintf(`"%s":%s`, name, value))
		}
	}
	return "{" + strings.Join(parts, ",") + "}"
}

// document writes a schema with definitions that it and they may refer to.
func (r random) document(depth int) string {
	schema := r.schema(depth)
	if schema[0] != '{' || schema == "{}" {
		return schema
	}
	defs := fmt.Sprintf(`{"x":%s,"y":%s,"z":%s}`, r.schema(2), r.union(), r.schema(2))
	return schema[:len(schema)-1] + `,"$defs":` + defs + "}"
}

// union writes a choice of objects of which a constant says which is which.
func (r random) union() string {
	variant := func(kind string) string {
		rest := fmt.Sprintf(`"b":%s,"c":%s`, r.schema(1), r.schema(1))
		return fmt.Sprintf(`{"type":"object","properties":{"a":{"const":"%s"},%s},"required":["a"]%s}`, kind, rest, r.one([]string{"", `,"additionalProperties":false`, `,"minProperties":2`}))
	}
	return fmt.Sprintf(`{"%s":[%s,%s]}`, r.one([]string{"anyOf", "oneOf"}), variant("a"), variant("ab"))
}

func (r random) keyword(depth int) (name, value string) {
	next := func() string { return r.schema(depth - 1) }
	small := func() string { return fmt.Sprint(r.IntN(4)) }
	simple := 17
	if depth > 0 {
		simple = 41
	}
	switch r.IntN(simple) {
	case 0, 1:
		return "type", r.one(randomTypes)
	case 2:
		return "type", "[" + r.list(1, 3, func() string { return r.one(randomTypes) }) + "]"
	case 3:
		return "enum", "[" + r.list(1, 4, func() string { return r.value(2) }) + "]"
	case 4:
		return "const", r.value(2)
	case 5:
		return r.one([]string{"minimum", "maximum"}), r.one(randomNumbers)
	case 6:
		return r.one([]string{"exclusiveMinimum", "exclusiveMaximum"}), r.one(randomNumbers)
	case 7:
		return "multipleOf", r.one([]string{"1", "2", "0.1", "0.05", "1.5", "3", "1e-3", "12345678901"})
	case 8:
		return r.one([]string{"minLength", "maxLength"}), small()
	case 9:
		return "pattern", r.one(randomPatterns)
	case 10:
		return "required", "[" + r.list(0, 3, func() string { return r.one(randomNames) }) + "]"
	case 11, 12:
		return r.one([]string{"minProperties", "maxProperties"}), small()
	case 13:
		return r.one([]string{"minItems", "maxItems"}), small()
	case 14, 15:
		return "uniqueItems", "true"
	case 16:
		return "$ref", r.one([]string{`"#/$defs/x"`, `"#/$defs/y"`, `"#/$defs/z"`, `"#"`})
	case 17, 18, 19:
		return "properties", r.members(4, next)
	case 20:
		return "additionalProperties", r.one([]string{"false", next()})
	case 21:
		return "propertyNames", next()
	case 22, 23:
		return "items", next()
	case 24:
		return "not", next()
	case 25:
		return "prefixItems", "[" + r.list(1, 3, next) + "]"
	case 26:
		return "contains", next()
	case 27:
		return r.one([]string{"minContains", "maxContains"}), small()
	case 28:
		return "patternProperties", "{" + r.one(randomPatterns) + ":" + next() + "}"
	case 29:
		return "dependentRequired", "{" + r.one(randomNames) + ":[" + r.one(randomNames) + "]}"
	case 30:
		return "dependentSchemas", "{" + r.one(randomNames) + ":" + next() + "}"
	case 31, 32:
		return "if", next()
	case 33:
		return r.one([]string{"then", "else"}), next()
	case 34:
		return "oneOf", "[" + strings.TrimSuffix(strings.SplitN(r.union(), "[", 2)[1], "}")
	}
	return r.one([]string{"allOf", "anyOf", "oneOf"}), "[" + r.list(1, 3, next) + "]"
}

// convertEndless is mustConvert for a schema that may refer to itself without
// an end.
func convertEndless(t *testing.T, text string) (s described, ok bool) {
	t.Helper()
	schema, values, err := decode.ParseAny(text, decode.SchemaOptions{})
	if err != nil && !strings.Contains(err.Error(), "itself") {
		t.Fatalf("%s: %v", text, err)
	}
	return described{schema, values}, err == nil
}

// FuzzSchema compares both passes with the independent validator, on a schema
// and values that follow from a seed, and on a value that is fuzzed.
func FuzzSchema(f *testing.F) {
	for seed := range uint64(50) {
		f.Add(seed, `[{"a":1},{"a":1.0}]`)
	}
	f.Fuzz(func(t *testing.T, seed uint64, value string) {
		r := newRandom(seed)
		schema := r.document(3)
		s, ok := convertEndless(t, schema)
		if !ok {
			return
		}
		compiled := oracle(t, schema)
		for range 20 {
			value := r.value(3)
			checkSchema(t, s, schema, value, oracleAccepts(t, compiled, value))
		}
		// Text that is not JSON, or that we refuse for its form, is not for the
		// validator, and exponents of many digits keep it busy for hours.
		if (&decode.Schema{}).Accepts(value) && json.Valid([]byte(value)) && !strings.ContainsAny(value, "eE") {
			value = strings.TrimSpace(value)
			checkSchema(t, s, schema, value, oracleAccepts(t, compiled, value))
		}
	})
}

// TestSchemaRandom does as FuzzSchema on seeds of its own, the same each time.
func TestSchemaRandom(t *testing.T) {
	rounds, accepted, refused, endless := raced.Some(4000, 4), 0, 0, 0
	for seed := range uint64(rounds) {
		r := random{Rand: rand.New(rand.NewPCG(seed, 1))}
		schema := r.document(3)
		s, ok := convertEndless(t, schema)
		if !ok {
			endless++
			continue
		}
		compiled := oracle(t, schema)
		for range 10 {
			value := r.value(3)
			want := oracleAccepts(t, compiled, value)
			checkSchema(t, s, schema, value, want)
			if want {
				accepted++
			} else {
				refused++
			}
		}
	}
	if accepted < rounds*5/2 || refused < rounds*5/2 || endless > rounds/10 {
		t.Errorf("%d accepted, %d refused, %d without an end: one of them is hardly tested", accepted, refused, endless)
	}
}

// TestUncheckedRandom: what is not checked makes no value refused that the
// schema accepts, whatever the part that is not checked may mean: everything,
// or nothing.
func TestUncheckedRandom(t *testing.T) {
	rounds, unchecked, accepted := raced.Some(4000, 4), 0, 0
	for seed := range uint64(rounds) {
		r := newRandom(seed + 1e6)
		r.withUnchecked = true
		schema := r.document(3)
		s, _, err := decode.ParseAny(schema, decode.SchemaOptions{AcceptUnchecked: true})
		if err != nil {
			continue // it refers to itself
		}
		if _, _, err := decode.ParseAny(schema, decode.SchemaOptions{}); err != nil {
			unchecked++
		}
		everything, nothing := oracle(t, schema), oracle(t, strings.ReplaceAll(schema, uncheckedSchema, "false"))
		for range 10 {
			value := r.value(3)
			if !oracleAccepts(t, everything, value) && !oracleAccepts(t, nothing, value) {
				continue
			}
			if accepted++; !s.Accepts(value) {
				t.Fatalf("schema %s\nvalue %s is refused", schema, value)
			}
		}
	}
	if unchecked < rounds/4 || accepted < rounds {
		t.Errorf("only %d schemas with unchecked parts and %d values", unchecked, accepted)
	}
}
