package keyword

import (
	"encoding/json"
	"slices"

	"github.com/invopop/jsonschema"

	"github.com/toolgen/toolgen/internal/gen/model"
	"github.com/toolgen/toolgen/runtime/decode"
)

// Keyword is a keyword of JSON Schema that constrains a value.
type Keyword struct {
	// Name is the keyword.
	Name string
	// Kinds are the kinds of Go types that have the keyword in a tag. A keyword
	// without kinds is only allowed in declared schemas.
	Kinds []model.Kind
	// Types are the JSON types of the values that it constrains; nil means all
	// types.
	Types []string
	// Value describes the value of the keyword.
	Value *Value
	// Write adds the keyword to a schema for models. It is nil for enum.
	Write func(s *jsonschema.Schema, value string)
	// Describe adds the keyword to the decoder's description of a Go type. It is
	// nil for enum and if Kinds is empty.
	Describe func(t *decode.Type, name, value string)
	// Declare adds the keyword to the decoder's representation of a declared
	// schema. It is nil for enum.
	Declare func(s *decode.Schema, value string)
	// Call is the function of package decode that a generated decoder calls.
	Call Call
	// Before and After surround the value in a sentence for models. Both are
	// empty for the keywords of Pairs. For a flag, Before is the complete
	// sentence.
	Before, After string
	// Sample is an example of the keyword, for tests.
	Sample Sample
	// Doc is the text for the documentation.
	Doc string
}

// Call is the function of package decode with which a generated decoder checks a
// value. The zero value means that there is none, because the function that reads
// the value checks it.
type Call struct {
	// Function takes the value and the keyword's value as a literal.
	Function string
	// Float is the function for floating-point numbers, which takes the keyword's
	// value as a string. An empty name means Function.
	Float string
	// Check means that Function takes a decode.Check.
	Check bool
}

// Sample is an example of a keyword: with the value Given in a tag, it accepts
// the JSON text Good and refuses the JSON text Bad. Other is another value in a
// tag, or empty for a flag.
type Sample struct{ Given, Other, Good, Bad string }

var (
	numbers = []model.Kind{model.KindInt, model.KindUint, model.KindFloat, model.KindNumber}
	texts   = []model.Kind{model.KindString, model.KindText}

	ofNumbers = []string{"number", "integer"}
	ofStrings = []string{"string"}
	ofArrays  = []string{"array"}
	ofObjects = []string{"object"}
)

