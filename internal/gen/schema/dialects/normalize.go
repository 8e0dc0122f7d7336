package dialects

import (
	"encoding/json"
	"slices"

	"github.com/toolgen/toolgen/internal/gen/keyword"
)

// isLiteral reports whether a schema has enum or const.
func (n *node) isLiteral() bool { return n.has("enum") || n.has("const") }

// types returns the types in the keyword type, or nil.
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

// required returns the names of the required properties.
func (n *node) required() []string {
	var names []string
	if m := n.get("required"); m != nil {
		_ = json.Unmarshal(m.text, &names)
	}
	return names
}

// literals returns the values of const or enum.
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

// normalize rewrites a schema to the form that the table of keywords expects: one
// type or anyOf, no oneOf, and an enum with values that the dialect accepts.
func (p *projector) normalize(n *node, path string) {
	p.rewriteOneOf(n)
	switch {
	case n.has("anyOf"):
	case p.enums == enumsWithoutType && n.isLiteral():
		n.filterEnum()
	default:
		n.splitTypes()
	}
	if n.isLiteral() {
		p.rewriteEnum(n, path)
	}
	if m := n.get("examples"); m != nil && p.column(keywords["example"]) == keep {
		var values []json.RawMessage
		if json.Unmarshal(m.text, &values) == nil && len(values) == 1 {
			*m = member{keyword: "example", text: values[0]}
		}
	}
}

