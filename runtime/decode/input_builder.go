package decode

// schemaBuilder collects the keywords of one schema.
type schemaBuilder struct {
	schema *Schema
	number Range
	text   SchemaText
	array  SchemaArray
	object SchemaObject
	logic  SchemaLogic

	listed    []string // the values of enum; nil without it
	constants []string // the value of const; nil without it
	width     Range    // the bounds of a format for numbers

	minimumExcluded, maximumExcluded bool

	tuple    bool                  // items is an array
	anyName  bool                  // a pattern of patternProperties is not checked
	defaults []string              // of the properties
	late     map[string]keywordUse // keywords that depend on others
}

// indexedProperties is the number of properties from which they are looked up
// by an index.
const indexedProperties = 16

// complete fills in the schema from the keywords that were collected.
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

// conditional reads then and else, which count next to if only.
func (b *schemaBuilder) conditional() {
	use, ok := b.late["if"]
	if !ok {
		return
	}
	l := &b.logic
	if then, ok := b.late["then"]; ok {
		l.Then = then.subschema()
	}
	if otherwise, ok := b.late["else"]; ok {
		l.Else = otherwise.subschema()
	}
	if l.Then != nil || l.Else != nil {
		l.If = use.subschema()
	}
}

// contains reads minContains and maxContains, which count next to contains
// only.
func (b *schemaBuilder) contains() {
	use, ok := b.late["contains"]
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

// count reads a keyword that is a number of items.
func (b *schemaBuilder) count(name string, to *int) {
	use, ok := b.late[name]
	if !ok {
		return
	}
	n, ok := countOf(use.raw(use.at))
	if !ok {
		use.malformed("an integer that is not negative")
		return
	}
	*to = n
}

// rest reads the keywords for the items and the members that other keywords
// leave.
func (b *schemaBuilder) rest() {
	if use, ok := b.late["additionalItems"]; ok && b.tuple {
		b.array.Items = use.subschema()
	}
	if use, ok := b.late["unevaluatedItems"]; ok && b.array.Items == nil {
		b.unevaluated(use, &b.array.Items, b.late["contains"].b == nil)
	}
	if use, ok := b.late["unevaluatedProperties"]; ok && b.object.Additional == nil {
		b.unevaluated(use, &b.object.Additional, true)
	}
	if b.anyName {
		b.object.Additional = nil
	}
}

// unevaluated reads a keyword for what no other keyword evaluates. Where no
// combination of schemas can evaluate anything, that is what the keywords of
// the schema itself leave.
func (b *schemaBuilder) unevaluated(use keywordUse, to **Schema, alone bool) {
	l := &b.logic
	alone = alone && l.AllOf == nil && l.AnyOf == nil && l.OneOf == nil && l.Not == nil && l.If == nil && b.late["if"].b == nil
	for _, d := range b.object.Dependent {
		alone = alone && d.Schema == nil
	}
	switch raw := use.raw(use.at); {
	case raw == "true":
	case alone:
		*to = use.subschema()
	default:
		use.problem(use.name + " cannot be checked next to keywords that combine schemas: list all names or items in this schema and use additionalProperties or items")
	}
}

// enum joins enum and const: the values that are in both.
func (b *schemaBuilder) enum() {
	switch {
	case b.constants == nil:
		b.schema.Enum = b.listed
		return
	case b.listed == nil:
		b.schema.Enum = b.constants
		return
	}
	b.schema.Enum = []string{}
	for _, text := range b.listed {
		if equalValues(text, b.constants[0]) {
			b.schema.Enum = b.constants
		}
	}
}

// bounds joins the bounds of a number with what narrows them.
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

// narrow joins the bounds with others, so that numbers meet both. It reports
// whether that can be done.
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