// All has all keywords, in the order in which schemas contain them and decoders
// check them. Slow checks are last.
var All = []*Keyword{
	{
		Name: Range.Min, Kinds: numbers, Types: ofNumbers, Value: &number,
		Write:    writeNumber(func(s *jsonschema.Schema) *json.Number { return &s.Minimum }),
		Describe: limit, Declare: declareBound(func(r *decode.Range) *string { return &r.Min }),
		Call:   Call{Function: "Minimum"},
		Sample: Sample{Given: "3", Other: "4", Good: "3", Bad: "2"}, Doc: "the smallest value",
	},
	{
		Name: exclusive.Min, Kinds: numbers, Types: ofNumbers, Value: &number,
		Write:    writeNumber(func(s *jsonschema.Schema) *json.Number { return &s.ExclusiveMinimum }),
		Describe: limit, Declare: declareBound(func(r *decode.Range) *string { return &r.ExclusiveMin }),
		Call: Call{Function: "ExclusiveMinimum"}, Before: "More than ", After: ".",
		Sample: Sample{Given: "3", Other: "4", Good: "4", Bad: "3"}, Doc: "the value is greater than this number",
	},
	{
		Name: Range.Max, Kinds: numbers, Types: ofNumbers, Value: &number,
		Write:    writeNumber(func(s *jsonschema.Schema) *json.Number { return &s.Maximum }),
		Describe: limit, Declare: declareBound(func(r *decode.Range) *string { return &r.Max }),
		Call:   Call{Function: "Maximum"},
		Sample: Sample{Given: "3", Other: "4", Good: "3", Bad: "4"}, Doc: "the largest value",
	},
	{
		Name: exclusive.Max, Kinds: numbers, Types: ofNumbers, Value: &number,
		Write:    writeNumber(func(s *jsonschema.Schema) *json.Number { return &s.ExclusiveMaximum }),
		Describe: limit, Declare: declareBound(func(r *decode.Range) *string { return &r.ExclusiveMax }),
		Call: Call{Function: "ExclusiveMaximum"}, Before: "Less than ", After: ".",
		Sample: Sample{Given: "3", Other: "4", Good: "2", Bad: "3"}, Doc: "the value is less than this number",
	},
	{
		Name: step, Kinds: numbers, Types: ofNumbers, Value: &divisor,
		Write:    writeNumber(func(s *jsonschema.Schema) *json.Number { return &s.MultipleOf }),
		Describe: limit, Declare: declareBound(func(r *decode.Range) *string { return &r.Step }),
		Call: Call{Function: "Multiple", Float: "MultipleFloat"}, Before: "A multiple of ", After: ".",
		Sample: Sample{Given: "3", Other: "4", Good: "6", Bad: "7"},
		Doc:    "the value is an integer times this number, which is greater than 0 and has at most 19 significant digits; computed in decimal",
	},
	{
		Name: Length.Min, Kinds: texts, Types: ofStrings, Value: &count,
		Write:    writeCount(func(s *jsonschema.Schema) **uint64 { return &s.MinLength }),
		Describe: limit, Declare: declareMin(lengthOf), Call: Call{Function: "MinLength"},
		Sample: Sample{Given: "2", Other: "3", Good: `"éé"`, Bad: `"é"`}, Doc: "the smallest number of Unicode code points",
	},
	{
		Name: Length.Max, Kinds: texts, Types: ofStrings, Value: &count,
		Write:    writeCount(func(s *jsonschema.Schema) **uint64 { return &s.MaxLength }),
		Describe: limit, Declare: declareMax(lengthOf), Call: Call{Function: "MaxLength"},
		Sample: Sample{Given: "1", Other: "2", Good: `"é"`, Bad: `"éé"`}, Doc: "the largest number of Unicode code points",
	},
	{
		Name: Pattern, Kinds: texts, Types: ofStrings, Value: &pattern,
		Write:    func(s *jsonschema.Schema, value string) { s.Pattern = model.Unquote(value) },
		Describe: describePattern, Declare: declarePattern, Call: Call{Function: "Satisfies", Check: true},
		Before: "Matches the regular expression `", After: "`.",
		Sample: Sample{Given: "^a", Other: "^b", Good: `"ab"`, Bad: `"ba"`},
		Doc:    "a regular expression that matches a part of the text; only syntax that RE2 and ECMA-262 have in common",
	},
	{
		Name: Format, Kinds: append(slices.Clone(texts), model.KindTime), Types: ofStrings, Value: &format,
		Write:    func(s *jsonschema.Schema, value string) { s.Format = model.Unquote(value) },
		Describe: describeFormat, Declare: declareFormat, Call: Call{Function: "Satisfies", Check: true},
		Before: "In the format ", After: ".",
		Sample: Sample{Given: "date", Other: "time", Good: `"2026-11-22"`, Bad: `"22.11.2026"`}, Doc: "one of " + list(FormatNames(), "`"),
	},
	{
		Name: Items.Min, Kinds: []model.Kind{model.KindSlice}, Types: ofArrays, Value: &count,
		Write:    writeCount(func(s *jsonschema.Schema) **uint64 { return &s.MinItems }),
		Describe: limit, Declare: declareMin(itemsOf),
		Sample: Sample{Given: "2", Other: "3", Good: `["a","b"]`, Bad: `["a"]`}, Doc: "the smallest number of items",
	},
	{
		Name: Items.Max, Kinds: []model.Kind{model.KindSlice}, Types: ofArrays, Value: &count,
		Write:    writeCount(func(s *jsonschema.Schema) **uint64 { return &s.MaxItems }),
		Describe: limit, Declare: declareMax(itemsOf),
		Sample: Sample{Given: "1", Other: "2", Good: `["a"]`, Bad: `["a","b"]`}, Doc: "the largest number of items",
	},
	{
		Name: Unique, Kinds: []model.Kind{model.KindSlice, model.KindArray}, Types: ofArrays, Value: &flag,
		Write:    func(s *jsonschema.Schema, _ string) { s.UniqueItems = true },
		Describe: func(t *decode.Type, _, _ string) { t.Unique = true },
		Declare:  func(s *decode.Schema, _ string) { arrayOf(s).Unique = true },
		Before:   "No item occurs twice.",
		Sample:   Sample{Given: "true", Good: `["a","b"]`, Bad: `["a","a"]`}, Doc: "no item equals another one; without a value",
	},
	{
		Name: Properties.Min, Types: ofObjects, Value: &count,
		Write:   writeCount(func(s *jsonschema.Schema) **uint64 { return &s.MinProperties }),
		Declare: declareMin(membersOf),
		Sample:  Sample{Given: "1", Other: "2", Good: `{"a":1}`, Bad: `{}`}, Doc: "the smallest number of members",
	},
	{
		Name: Properties.Max, Types: ofObjects, Value: &count,
		Write:   writeCount(func(s *jsonschema.Schema) **uint64 { return &s.MaxProperties }),
		Declare: declareMax(membersOf),
		Sample:  Sample{Given: "0", Other: "1", Good: `{}`, Bad: `{"a":1}`}, Doc: "the largest number of members",
	},
	{
		Name: Enum, Kinds: slices.Concat(texts, numbers), Before: "One of ", After: ".",
		Doc: "a value that is allowed; given once for each",
	},
}

// step is the keyword for the number of which values must be multiples.
const step = "multipleOf"

// The names of keywords that callers handle themselves.
const (
	Pattern = "pattern"
	Format  = "format"
	Unique  = "uniqueItems"
	Enum    = "enum"
)

// Find returns the keyword with that name, or nil.
func Find(name string) *Keyword {
	i := slices.IndexFunc(All, func(k *Keyword) bool { return k.Name == name })
	if i < 0 {
		return nil
	}
	return All[i]
}

// WithValue returns the keywords that have a value, in the order of [All].
func WithValue(values model.Keywords) []*Keyword {
	if len(values) == 0 {
		return nil
	}
	given := make([]*Keyword, 0, len(values))
	for name, value := range values {
		if i, known := places[name]; known && value != "" {
			given = append(given, All[i])
		}
	}
	slices.SortFunc(given, func(a, b *Keyword) int { return places[a.Name] - places[b.Name] })
	return given
}

// places are the indexes in [All], by name.
var places = placesOf(All)

func placesOf(all []*Keyword) map[string]int {
	places := make(map[string]int, len(all))
	for i, k := range all {
		places[k.Name] = i
	}
	return places
}

// Has reports whether types of that kind have the keyword in a tag.
func (k *Keyword) Has(kind model.Kind) bool { return slices.Contains(k.Kinds, kind) }
