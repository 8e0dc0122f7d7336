package decode

// union describes objects with a discriminator: a property whose value selects
// one of several schemas. It returns nil if there is no discriminator.
func (c *classDescriber) union() *Type {
	if c.class != '{' || len(c.undecided) != 1 || c.enum != nil {
		return nil
	}
	open := c.undecided[0]
	u := c.discriminator(open.list)
	if u == nil {
		return nil
	}
	var base []*Schema
	for _, s := range c.all {
		if s = s.withoutAlternatives(); s != nil {
			base = append(base, s)
		}
	}
	for _, variant := range open.list {
		all := append(base[:len(base):len(base)], variant)
		u.Types = append(u.Types, c.describer.class(c.gather(all), '{'))
	}
	c.further = nil // the schemas of the variants contain them
	return &Type{Kind: KindUnion, Rules: &Rules{Union: u}}
}

// withoutAlternatives returns the keywords of a gathered schema for objects,
// except for alternatives and for allOf, whose schemas are gathered as well. It
// returns nil if there are none.
func (s *Schema) withoutAlternatives() *Schema {
	rest := *s
	if l := s.Logic; l != nil {
		rest.Logic = nil
		if l.Not != nil || l.If != nil {
			rest.Logic = &SchemaLogic{Not: l.Not, If: l.If, Then: l.Then, Else: l.Else}
		}
	}
	if rest.Object == nil && rest.Logic == nil {
		return nil
	}
	return &rest
}

// discriminator returns a union, without its types, for the first property that
// all of the schemas require and that has a different constant in each of them.
// It returns nil if there is none.
func (c *classDescriber) discriminator(list []*Schema) *Union {
	names, first := c.constants(list[0])
	rest := make([]map[string]string, len(list)-1)
	for n := range rest {
		_, rest[n] = c.constants(list[n+1])
	}
	for _, name := range names {
		u := &Union{Field: name, Values: []string{first[name]}}
		seen := map[string]bool{first[name]: true}
		for _, constants := range rest {
			if value, ok := constants[name]; ok && !seen[value] {
				seen[value] = true
				u.Values = append(u.Values, value)
			}
		}
		if len(u.Values) == len(list) {
			return u
		}
	}
	return nil
}

// constants returns the properties that a schema requires and that have only one
// value, a string.
func (c *classDescriber) constants(s *Schema) (names []string, values map[string]string) {
	required := make(map[string]bool)
	g := c.gather([]*Schema{s})
	for _, s := range g.all {
		if s.Object == nil {
			continue
		}
		for _, name := range s.Object.Required {
			required[name] = true
		}
	}
	values = make(map[string]string)
	for _, s := range g.all {
		if s.Object == nil {
			continue
		}
		for _, p := range s.Object.Properties {
			enum := p.Schema.Enum
			if len(enum) != 1 || classOf(enum[0], 0) != '"' || !required[p.Name] || !isKey(p.Name) {
				continue
			}
			if _, ok := values[p.Name]; !ok {
				names = append(names, p.Name)
			}
			values[p.Name], _ = textAt(enum[0], 0)
		}
		c.parts += len(s.Object.Properties) + len(s.Object.Required)
	}
	return names, values
}
