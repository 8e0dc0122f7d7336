package decode

import "slices"

// maxFields is the maximum number of fields or first items of a description.
// Larger objects and arrays are only checked against their schemas.
const maxFields = 500

// object describes the objects, or returns nil if a description cannot have the
// names of their members.
func (c *classDescriber) object() *Type {
	closed, elem := c.rest()
	names := c.names(closed)
	if c.parts > maxParts || len(names) > maxFields || slices.ContainsFunc(names, func(name string) bool { return !isKey(name) }) {
		return nil
	}
	if len(names) == 0 && !closed {
		t := &Type{Kind: KindMap, Elem: elem}
		if key := c.keys(true); key != nil {
			t.Rules = &Rules{Key: key}
		}
		return t
	}
	c.keys(false)
	t, rules := &Type{Kind: KindStruct, Fields: make([]Field, len(names))}, Rules{Parsed: &Parsed{}}
	if !closed {
		rules.Parsed.Rest = elem
	}
	defaults := make([]string, len(names))
	for n, name := range names {
		t.Fields[n] = c.field(name)
		defaults[n] = c.defaultOf(name)
	}
	if slices.ContainsFunc(defaults, func(text string) bool { return text != "" }) {
		rules.Parsed.Defaults = defaults
	}
	if rules.Parsed.Rest != nil || rules.Parsed.Defaults != nil {
		t.Rules = &rules
	}
	if c.parts > maxParts {
		return nil
	}
	return t
}

// objects calls a function with the keywords of each schema for objects.
func (c *classDescriber) objects(visit func(o *SchemaObject)) {
	for _, s := range c.all {
		if s.Object != nil {
			visit(s.Object)
		}
	}
}

// rest describes the members without a property, or returns nil if they are
// forbidden. It adds schemas that the description does not cover.
func (c *classDescriber) rest() (closed bool, elem *Type) {
	var all []*Schema
	c.objects(func(o *SchemaObject) {
		if o.Count != nil || len(o.Dependent) > 0 {
			c.demand(Schema{Object: &SchemaObject{Count: o.Count, Dependent: o.Dependent}})
		}
		if len(o.Patterns) > 0 {
			c.demand(Schema{Object: o.patternSchemas()})
		}
		if o.Additional == nil || len(o.Patterns) > 0 {
			return
		}
		closed = closed || o.Additional.Never
		all = append(all, o.Additional)
	})
	if closed {
		return true, nil
	}
	return false, c.describe(all)
}

// names returns the names of the properties and, if the object is open, the other
// names that are required.
func (c *classDescriber) names(closed bool) (names []string) {
	seen := make(map[string]bool)
	add := func(name string) {
		if !seen[name] {
			seen[name] = true
			names = append(names, name)
		}
	}
	c.objects(func(o *SchemaObject) {
		for _, p := range o.Properties {
			add(p.Name)
		}
	})
	c.objects(func(o *SchemaObject) {
		for _, name := range o.Required {
			if !closed {
				add(name)
			}
			if !seen[name] {
				c.demand(Schema{Object: &SchemaObject{Required: []string{name}}})
			}
		}
	})
	return names
}

// isKey reports whether the name of a property needs no escapes in JSON.
func isKey(name string) bool {
	for i := range len(name) {
		if name[i] < 0x20 || name[i] == '"' || name[i] == '\\' {
			return false
		}
	}
	return true
}

// field describes a property.
func (c *classDescriber) field(name string) Field {
	var all []*Schema
	required := false
	c.objects(func(o *SchemaObject) {
		s := o.property(name)
		matched := false
		c.parts += len(o.Patterns)
		for _, p := range o.Patterns {
			if c.parts > maxParts {
				return
			}
			if _, ok := p.Name.Check(name); ok {
				matched = true
				all = append(all, p.Schema)
			}
		}
		if s == nil && !matched {
			s = o.Additional
		}
		if s != nil {
			all = append(all, s)
		}
		c.parts += 1 + len(o.Required)/16
		required = required || slices.Contains(o.Required, name)
	})
	return Field{Key: `"` + name + `":`, Type: c.describe(all), Required: required}
}

// defaultOf returns the default of a property, or "".
func (c *classDescriber) defaultOf(name string) (text string) {
	c.objects(func(o *SchemaObject) {
		for n, given := range c.defaults[o] {
			if text == "" && given != "" && o.Properties[n].Name == name {
				text = given
			}
		}
	})
	return text
}

// keys describes the names of the members of a map; nil means all strings. It
// adds schemas that the description does not cover.
func (c *classDescriber) keys(isMap bool) (key *Type) {
	c.objects(func(o *SchemaObject) {
		s := o.Names
		if s == nil {
			return
		}
		if !isMap || key != nil || s.Enum == nil || len(s.Enum) > maxValues || s.Text != nil || s.Logic != nil || s.types()&TypeString == 0 {
			c.demand(Schema{Object: &SchemaObject{Names: s}})
			return
		}
		key = &Type{Kind: KindString, Rules: &Rules{Enum: []string{}}}
		for _, text := range s.Enum {
			if value, _ := textAt(text, 0); classOf(text, 0) == '"' {
				key.Rules.Enum = append(key.Rules.Enum, value)
			}
		}
	})
	return key
}

// patternSchemas returns the schemas of members whose names match patterns, and of
// members without a property.
func (o *SchemaObject) patternSchemas() *SchemaObject {
	p := &SchemaObject{Patterns: o.Patterns, Additional: o.Additional, index: o.index}
	for _, property := range o.Properties {
		p.Properties = append(p.Properties, SchemaProperty{property.Name, new(Schema)})
	}
	return p
}
