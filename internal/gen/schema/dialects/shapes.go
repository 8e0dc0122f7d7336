package dialects

import (
	"encoding/json"
	"slices"

	"github.com/toolgen/toolgen/internal/gen/keyword"
)

// isLiteral reports whether a schema lists its values.
func (n *node) isLiteral() bool { return n.has("enum") || n.has("const") }

// types are the names of the JSON types that a schema allows; none for all.
func (n *node) types() []string {
	m := n.get("type")
	if m == nil {
		return nil
	}
	var types []string
	if json.Unmarshal(m.text, &types) != nil {
		types = []string{n.string("type")}
	}
	return types
}

// required are the names of the properties that must be there.
func (n *node) required() []string {
	var names []string
	if m := n.get("required"); m != nil {
		_ = json.Unmarshal(m.text, &names)
	}
	return names
}

// literals are the values that a schema lists.
func (n *node) literals() []json.RawMessage {
	var values []json.RawMessage
	switch {
	case n.has("const"):
		values = []json.RawMessage{n.get("const").text}
	case n.has("enum"):
		_ = json.Unmarshal(n.get("enum").text, &values)
	}
	return values
}

// shape gives a schema the form that the table of keywords knows: one type or
// a union, oneOf as anyOf, and values that the dialect takes.
func (p *projector) shape(n *node, path string) {
	p.oneOf(n)
	switch {
	case n.has("anyOf"):
	case p.enums == enumsWithoutType && n.isLiteral():
		n.narrow()
	default:
		n.split()
	}
	if n.isLiteral() {
		p.literal(n, path)
	}
	if m := n.get("examples"); m != nil && keywords["example"][p.column] == keep {
		var values []json.RawMessage
		if json.Unmarshal(m.text, &values) == nil && len(values) == 1 {
			*m = member{keyword: "example", text: values[0]}
		}
	}
}

// oneOf writes oneOf as anyOf. Where a value could match two of the schemas,
// the description says that it must not.
func (p *projector) oneOf(n *node) {
	if n.has("anyOf") {
		return
	}
	m := n.get("oneOf")
	if m == nil {
		return
	}
	m.keyword = "anyOf"
	if !areDisjoint(m.schemas) {
		n.describe("Exactly one of the forms must fit.")
	}
}

// areDisjoint reports whether schemas differ in their types, so that no value
// can match two of them.
func areDisjoint(schemas []named) bool {
	seen := make(map[string]bool)
	for _, s := range schemas {
		types := s.schema.types()
		if len(types) == 0 {
			return false
		}
		for _, t := range types {
			if t == "integer" {
				t = "number"
			}
			if seen[t] {
				return false
			}
			seen[t] = true
		}
	}
	return true
}

// belongsTo are the types that keywords are about. All others are about any
// value.
var belongsTo = withTypes(map[string][]string{
	"contentEncoding": {"string"}, "contentMediaType": {"string"}, "items": {"array"},
	"properties": {"object"}, "required": {"object"}, "additionalProperties": {"object"}, "propertyNames": {"object"},
	"patternProperties": {"object"},
})

// withTypes adds the keywords that constrain a value.
func withTypes(belongsTo map[string][]string) map[string][]string {
	for _, k := range keyword.All {
		if k.Types != nil {
			belongsTo[k.Name] = k.Types
		}
	}
	return belongsTo
}

// split writes a schema of several types as a union of schemas with one type
// each. A list of values without a type has those of its values.
func (n *node) split() {
	types := n.types()
	if len(types) == 1 && types[0] == n.string("type") && every(n.literals(), func(v json.RawMessage) bool { return isOfType(v, types[0]) }) {
		return
	}
	if types == nil && n.isLiteral() {
		types = typesOf(n.literals())
	}
	if slices.Contains(types, "number") {
		types = slices.DeleteFunc(types, func(t string) bool { return t == "integer" })
	}
	var branches []named
	for _, t := range types {
		if branch := n.ofType(t); branch != nil {
			branches = append(branches, named{schema: branch})
		}
	}
	switch {
	case len(branches) == 0 && n.isLiteral(): // no value has a type that is allowed
		n.setEnum(nil)
	case len(branches) == 1:
		n.members = slices.DeleteFunc(n.members, func(m member) bool { return !annotations[m.keyword] && m.keyword != "$defs" })
		for _, m := range branches[0].schema.members {
			n.put(m)
		}
	case len(branches) > 1:
		n.members = slices.DeleteFunc(n.members, func(m member) bool { return !annotations[m.keyword] && m.keyword != "$defs" })
		n.hold("anyOf", branches...)
	}
}

