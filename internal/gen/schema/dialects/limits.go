package dialects

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/toolgen/toolgen/internal/gen/model"
)

// measure is something that providers limit.
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

// measureNames are what they are called in messages, after a number.
var measureNames = [measures]string{
	tools:              "tools",
	strictTools:        "strict tools",
	properties:         "properties",
	levels:             "levels of schemas in schemas",
	characters:         "characters in names and enums",
	enumValues:         "values in enums",
	optionalParameters: "optional parameters",
	unions:             "unions",
}

// limit is how much there may be of something.
type limit struct {
	of   measure
	most int
	// each says that the limit is that of one tool, however many there are.
	each bool
}

// What OpenAI takes in a strict schema, by its documentation, and in a
// request. Its documentation counts by schema; whether the schemas of several
// tools count together is not said, so that they do here where that is likely.
var (
	openAISchema        = []limit{{properties, 5000, true}, {levels, 10, true}, {characters, 120_000, true}, {enumValues, 1000, true}}
	openAIRequest       = []limit{{of: tools, most: 128}}
	openAIStrictRequest = []limit{
		{of: tools, most: 128}, {of: properties, most: 5000}, {levels, 10, true},
		{of: characters, most: 120_000}, {enumValues, 1000, true},
	}
)

// What the others take in a request, by their documentation.
var (
	anthropicRequest = []limit{{of: strictTools, most: 20}, {of: optionalParameters, most: 24}, {of: unions, most: 16}}
	geminiRequest    = []limit{{of: tools, most: 512}}
)

// A list of more texts than longEnum may have no more characters than
// longEnumCharacters in OpenAI's strict mode.
const (
	longEnum           = 250
	longEnumCharacters = 15_000
)

// counts are the measures of one tool.
type counts [measures]int

// count measures a schema as it is sent.
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
	c[levels] = depth(root)
	return c
}

// charactersOf counts the characters of texts, and of numbers as they are
// written.
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

// depth is how many schemas stand in each other, the root not counted, as
// OpenAI's own SDK counts before it sends one: lists, properties, forms of a
// union and definitions each are a level, what references lead to is not.
func depth(n *node) int {
	deepest := 0
	for _, m := range n.members {
		for _, inner := range m.schemas {
			if inner.schema.boolean == nil {
				deepest = max(deepest, 1+depth(inner.schema))
			}
		}
	}
	return deepest
}

// checkLimits refuses a schema that is too large for the dialect alone.
func (p *projector) checkLimits(root *node) {
	c := p.count(root)
	for _, l := range p.most {
		if c[l.of] > l.most {
			p.refuse(root, "", "the schema", fmt.Sprintf("it has %d %s, and may have %d", c[l.of], measureNames[l.of], l.most),
				"take some of it into a tool of its own")
		}
	}
	if p.column != openAIStrict {
		return
	}
	root.walk(func(n *node) {
		if values := n.literals(); len(values) > longEnum && charactersOf(values) > longEnumCharacters {
			p.refuse(n, "", "enum", fmt.Sprintf("a list of more than %d values may have %d characters, and this has %d", longEnum, longEnumCharacters, charactersOf(values)),
				"shorten the values")
		}
	})
}

// Total is how much of something the tools of a request have together.
type Total struct {
	// Dialect is the one that limits it.
	Dialect string
	// Measure says what it is, in words that follow a number.
	Measure string
	// Sum is what all tools have together or, where Each says that the limit
	// is that of one tool, the most that one has. Limit is how much there may
	// be.
	Sum, Limit int
	Each       bool
	// Most is the tool that has most of it, the first of several; Share is how
	// much. It is nil when there are no tools.
	Most  *model.Tool
	Share int
}

// Exceeded reports whether there is more than there may be.
func (t *Total) Exceeded() bool { return t.Sum > t.Limit }

// Totals are what the tools have together of all that the dialect limits per
// request, when all of them are sent in one. A tool that asks for the strict
// mode counts as a strict one. The error joins refusals of tools.
func Totals(dialect string, toolset []*model.Tool) ([]Total, error) {
	asked := find(dialect)
	if asked == nil {
		return nil, &DialectError{dialect}
	}
	var problems []error
	var totals []Total
	at := make(map[Total]int) // of a Total with its limit only
	for _, tool := range toolset {
		r := asked.of(tool)
		root, err := r.project(tool)
		if err != nil {
			problems = append(problems, err)
			continue
		}
		c := r.count(root)
		for _, l := range asked.requestLimits(r) {
			key := Total{Dialect: asked.name, Measure: measureNames[l.of], Limit: l.most, Each: l.each}
			i, known := at[key]
			if !known {
				i = len(totals)
				at[key] = i
				totals = append(totals, key)
			}
			totals[i].add(tool, c[l.of])
		}
	}
	return totals, errors.Join(problems...)
}

// requestLimits are those of a request to the dialect that a tool is part of,
// which stands in it by the rules given.
func (r *rules) requestLimits(of *rules) []limit {
	if r == of {
		return r.mostOfAll
	}
	limits := slices.Clone(r.mostOfAll)
	for _, l := range of.mostOfAll {
		if !slices.ContainsFunc(limits, func(known limit) bool { return known.of == l.of }) {
			limits = append(limits, l)
		}
	}
	return limits
}

// add counts what one tool has.
func (t *Total) add(tool *model.Tool, share int) {
	if t.Most == nil || share > t.Share {
		t.Most, t.Share = tool, share
	}
	if t.Each {
		t.Sum = t.Share
		return
	}
	t.Sum += share
}
