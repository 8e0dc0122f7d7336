package decode_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/internal/racetest"
	"github.com/toolgen/toolgen/runtime/decode"
)

// The names, numbers and strings of random schemas and values. They are few, so
// that values often satisfy a schema.
var (
	randomNames    = []string{`"a"`, `"b"`, `"c"`, `""`, `"é"`}
	randomNumbers  = []string{`0`, `1`, `2`, `3`, `1.5`, `-1`, `0.1`, `100`, `12345678901234567890`, `0.30`}
	randomSpelling = []string{`-0`, `1.0`, `10e-1`, `0.2E+1`, `3e0`, `1.50`, `-1.0`, `1e-1`, `1e2`, `1234567890123456789e1`, `3.0000000000000000000001`, `7e19`, `0.3`}
	randomStrings  = []string{`""`, `"a"`, `"ab"`, `"é"`, `"😀b"`, `"1"`, `"\u0061"`, `"a\\b"`, `"\"]}\\"`, `"12345678\"9\\"`, `"\ud83d\ude00b"`}
	randomPatterns = []string{`"^a"`, `"b$"`, `"."`, `"^$"`, `"^[a-z]{2}$"`}
	randomTypes    = []string{`"null"`, `"boolean"`, `"integer"`, `"number"`, `"string"`, `"array"`, `"object"`}
)

type generator struct {
	*rand.Rand
	withUnchecked bool // whether schemas have parts that cannot be checked
}

// newRandom returns a generator that makes the same schemas and values for the
// same seed.
func newRandom(seed uint64) generator { return generator{Rand: rand.New(rand.NewPCG(seed, 0))} }

func (r generator) pick(of []string) string { return of[r.IntN(len(of))] }

// uncheckedSchema is a schema that cannot be checked.
const uncheckedSchema = `{"format":"unknown"}`

// list returns different parts, between minParts and maxParts unless some are
// equal, separated by commas.
func (r generator) list(minParts, maxParts int, part func() string) string {
	var parts []string
	seen := map[string]bool{}
	for range minParts + r.IntN(maxParts-minParts+1) {
		if p := part(); !seen[p] {
			seen[p] = true
			parts = append(parts, p)
		}
	}
	return strings.Join(parts, ",")
}

// members returns an object with at most maxMembers members.
func (r generator) members(maxMembers int, value func() string) string {
	names := strings.Split(r.list(0, maxMembers, func() string { return r.pick(randomNames) }), ",")
	for n, name := range names {
		if name != "" {
			names[n] = name + ":" + value()
		}
	}
	return "{" + strings.Join(names, ",") + "}"
}

func (r generator) value(depth int) string {
	kind := r.IntN(8)
	if depth == 0 {
		kind = r.IntN(5)
	}
	next := func() string { return r.value(depth - 1) }
	switch kind {
	case 0:
		return r.pick([]string{"null", "true", "false"})
	case 1, 2:
		return r.pick(append(randomNumbers, randomSpelling...))
	case 3, 4:
		return r.pick(randomStrings)
	case 5:
		return "[" + r.list(0, 4, next) + "]"
	}
	return r.members(4, next)
}

