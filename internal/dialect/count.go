package dialect

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode/utf8"
)

// Counts are the quantities of a schema, a tool or a request that providers
// limit.
type Counts [measures]int

// Count returns the counts of a tool in a request. The schema of a tool that is
// not strict does not count.
func Count(t *Tool) Counts {
	var c Counts
	if t.Strict {
		c = CountSchema(t.Parameters)
		c[strictTools] = 1
	}
	c[tools] = 1
	return c
}

// CountSchema returns the counts of a schema. A part that is not a schema does
// not count.
func CountSchema(schema json.RawMessage) Counts {
	var c Counts
	c.add(schema, 0)
	return c
}

// Add adds the counts of one more tool of a request.
func (c *Counts) Add(other *Counts) {
	for i := range c {
		c[i] += other[i]
	}
}

// members are the members of a JSON object.
type members map[string]json.RawMessage

// add adds the counts of a schema and of all schemas in it. The level is the
// number of schemas around it.
func (c *Counts) add(schema json.RawMessage, level int) {
	var m members
	if json.Unmarshal(schema, &m) != nil { // a boolean schema
		return
	}
	c[levels] = max(c[levels], level)
	c.addProperties(m)
	c.addValues(m)
	if _, isUnion := m["anyOf"]; isUnion {
		c[unions]++
	}
	for keyword, value := range m {
		for _, inner := range SchemasIn(keyword).of(value) {
			c.add(inner, level+1)
		}
	}
}

// addProperties adds the properties of a schema, and the characters in the names
// of its properties and definitions.
func (c *Counts) addProperties(m members) {
	var own, definitions members
	var required []string
	_ = json.Unmarshal(m["properties"], &own) // if it fails, there are none
	_ = json.Unmarshal(m["$defs"], &definitions)
	_ = json.Unmarshal(m["required"], &required)
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
}

// addValues adds the values of an enum and their characters, and the characters
// of a constant.
func (c *Counts) addValues(m members) {
	var enum []json.RawMessage
	_ = json.Unmarshal(m["enum"], &enum) // if it fails, there are none
	c[enumValues] += len(enum)
	c[characters] += Characters(enum)
	if constant, ok := m["const"]; ok {
		c[characters] += Characters([]json.RawMessage{constant})
	}
}

// Characters returns the number of code points in strings, and in other JSON
// values as they are written.
func Characters(values []json.RawMessage) int {
	sum := 0
	for _, value := range values {
		text := string(value)
		if strings.HasPrefix(text, `"`) {
			_ = json.Unmarshal(value, &text) // it is valid, as a part of a decoded value
		}
		sum += utf8.RuneCountInString(text)
	}
	return sum
}

// Named returns the counts by the names of their measures.
func (c *Counts) Named() map[string]int {
	named := make(map[string]int)
	for i, count := range c {
		named[measureNames[i]] = count
	}
	return named
}