// narrow leaves of the values that a schema lists those of its types.
func (n *node) narrow() {
	types := n.types()
	values := n.literals()
	left := slices.DeleteFunc(slices.Clone(values), func(value json.RawMessage) bool {
		return !slices.ContainsFunc(types, func(t string) bool { return isOfType(value, t) })
	})
	if types != nil && len(left) < len(values) {
		n.setEnum(left)
	}
}

// ofType is what a schema demands of values of one type, annotations aside;
// nil when it allows none of them.
func (n *node) ofType(t string) *node {
	branch := &node{source: n.source}
	branch.set("type", quote(t))
	for _, m := range n.members {
		owners, owned := belongsTo[m.keyword]
		switch {
		case m.keyword == "type", annotations[m.keyword], m.keyword == "$defs", owned && !slices.Contains(owners, t):
		case m.keyword == "enum", m.keyword == "const":
			values := slices.DeleteFunc(n.literals(), func(value json.RawMessage) bool { return !isOfType(value, t) })
			switch {
			case len(values) == 0:
				return nil
			case t == "null": // which has one value
			case m.keyword == "const":
				branch.set("const", values[0])
			default:
				branch.set("enum", mustEncode(values))
			}
		default:
			branch.members = append(branch.members, m)
		}
	}
	return branch
}

// union checks that nothing beside anyOf narrows the value.
func (p *projector) union(n *node, path string) {
	typed := !slices.ContainsFunc(n.children("anyOf"), func(b named) bool { return len(b.schema.types()) == 0 && !b.schema.has("$ref") })
	if typed {
		n.remove("type") // which the branches say
	}
	for _, m := range n.members {
		if m.keyword != "anyOf" && m.keyword != "$defs" && !annotations[m.keyword] && keywords[m.keyword][p.column] == keep {
			p.refuse(n, path, m.keyword, "nothing beside anyOf may narrow the value", "say it in each of the schemas of anyOf")
			return
		}
	}
}

// literal makes the values of a list what the dialect takes: texts if need be,
// or else words in the description.
func (p *projector) literal(n *node, path string) {
	values := n.literals()
	for _, value := range values {
		if kindOf(value) == "object" || kindOf(value) == "array" {
			p.refuse(n, path, "enum", "it lists texts, numbers and booleans only", "list such values, or describe the others")
			return
		}
	}
	if len(values) == 0 {
		p.refuse(n, path, "enum", "an empty list of values is none", "list the values")
		return
	}
	switch p.enums {
	case enumsWithoutType:
		n.remove("type")
	case enumsOfTexts:
		p.literalTexts(n, values)
	case enumsOfTextsAndNumbers:
		if every(values, func(v json.RawMessage) bool { return kindOf(v) == "number" || isName(v) }) {
			n.setEnum(values)
			return
		}
		n.sayLiterals()
	}
}

// literalTexts writes numbers as texts, which the decoder takes, unless it was
// told to repair nothing.
func (p *projector) literalTexts(n *node, values []json.RawMessage) {
	switch {
	case every(values, isName):
		n.setEnum(values)
	case p.quotes(n):
		texts := make([]json.RawMessage, len(values))
		for i, value := range values {
			texts[i] = quote(string(value))
		}
		n.setEnum(texts)
		n.set("type", quote("string"))
	default:
		n.sayLiterals()
	}
}

// quotes reports whether numbers that a schema lists are written as texts.
func (p *projector) quotes(n *node) bool {
	if p.enums != enumsOfTexts || !n.isLiteral() || n.source.Written || n.noRepair || p.tool.Behaviour.NoRepair {
		return false
	}
	return every(n.literals(), func(v json.RawMessage) bool { return kindOf(v) == "number" })
}

// setEnum lists values, in the place of a const, too.
func (n *node) setEnum(values []json.RawMessage) {
	if n.has("const") {
		n.remove("enum")
		n.rename("const", "enum")
	}
	n.set("enum", mustEncode(append([]json.RawMessage{}, values...)))
}

// sayLiterals tells the values in the description.
func (n *node) sayLiterals() {
	for _, keyword := range []string{"enum", "const"} {
		if m := n.remove(keyword); m != nil {
			n.describe(sentences([]member{*m}))
		}
	}
}
