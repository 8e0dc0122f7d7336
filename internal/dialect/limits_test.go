package dialect_test

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolgen/toolgen/internal/dialect"
)

// limitedSchema has two of each quantity that providers limit, and eight characters.
const limitedSchema = `{
	"type": "object",
	"properties": {"ä": {"enum": ["x", 12]}, "b": {"$ref": "#/$defs/D"}},
	"$defs": {"D": {"anyOf": [{"const": "yz"}, {"anyOf": [true]}]}},
	"additionalProperties": false
}`

// TestSchemaExcesses checks each limit of a schema at its maximum and above it.
func TestSchemaExcesses(t *testing.T) {
	repeat := func(n int, text string) string { return strings.TrimSuffix(strings.Repeat(text+",", n), ",") }
	properties := func(n int) string {
		members := make(map[string]int)
		for i := range n {
			members["p"+string(rune('一'+i))] = i
		}
		text, _ := json.Marshal(members)
		return `{"properties":` + string(text) + `}`
	}
	nested := func(n int) string { return strings.Repeat(`{"items":`, n) + "{}" + strings.Repeat("}", n) }
	enum := func(n int) string { return `{"enum":[` + repeat(n, "1") + `]}` }
	constant := func(n int) string { return `{"const":"` + strings.Repeat("ä", n) + `"}` }
	tests := []struct {
		measure string
		max     int
		schema  func(n int) string
	}{
		{"properties", 5000, properties},
		{"levels of nested schemas", 10, nested},
		{"values in enums", 1000, enum},
		{"characters in names and enums", 120_000, constant},
	}
	for _, test := range tests {
		fits, exceeds := dialect.CountSchema(json.RawMessage(test.schema(test.max))), dialect.CountSchema(json.RawMessage(test.schema(test.max+1)))
		want := []dialect.Excess{{Measure: test.measure, Count: test.max + 1, Max: test.max}}
		for _, name := range dialect.Names() {
			d := dialect.Find(name)
			if got := d.SchemaExcesses(&fits); got != nil {
				t.Errorf("%s: %d %s: %+v", name, test.max, test.measure, got)
			}
			got := d.SchemaExcesses(&exceeds)
			if d.Projection != dialect.OpenAIStrict {
				if got != nil {
					t.Errorf("%s has no limits of a schema, but returns %+v", name, got)
				}
			} else if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", name, diff)
			}
		}
	}
}

// TestTotals checks the totals of requests, with the first of the tools with the
// largest quantity.
func TestTotals(t *testing.T) {
	plain := dialect.Count(&dialect.Tool{Parameters: json.RawMessage(limitedSchema)})
	strict := dialect.Count(&dialect.Tool{Parameters: json.RawMessage(limitedSchema), Strict: true})
	toolset := []dialect.Counts{plain, strict, strict}
	for name, want := range map[string][]dialect.Total{
		dialect.MCP: {},
		dialect.OpenAIResponses: {
			{Measure: "tools", Sum: 3, Max: 128, Share: 1},
			{Measure: "properties", InStrictTools: true, Sum: 4, Max: 5000, Largest: 1, Share: 2},
			{Measure: "characters in names and enums", InStrictTools: true, Sum: 16, Max: 120_000, Largest: 1, Share: 8},
		},
		dialect.Anthropic: {
			{Measure: "strict tools", Sum: 2, Max: 20, Largest: 1, Share: 1},
			{Measure: "optional parameters", InStrictTools: true, Sum: 4, Max: 24, Largest: 1, Share: 2},
			{Measure: "unions", InStrictTools: true, Sum: 4, Max: 16, Largest: 1, Share: 2},
		},
		dialect.Gemini: {{Measure: "tools", Sum: 3, Max: 512, Share: 1}},
	} {
		if diff := cmp.Diff(want, dialect.Find(name).Totals(toolset)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	want := []dialect.Total{{Measure: "tools", Max: 512, Largest: -1}}
	if diff := cmp.Diff(want, dialect.Find(dialect.GeminiJSON).Totals(nil)); diff != "" {
		t.Errorf("no tools (-want +got):\n%s", diff)
	}
}

// TestIsExceeded checks with random counts that a sum exceeds a limit of a request if
// and only if one of the totals does.
func TestIsExceeded(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	exceeded := map[bool]int{}
	for range 2000 {
		toolset := make([]dialect.Counts, 1+random.IntN(4))
		var sum dialect.Counts
		for i := range toolset {
			for j := range toolset[i] {
				toolset[i][j] = random.IntN(1 << random.IntN(18))
			}
			sum.Add(&toolset[i])
		}
		for _, name := range dialect.Names() {
			d := dialect.Find(name)
			got := d.IsExceeded(&sum)
			exceeded[got]++
			if want := slices.ContainsFunc(d.Totals(toolset), func(total dialect.Total) bool { return total.IsExceeded() }); got != want {
				t.Errorf("%s: %v: IsExceeded() = %v, want %v", name, sum, got, want)
			}
		}
	}
	if exceeded[true] < 1000 || exceeded[false] < 1000 {
		t.Errorf("%d requests exceed a limit and %d do not, want 1000 of each", exceeded[true], exceeded[false])
	}
}
