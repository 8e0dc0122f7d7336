package decode

// items reads the keyword items.
func (u keywordUse) items() {
	if u.text[u.at] == '[' { // the form of prefixItems in the drafts before 2020-12
		u.b.array.Prefix, u.b.tuple = u.schemas(), true
		return
	}
	u.b.array.Items = u.subschema()
}

// prefixItems reads the keyword prefixItems.
func (u keywordUse) prefixItems() {
	if u.isArray() {
		u.b.array.Prefix = u.schemas()
	}
}

// uniqueItems reads the keyword uniqueItems.
func (u keywordUse) uniqueItems() {
	switch u.raw(u.at) {
	case "true":
		u.b.array.Unique = true
	case "false":
	default:
		u.reportMalformed("true or false")
	}
}

// properties reads the keyword properties, with the defaults of the properties.
func (u keywordUse) properties() {
	if !u.isObject() {
		return
	}
	for name, value := range u.each(u.at) {
		where := u.where.member(name)
		u.b.object.Properties = append(u.b.object.Properties, SchemaProperty{name, u.schema(value, where)})
		text := u.defaultOf(value, 0)
		u.b.defaults = append(u.b.defaults, text)
		if text != "" {
			n := len(u.b.defaults) - 1
			u.declared = append(u.declared, declaredDefault{u.b.schema, n, where.member("default")})
		}
	}
}

// maxDefaultReferences is the maximum number of references between a property and
// the schema that has its default.
const maxDefaultReferences = 32

// defaultOf returns the default of the schema at i, or else that of the schema to
// which it refers. It returns "" if there is no default.
func (p *schemaParser) defaultOf(i, references int) string {
	if at := p.find(i, "default"); at >= 0 {
		return p.raw(at)
	}
	ref := p.find(i, "$ref")
	if ref < 0 || references == maxDefaultReferences {
		return ""
	}
	text, _ := p.str(ref)
	to, ok := p.resolve(text)
	if !ok {
		return ""
	}
	return p.defaultOf(to.at, references+1)
}

// patternProperties reads the keyword patternProperties.
func (u keywordUse) patternProperties() {
	if !u.isObject() {
		return
	}
	for expr, value := range u.each(u.at) {
		use := u
		use.where = u.where.member(expr)
		check, schema := use.compilePattern(expr), u.schema(value, use.where)
		if check == nil {
			u.b.anyName = true
			continue
		}
		u.b.object.Patterns = append(u.b.object.Patterns, SchemaPattern{check, schema})
	}
}

func (u keywordUse) additionalProperties() { u.b.object.Additional = u.subschema() }

func (u keywordUse) propertyNames() { u.b.object.Names = u.subschema() }

// required reads the keyword required.
func (u keywordUse) required() {
	names, ok := u.names(u.at)
	if !ok {
		u.reportMalformed("an array of names; write it next to properties")
	}
	u.b.object.Required = names
}

// dependencies reads dependentRequired, dependentSchemas, and dependencies, which
// has the function of both in the drafts before 2019-09.
func (u keywordUse) dependencies() {
	if !u.isObject() {
		return
	}
	for name, value := range u.each(u.at) {
		d := SchemaDependent{Name: name}
		where := u.where.member(name)
		required, isList := u.names(value)
		switch {
		case isList && u.name != "dependentSchemas":
			d.Required = required
		case u.name == "dependentRequired":
			u.schemaParser.problem(u.b.schema, where, "dependentRequired must have arrays of names, got "+u.excerpt(value))
			continue
		default:
			d.Schema = u.schema(value, where)
		}
		u.b.object.Dependent = append(u.b.object.Dependent, d)
	}
}
