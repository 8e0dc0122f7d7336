package dialect

import (
	"encoding/json"
	"slices"
	"unicode/utf8"
)

// measure is something that providers limit.
type measure uint8

const (
	tools measure = iota
	strictTools
	properties
	characters
	optionalParameters
	unions
	measures
)

// measureNames are the names of the measures in messages, after a number.
var measureNames = [measures]string{
	tools:              "tools",
	strictTools:        "strict tools",
	properties:         "properties in strict tools",
	characters:         "characters in names and enums of strict tools",
	optionalParameters: "optional parameters in strict tools",
	unions:             "unions in strict tools",
}

// limit is how much of something the tools of one request may have together.
type limit struct {
	of  measure
	max int
}

var (
	openAILimits    = []limit{{tools, 128}, {properties, 5000}, {characters, 120_000}}
	anthropicLimits = []limit{{strictTools, 20}, {optionalParameters, 24}, {unions, 16}}
	geminiLimits    = []limit{{tools, 512}}
)

// Counts is how much of each measure a tool or a request has.
type Counts [measures]int

// Count measures a tool. The schema counts when the tool is strict, because the
// providers limit only the schemas of their strict modes.
func Count(t *Tool) Counts {
	var c Counts
	c[tools] = 1
	if t.Strict {
		c[strictTools] = 1
		c.schema(t.Parameters)
	}
	return c
}

// Add adds the counts of one more tool.
func (c *Counts) Add(other *Counts) {
	for i := range c {
		c[i] += other[i]
	}
}

// Excess is a limit that the tools of a request exceed.
type Excess struct {
	// Measure is what is limited, in words that follow a number.
	Measure string
	// Sum is how much the tools have together, Max how much they may have.
	Sum, Max int
	of       measure
}

// Of is how much of it a tool has.
func (e *Excess) Of(c *Counts) int { return c[e.of] }

// Exceeded returns the first limit that the sum exceeds; nil for none.
func (d *Dialect) Exceeded(sum *Counts) *Excess {
	for _, l := range d.limits {
		if sum[l.of] > l.max {
			return &Excess{measureNames[l.of], sum[l.of], l.max, l.of}
		}
	}
	return nil
}

// children are the keywords that hold schemas, in an object by name, in a list
// or alone.
var children = []string{
	"properties", "$defs", "definitions", "patternProperties", "dependentSchemas",
	"items", "additionalProperties", "anyOf", "oneOf", "allOf", "prefixItems",
	"not", "if", "then", "else", "contains", "propertyNames", "unevaluatedItems", "unevaluatedProperties",
}

// named are those whose object has schemas as its members.
var named = []string{"properties", "$defs", "definitions", "patternProperties", "dependentSchemas"}

// schema adds what a schema and the schemas in it have.
func (c *Counts) schema(text json.RawMessage) {
	var node map[string]json.RawMessage
	if json.Unmarshal(text, &node) != nil {
		return
	}
	c.names(node)
	c.values(node)
	for _, keyword := range children {
		if inner, ok := node[keyword]; ok {
			c.inside(inner, slices.Contains(named, keyword))
		}
	}
}

// names counts properties and the characters of their names.
func (c *Counts) names(node map[string]json.RawMessage) {
	var own, definitions map[string]json.RawMessage
	var required []string
	_ = json.Unmarshal(node["properties"], &own) // not an object: it has no properties
	_ = json.Unmarshal(node["$defs"], &definitions)
	_ = json.Unmarshal(node["required"], &required)
	c[properties] += len(own)
	for name := range own {
		c[characters] += utf8.RuneCountInString(name)
		if !slices.Contains(required, name) {
			c[optionalParameters]++
		}
	}
	for name := range definitions {
		c[characters] += utf8.RuneCountInString(name)
	}
	if _, ok := node["anyOf"]; ok {
		c[unions]++
	}
}

// values counts the characters of enums and constants. A number has those with
// which it is written.
func (c *Counts) values(node map[string]json.RawMessage) {
	var all []json.RawMessage
	_ = json.Unmarshal(node["enum"], &all)
	if constant, ok := node["const"]; ok {
		all = append(all, constant)
	}
	for _, value := range all {
		var text string
		if json.Unmarshal(value, &text) != nil {
			text = string(value)
		}
		c[characters] += utf8.RuneCountInString(text)
	}
}

// inside adds the schemas in the value of a keyword.
func (c *Counts) inside(value json.RawMessage, isNamed bool) {
	var list []json.RawMessage
	if json.Unmarshal(value, &list) == nil {
		for _, inner := range list {
			c.schema(inner)
		}
		return
	}
	if !isNamed {
		c.schema(value)
		return
	}
	var members map[string]json.RawMessage
	_ = json.Unmarshal(value, &members)
	for _, inner := range members {
		c.schema(inner)
	}
}
