package decode

// schemaBuilder collects the keywords of one schema.
type schemaBuilder struct {
	schema *Schema
	number Range
	text   SchemaText
	array  SchemaArray
	object SchemaObject
	logic  SchemaLogic

	enumValues []string // the values of enum; nil if there is no enum
	constants  []string // the value of const; nil if there is no const
	width      Range    // the bounds of a number format

	minimumExcluded, maximumExcluded bool

	tuple         bool                  // items has the value of an array
	anyName       bool                  // a name in patternProperties is not checked
	defaults      []string              // the defaults of the properties
	laterKeywords map[string]keywordUse // the keywords that depend on others, by name
}

// indexedProperties is the maximum number of properties that are searched without
// an index.
const indexedProperties = 16

// complete sets the fields of the schema from the keywords that were collected.
func (p *schemaParser) complete(b *schemaBuilder) {
	b.conditional()
	b.contains()
	b.rest()
	b.enum()
	b.bounds()
	s, o, l := b.schema, &b.object, &b.logic
	if b.number != (Range{}) {
		s.Number = &b.number
	}
	if b.text.Length != nil || b.text.Checks != nil {
		s.Text = &b.text
	}
	if a := &b.array; a.Prefix != nil || a.Items != nil || a.Contains != nil || a.Count != nil || a.Unique {
		s.Array = a
	}
	if o.Properties != nil || o.Patterns != nil || o.Required != nil || o.Dependent != nil || o.Additional != nil || o.Names != nil || o.Count != nil {
		s.Object = o
		p.defaults[o] = b.defaults
	}
	if l.AllOf != nil || l.AnyOf != nil || l.OneOf != nil || l.Not != nil || l.If != nil {
		s.Logic = l
	}
}

// conditional reads if, then and else. Without if, then and else mean nothing.
func (b *schemaBuilder) conditional() {
	use, ok := b.laterKeywords["if"]
	if !ok {
		return
	}
	l := &b.logic
	if then, ok := b.laterKeywords["then"]; ok {
		l.Then = then.subschema()
	}
	if otherwise, ok := b.laterKeywords["else"]; ok {
		l.Else = otherwise.subschema()
	}
	if l.Then != nil || l.Else != nil {
		l.If = use.subschema()
	}
}

// contains reads contains, minContains and maxContains. Without contains, the other
// two mean nothing.
func (b *schemaBuilder) contains() {
	use, ok := b.laterKeywords["contains"]
	if !ok {
		return
	}
	c := &SchemaContains{Schema: use.subschema(), Count: Bounds{Min: 1, Max: Unbounded}}
	b.count("minContains", &c.Count.Min)
	b.count("maxContains", &c.Count.Max)
	if c.Count != (Bounds{Max: Unbounded}) {
		b.array.Contains = c
	}
}

// count reads a keyword whose value is a number of items.
func (b *schemaBuilder) count(name string, to *int) {
	use, ok := b.laterKeywords[name]
	if !ok {
		return
	}
	n, ok := countOf(use.raw(use.at))
	if !ok {
		use.reportMalformed("an integer that is not negative")
		return
	}
	*to = n
}

// rest reads the keywords for items and members to which no other keyword applies.
func (b *schemaBuilder) rest() {
	if use, ok := b.laterKeywords["additionalItems"]; ok && b.tuple {
		b.array.Items = use.subschema()
	}
	if use, ok := b.laterKeywords["unevaluatedItems"]; ok && b.array.Items == nil {
		b.unevaluated(use, &b.array.Items, b.laterKeywords["contains"].b == nil)
	}
	if use, ok := b.laterKeywords["unevaluatedProperties"]; ok && b.object.Additional == nil {
		b.unevaluated(use, &b.object.Additional, true)
	}
	if b.anyName {
		b.object.Additional = nil
	}
}

// unevaluated reads unevaluatedItems or unevaluatedProperties. If isAlone is set and
// no keyword combines schemas, it means the same as items or additionalProperties.
func (b *schemaBuilder) unevaluated(use keywordUse, to **Schema, isAlone bool) {
	l := &b.logic
	isAlone = isAlone && l.AllOf == nil && l.AnyOf == nil && l.OneOf == nil && l.Not == nil && l.If == nil && b.laterKeywords["if"].b == nil
	for _, d := range b.object.Dependent {
		isAlone = isAlone && d.Schema == nil
	}
	switch raw := use.raw(use.at); {
	case raw == "true":
	case isAlone:
		*to = use.subschema()
	default:
		use.problem(use.name + " cannot be checked next to keywords that combine schemas: list all names or items in this schema and use additionalProperties or items")
	}
}

// enum sets the values that both enum and const allow.
func (b *schemaBuilder) enum() {
	switch {
	case b.constants == nil:
		b.schema.Enum = b.enumValues
		return
	case b.enumValues == nil:
		b.schema.Enum = b.constants
		return
	}
	b.schema.Enum = []string{}
	for _, text := range b.enumValues {
		if equalValues(text, b.constants[0]) {
			b.schema.Enum = b.constants
		}
	}
}

// bounds applies boolean exclusive bounds and a number format to the bounds.
func (b *schemaBuilder) bounds() {
	r := &b.number
	if b.minimumExcluded && r.Min != "" {
		r.ExclusiveMin, r.Min = r.Min, ""
	}
	if b.maximumExcluded && r.Max != "" {
		r.ExclusiveMax, r.Max = r.Max, ""
	}
	if w := b.width; w.Min != "" {
		r.narrow(&w)
	}
}

// narrow changes the bounds so that numbers satisfy both these and the others. It
// reports whether a Range can express that.
func (r *Range) narrow(other *Range) bool {
	greater := func(a, b string) bool { return parseDecimal(a).compare(parseDecimal(b)) > 0 }
	for _, bound := range [...]struct {
		to, from *string
		least    bool
	}{{&r.Min, &other.Min, true}, {&r.ExclusiveMin, &other.ExclusiveMin, true}, {&r.Max, &other.Max, false}, {&r.ExclusiveMax, &other.ExclusiveMax, false}} {
		if *bound.from != "" && (*bound.to == "" || greater(*bound.from, *bound.to) == bound.least) {
			*bound.to = *bound.from
		}
	}
	if other.Step == "" || other.Step == r.Step {
		return true
	}
	if r.Step != "" {
		return false
	}
	r.Step = other.Step
	return true
}
