package dialects

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/toolgen/toolgen/internal/gen/model"
)

// measure is a quantity that providers limit.
type measure uint8

const (
	tools measure = iota
	strictTools
	properties
	levels
	characters
	enumValues
	optionalParameters
	unions
	measures
)

// measureNames are the names of the measures in messages, after a number.
var measureNames = [measures]string{
	tools:              "tools",
	strictTools:        "strict tools",
	properties:         "properties",
	levels:             "levels of nested schemas",
	characters:         "characters in names and enums",
	enumValues:         "values in enums",
	optionalParameters: "optional parameters",
	unions:             "unions",
}

// limit is the maximum of a measure.
type limit struct {
	measure measure
	max     int
	// perTool means that the limit applies to each tool of a request separately.
	perTool bool
}

// The limits of OpenAI for a strict schema and for a request, from its
// documentation. The documentation does not say whether the limits of a schema
// apply to all schemas of a request together; these tables assume it where it is
// likely.
var (
	openAISchema        = []limit{{properties, 5000, true}, {levels, 10, true}, {characters, 120_000, true}, {enumValues, 1000, true}}
	openAIRequest       = []limit{{measure: tools, max: 128}}
	openAIStrictRequest = []limit{
		{measure: tools, max: 128}, {measure: properties, max: 5000}, {levels, 10, true},
		{measure: characters, max: 120_000}, {enumValues, 1000, true},
	}
)

// The limits of the other providers for a request, from their documentation.
var (
	anthropicRequest = []limit{{measure: strictTools, max: 20}, {measure: optionalParameters, max: 24}, {measure: unions, max: 16}}
	geminiRequest    = []limit{{measure: tools, max: 512}}
)

// In the strict mode of OpenAI, an enum of more than longEnum values may have at
// most maxLongEnumCharacters characters.
const (
	longEnum              = 250
	maxLongEnumCharacters = 15_000
)

// counts are the measures of one tool.
type counts [measures]int

// count returns the measures of a projected schema.
func (r *rules) count(root *node) counts {
	var c counts
	c[tools] = 1
	if r.isStrict {
		c[strictTools] = 1
	}
	root.walk(func(n *node) {
		required := len(n.required())
		c[properties] += len(n.children("properties"))
		c[optionalParameters] += len(n.children("properties")) - required
		for _, keyword := range []string{"properties", "$defs"} {
			for _, inner := range n.children(keyword) {
				c[characters] += utf8.RuneCountInString(inner.name)
			}
		}
		if n.has("anyOf") {
			c[unions]++
		}
		if n.has("enum") {
			c[enumValues] += len(n.literals())
		}
		c[characters] += charactersOf(n.literals())
	})
	c[levels] = nestingDepth(root)
	return c
}

// charactersOf returns the number of characters of strings, and of other values as
// they are written.
func charactersOf(values []json.RawMessage) int {
	sum := 0
	for _, value := range values {
		var text string
		if json.Unmarshal(value, &text) != nil {
			text = string(value)
		}
		sum += utf8.RuneCountInString(text)
	}
	return sum
}

// nestingDepth returns the number of levels of nested schemas, without the root, as
// the SDK of OpenAI counts them: items, properties, schemas of anyOf and definitions
// are levels, the targets of references are not.
func nestingDepth(n *node) int {
	deepest := 0
	for _, m := range n.members {
		for _, inner := range m.schemas {
			if inner.schema.boolean == nil {
				deepest = max(deepest, 1+nestingDepth(inner.schema))
			}
		}
	}
	return deepest
}

// checkLimits refuses a schema that exceeds a limit of one tool.
func (p *projector) checkLimits(root *node) {
	c := p.count(root)
	for _, l := range p.toolLimits {
		if c[l.measure] > l.max {
			p.refuse(root, "", "the schema", fmt.Sprintf("it has %d %s, but the maximum is %d", c[l.measure], measureNames[l.measure], l.max),
				"split the tool into several tools")
		}
	}
	if p.column != openAIStrict {
		return
	}
	root.walk(func(n *node) {
		if values := n.literals(); len(values) > longEnum && charactersOf(values) > maxLongEnumCharacters {
			p.refuse(n, "", "enum", fmt.Sprintf("an enum of more than %d values may have at most %d characters, but this one has %d", longEnum, maxLongEnumCharacters, charactersOf(values)),
				"shorten the values")
		}
	})
}

// Total is the total of a measure over the tools of a request.
type Total struct {
	// Dialect is the dialect that limits the measure.
	Dialect string
	// Measure is the name of the measure in messages, after a number.
	Measure string
	// Sum is the sum over all tools or, if PerTool is true, the maximum over all
	// tools. Limit is the maximum of Sum.
	Sum, Limit int
	// PerTool reports whether the limit applies to each tool separately.
	PerTool bool
	// Largest is the tool with the largest value, the first of several, and Share
	// is this value. Largest is nil if there are no tools.
	Largest *model.Tool
	Share   int
}

// Exceeded reports whether Sum is greater than Limit.
func (t *Total) Exceeded() bool { return t.Sum > t.Limit }

// Totals returns the totals of all measures that the dialect limits per request,
// for a request with all these tools. A tool with //tool:strict has the limits of
// the strict dialect. The error joins the refusals of the tools.
func Totals(dialect string, toolset []*model.Tool) ([]Total, error) {
	requested := findRules(dialect)
	if requested == nil {
		return nil, &DialectError{dialect}
	}
	var problems []error
	var totals []Total
	at := make(map[Total]int) // indexes in totals, by a Total without tools
	for _, tool := range toolset {
		r := requested.forTool(tool)
		root, err := r.project(tool)
		if err != nil {
			problems = append(problems, err)
			continue
		}
		c := r.count(root)
		for _, l := range requested.limitsWith(r) {
			key := Total{Dialect: requested.name, Measure: measureNames[l.measure], Limit: l.max, PerTool: l.perTool}
			i, known := at[key]
			if !known {
				i = len(totals)
				at[key] = i
				totals = append(totals, key)
			}
			totals[i].add(tool, c[l.measure])
		}
	}
	return totals, errors.Join(problems...)
}

// limitsWith returns the limits of a request in this dialect with a tool that has
// the rules other.
func (r *rules) limitsWith(other *rules) []limit {
	if r == other {
		return r.requestLimits
	}
	limits := slices.Clone(r.requestLimits)
	for _, l := range other.requestLimits {
		if !slices.ContainsFunc(limits, func(known limit) bool { return known.measure == l.measure }) {
			limits = append(limits, l)
		}
	}
	return limits
}

// add adds the value of a tool.
func (t *Total) add(tool *model.Tool, share int) {
	if t.Largest == nil || share > t.Share {
		t.Largest, t.Share = tool, share
	}
	if t.PerTool {
		t.Sum = t.Share
		return
	}
	t.Sum += share
}
