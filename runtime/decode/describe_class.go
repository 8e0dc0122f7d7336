package decode

import "slices"

// classDescriber describes the values of one class that all the gathered schemas
// accept.
type classDescriber struct {
	*describer
	*conjunction
	class     byte
	enum      []string  // the allowed values, as JSON texts; nil if all are allowed
	undecided []choice  // schemas with several alternatives for the class
	further   []*Schema // the schemas that the description does not cover
}

// choice has the alternatives of a schema for one class.
type choice struct {
	list []*Schema
	one  bool // exactly one of them must accept the value
}

// class describes the values of one class that the gathered schemas accept.
func (d *describer) class(g *conjunction, class byte) *Type {
	if d.parts > maxParts {
		return opaque(g.from)
	}
	c := classDescriber{describer: d, conjunction: g, class: class}
	c.alternatives()
	t := c.description()
	if t == nil {
		return opaque(g.from)
	}
	if len(c.further) > 0 {
		rules := *t.rules()
		rules.Schema = allOf(c.further)
		t.Rules = &rules
	}
	return t
}

// demand adds a schema that the description does not cover.
func (c *classDescriber) demand(s Schema) {
	s.size = c.from[0].size
	c.further = append(c.further, &s)
}

// description returns the description, or nil if it would not cover more than the
// schemas.
func (c *classDescriber) description() *Type {
	for _, s := range c.all {
		c.narrow(s.Enum)
	}
	if t := c.union(); t != nil {
		return t
	}
	for _, open := range c.undecided {
		switch {
		case c.merge(open):
		case open.one:
			c.demand(Schema{Logic: &SchemaLogic{OneOf: open.list}})
		default:
			c.demand(Schema{Logic: &SchemaLogic{AnyOf: open.list}})
		}
	}
	switch c.class {
	case 't':
		for _, s := range c.all {
			if s.Enum != nil {
				c.demand(Schema{Enum: s.Enum})
			}
		}
		return &Type{Kind: KindBool}
	case '0':
		return c.number()
	case '"':
		return c.str()
	}
	if c.enum != nil || len(c.further) > 0 && !slices.ContainsFunc(c.all, c.isSpecific) {
		return nil
	}
	if c.class == '[' {
		return c.array()
	}
	return c.object()
}

// isSpecific reports whether a schema has keywords for values of the class.
func (c *classDescriber) isSpecific(s *Schema) bool {
	return c.class == '[' && s.Array != nil || c.class == '{' && s.Object != nil ||
		c.class == '"' && s.Text != nil || c.class == '0' && s.Number != nil
}

// alternatives gathers an alternative that is the only one of its schema for the
// class.
func (c *classDescriber) alternatives() {
	for n := 0; n < len(c.all); n++ {
		l := c.all[n].Logic
		if l == nil {
			continue
		}
		if l.Not != nil || l.If != nil {
			c.demand(Schema{Logic: &SchemaLogic{Not: l.Not, If: l.If, Then: l.Then, Else: l.Else}})
		}
		c.alternative(choice{l.AnyOf, false})
		c.alternative(choice{l.OneOf, true})
	}
}

// alternative describes the schemas of an anyOf or oneOf of which one must accept
// the value.
func (c *classDescriber) alternative(open choice) {
	if len(open.list) == 0 {
		return
	}
	var fit []*Schema
	for _, s := range open.list {
		if s.types()&c.accepted&classTypes(c.class) != 0 {
			fit = append(fit, s)
		}
	}
	c.parts += len(open.list)
	switch free := func(s *Schema) bool { return c.isFree(s) }; {
	case len(fit) == 1:
		c.extend(c.conjunction, fit)
	case open.one || !slices.ContainsFunc(fit, free):
		c.undecided = append(c.undecided, choice{fit, open.one})
	}
}

// isFree reports whether a schema that accepts the type of the class accepts all
// values of the class.
func (c *classDescriber) isFree(s *Schema) bool {
	return !s.Never && s.Enum == nil && s.Logic == nil && !c.isSpecific(s) && c.class != '0'
}

// The maximum length of the enum of a description, and the maximum number of
// values that are compared for it. Longer lists are checked by the schemas.
const (
	maxValues      = 1000
	maxComparisons = 100_000
)

// narrow removes the values that are not in another enum.
func (c *classDescriber) narrow(other []string) {
	if other == nil {
		return
	}
	c.parts += len(c.enum) * len(other) / 64
	if len(c.enum)*len(other) > maxComparisons {
		c.demand(Schema{Enum: other})
		return
	}
	fit := []string{}
	for _, text := range other {
		if classOf(text, 0) == c.class && (c.enum == nil || isAmong(c.enum, text)) {
			fit = append(fit, text)
		}
	}
	c.enum = fit
}

func isAmong(values []string, text string) bool {
	return slices.ContainsFunc(values, func(value string) bool { return equalValues(value, text) })
}

// merge adds the values of alternatives that only list values, and reports
// whether they do.
func (c *classDescriber) merge(open choice) bool {
	values := []string{}
	for _, s := range open.list {
		if s.Enum == nil || s.Logic != nil || c.isSpecific(s) {
			return false
		}
		for _, text := range s.Enum {
			if c.class == '0' && classOf(text, 0) == '0' && s.types()&TypeNumber == 0 && !isIntegral(text) {
				continue
			}
			if c.parts += 1 + len(values)/64; len(values) == maxValues || open.one && isAmong(values, text) {
				return false
			}
			values = append(values, text)
		}
	}
	c.narrow(values)
	return true
}