// schema returns a schema with one to three keywords.
func (r generator) schema(depth int) string {
	if r.IntN(12) == 0 {
		return r.pick([]string{"true", "false", "{}"})
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

// document returns a schema with definitions. Schemas and definitions can have
// references to the definitions.
func (r generator) document(depth int) string {
	schema := r.schema(depth)
	if schema[0] != '{' || schema == "{}" {
		return schema
	}
	defs := fmt.Sprintf(`{"x":%s,"y":%s,"z":%s}`, r.schema(2), r.union(), r.schema(2))
	return schema[:len(schema)-1] + `,"$defs":` + defs + "}"
}

// union returns a schema with two alternatives for objects, which a constant
// distinguishes.
func (r generator) union() string {
	variant := func(kind string) string {
		rest := fmt.Sprintf(`"b":%s,"c":%s`, r.schema(1), r.schema(1))
		return fmt.Sprintf(`{"type":"object","properties":{"a":{"const":"%s"},%s},"required":["a"]%s}`, kind, rest, r.pick([]string{"", `,"additionalProperties":false`, `,"minProperties":2`}))
	}
	return fmt.Sprintf(`{"%s":[%s,%s]}`, r.pick([]string{"anyOf", "oneOf"}), variant("a"), variant("ab"))
}

func (r generator) keyword(depth int) (name, value string) {
	next := func() string { return r.schema(depth - 1) }
	small := func() string { return fmt.Sprint(r.IntN(4)) }
	simple := 17
	if depth > 0 {
		simple = 41
	}
	switch r.IntN(simple) {
	case 0, 1:
		return "type", r.pick(randomTypes)
	case 2:
		return "type", "[" + r.list(1, 3, func() string { return r.pick(randomTypes) }) + "]"
	case 3:
		return "enum", "[" + r.list(1, 4, func() string { return r.value(2) }) + "]"
	case 4:
		return "const", r.value(2)
	case 5:
		return r.pick([]string{"minimum", "maximum"}), r.pick(randomNumbers)
	case 6:
		return r.pick([]string{"exclusiveMinimum", "exclusiveMaximum"}), r.pick(randomNumbers)
	case 7:
		return "multipleOf", r.pick([]string{"1", "2", "0.1", "0.05", "1.5", "3", "1e-3", "12345678901"})
	case 8:
		return r.pick([]string{"minLength", "maxLength"}), small()
	case 9:
		return "pattern", r.pick(randomPatterns)
	case 10:
		return "required", "[" + r.list(0, 3, func() string { return r.pick(randomNames) }) + "]"
	case 11, 12:
		return r.pick([]string{"minProperties", "maxProperties"}), small()
	case 13:
		return r.pick([]string{"minItems", "maxItems"}), small()
	case 14, 15:
		return "uniqueItems", "true"
	case 16:
		return "$ref", r.pick([]string{`"#/$defs/x"`, `"#/$defs/y"`, `"#/$defs/z"`, `"#"`})
	case 17, 18, 19:
		return "properties", r.members(4, next)
	case 20:
		return "additionalProperties", r.pick([]string{"false", next()})
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
		return r.pick([]string{"minContains", "maxContains"}), small()
	case 28:
		return "patternProperties", "{" + r.pick(randomPatterns) + ":" + next() + "}"
	case 29:
		return "dependentRequired", "{" + r.pick(randomNames) + ":[" + r.pick(randomNames) + "]}"
	case 30:
		return "dependentSchemas", "{" + r.pick(randomNames) + ":" + next() + "}"
	case 31, 32:
		return "if", next()
	case 33:
		return r.pick([]string{"then", "else"}), next()
	case 34:
		return "oneOf", "[" + strings.TrimSuffix(strings.SplitN(r.union(), "[", 2)[1], "}")
	}
	return r.pick([]string{"allOf", "anyOf", "oneOf"}), "[" + r.list(1, 3, next) + "]"
}

// convertRecursive parses a schema. ok is false if the schema refers to itself
// for the same value, which is an error.
func convertRecursive(t *testing.T, text string) (s describedSchema, ok bool) {
	t.Helper()
	schema, values, err := decode.ParseAny(text, decode.SchemaOptions{})
	if err != nil && !strings.Contains(err.Error(), "itself") {
		t.Fatalf("%s: %v", text, err)
	}
	return describedSchema{schema, values}, err == nil
}

// FuzzSchema compares both passes with the independent validator, for a random
// schema with random values and with a fuzzed value.
func FuzzSchema(f *testing.F) {
	for seed := range uint64(50) {
		f.Add(seed, `[{"a":1},{"a":1.0}]`)
	}
	f.Fuzz(func(t *testing.T, seed uint64, value string) {
		r := newRandom(seed)
		schema := r.document(3)
		s, ok := convertRecursive(t, schema)
		if !ok {
			return
		}
		compiled := oracle(t, schema)
		for range 20 {
			value := r.value(3)
			checkSchema(t, s, schema, value, oracleAccepts(t, compiled, value))
		}
		// The validator gets only texts that are JSON and that the decoder can
		// read, without exponents, because it needs hours for long exponents.
		if (&decode.Schema{}).Accepts(value) && json.Valid([]byte(value)) && !strings.ContainsAny(value, "eE") {
			value = strings.TrimSpace(value)
			checkSchema(t, s, schema, value, oracleAccepts(t, compiled, value))
		}
	})
}

// TestSchemaRandom does the same as FuzzSchema, with fixed seeds.
func TestSchemaRandom(t *testing.T) {
	rounds, accepted, refused, recursive := racetest.Fewer(4000, 4), 0, 0, 0
	for seed := range uint64(rounds) {
		r := generator{Rand: rand.New(rand.NewPCG(seed, 1))}
		schema := r.document(3)
		s, ok := convertRecursive(t, schema)
		if !ok {
			recursive++
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
	if accepted < rounds*5/2 || refused < rounds*5/2 || recursive > rounds/10 {
		t.Errorf("%d accepted, %d refused, %d that refer to themselves: one of these numbers is too small or too large", accepted, refused, recursive)
	}
}

// TestUncheckedRandom checks that unchecked parts of a schema do not make the
// decoder refuse a value that the schema accepts, both if these parts accept
// everything and if they accept nothing.
func TestUncheckedRandom(t *testing.T) {
	rounds, unchecked, accepted := racetest.Fewer(4000, 4), 0, 0
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