// rewriteOneOf replaces oneOf with anyOf. If a value could match two of the schemas,
// it adds to the description that exactly one must match.
func (p *projector) rewriteOneOf(n *node) {
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

// areDisjoint reports whether schemas have no types in common, so that no value can
// match two of them.
func areDisjoint(schemas []namedSchema) bool {
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

// keywordTypes has the types of values that keywords apply to. Other keywords apply
// to all values.
var keywordTypes = withTypes(map[string][]string{
	"contentEncoding": {"string"}, "contentMediaType": {"string"}, "items": {"array"},
	"properties": {"object"}, "required": {"object"}, "additionalProperties": {"object"}, "propertyNames": {"object"},
	"patternProperties": {"object"},
})

// withTypes adds the keywords that constrain a value.
func withTypes(types map[string][]string) map[string][]string {
	for _, k := range keyword.All {
		if k.Types != nil {
			types[k.Name] = k.Types
		}
	}
	return types
}

// splitTypes rewrites a schema of several types to anyOf, with a schema for each
// type. An enum without a type has the types of its values.
func (n *node) splitTypes() {
	types := n.types()
	if len(types) == 1 && types[0] == n.string("type") && all(n.literals(), func(v json.RawMessage) bool { return isOfType(v, types[0]) }) {
		return
	}
	if types == nil && n.isLiteral() {
		types = typesOf(n.literals())
	}
	if slices.Contains(types, "number") {
		types = slices.DeleteFunc(types, func(t string) bool { return t == "integer" })
	}
	var branches []namedSchema
	for _, t := range types {
		if branch := n.branchOfType(t); branch != nil {
			branches = append(branches, namedSchema{schema: branch})
		}
	}
	switch {
	case len(branches) == 0 && n.isLiteral(): // no value has an allowed type
		n.setEnum(nil)
	case len(branches) == 1:
		n.members = slices.DeleteFunc(n.members, func(m member) bool { return !annotations[m.keyword] && m.keyword != "$defs" })
		for _, m := range branches[0].schema.members {
			n.put(m)
		}
	case len(branches) > 1:
		n.members = slices.DeleteFunc(n.members, func(m member) bool { return !annotations[m.keyword] && m.keyword != "$defs" })
		n.setSchemas("anyOf", branches...)
	}
}

// filterEnum removes values of an enum that do not have a type of the schema.
func (n *node) filterEnum() {
	types := n.types()
	values := n.literals()
	left := slices.DeleteFunc(slices.Clone(values), func(value json.RawMessage) bool {
		return !slices.ContainsFunc(types, func(t string) bool { return isOfType(value, t) })
	})
	if types != nil && len(left) < len(values) {
		n.setEnum(left)
	}
}

// branchOfType returns the constraints of a schema for values of one type, without
// annotations. It returns nil if the schema allows no value of the type.
func (n *node) branchOfType(t string) *node {
	branch := &node{source: n.source}
	branch.set("type", quote(t))
	for _, m := range n.members {
		owners, owned := keywordTypes[m.keyword]
		switch {
		case m.keyword == "type", annotations[m.keyword], m.keyword == "$defs", owned && !slices.Contains(owners, t):
		case m.keyword == "enum", m.keyword == "const":
			values := slices.DeleteFunc(n.literals(), func(value json.RawMessage) bool { return !isOfType(value, t) })
			switch {
			case len(values) == 0:
				return nil
			case t == "null": // the type has one value only
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

// checkUnion refuses keywords next to anyOf that constrain the value.
func (p *projector) checkUnion(n *node, path string) {
	typed := !slices.ContainsFunc(n.children("anyOf"), func(b namedSchema) bool { return len(b.schema.types()) == 0 && !b.schema.has("$ref") })
	if typed {
		n.remove("type") // the branches have types
	}
	for _, m := range n.members {
		if m.keyword != "anyOf" && m.keyword != "$defs" && !annotations[m.keyword] && p.column(keywords[m.keyword]) == keep {
			p.refuse(n, path, m.keyword, "a keyword next to anyOf must not constrain the value", "write it in each of the schemas of anyOf")
			return
		}
	}
}

// rewriteEnum rewrites the values of an enum to values that the dialect accepts, or
// moves them to the description.
func (p *projector) rewriteEnum(n *node, path string) {
	values := n.literals()
	for _, value := range values {
		if kindOf(value) == "object" || kindOf(value) == "array" {
			p.refuse(n, path, "enum", "the values must be strings, numbers or booleans", "use such values, or describe the values in the description")
			return
		}
	}
	if len(values) == 0 {
		p.refuse(n, path, "enum", "the list of values is empty", "list the values")
		return
	}
	switch p.enums {
	case enumsWithoutType:
		n.remove("type")
	case enumsOfStrings:
		p.rewriteEnumAsStrings(n, values)
	case enumsOfStringsAndNumbers:
		if all(values, func(v json.RawMessage) bool { return kindOf(v) == "number" || isNonEmptyString(v) }) {
			n.setEnum(values)
			return
		}
		n.describeEnum()
	}
}

// rewriteEnumAsStrings rewrites numbers as strings, which the decoder accepts unless
// the tool has //tool:no-repair.
func (p *projector) rewriteEnumAsStrings(n *node, values []json.RawMessage) {
	switch {
	case all(values, isNonEmptyString):
		n.setEnum(values)
	case p.quotesNumbers(n):
		texts := make([]json.RawMessage, len(values))
		for i, value := range values {
			texts[i] = quote(string(value))
		}
		n.setEnum(texts)
		n.set("type", quote("string"))
	default:
		n.describeEnum()
	}
}

// quotesNumbers reports whether the numbers of an enum are rewritten as strings.
func (p *projector) quotesNumbers(n *node) bool {
	if p.enums != enumsOfStrings || !n.isLiteral() || n.source.Written || n.noRepair || p.tool.Behaviour.NoRepair {
		return false
	}
	return all(n.literals(), func(v json.RawMessage) bool { return kindOf(v) == "number" })
}

// setEnum sets the values of enum, and replaces const.
func (n *node) setEnum(values []json.RawMessage) {
	if n.has("const") {
		n.remove("enum")
		n.rename("const", "enum")
	}
	n.set("enum", mustEncode(append([]json.RawMessage{}, values...)))
}

// describeEnum moves the values of enum or const to the description.
func (n *node) describeEnum() {
	for _, keyword := range []string{"enum", "const"} {
		if m := n.remove(keyword); m != nil {
			n.describe(sentences([]member{*m}))
		}
	}
}
