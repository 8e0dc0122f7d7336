package decode

// keyword is a keyword of JSON Schema that restricts values, or that changes the
// meaning of other keywords. All other keywords are annotations.
type keyword struct {
	from dialect // the first draft that has it
	read func(u keywordUse)
}

// newKeywords returns the keywords by name. It is a function, and not a variable, so
// that programs that read no schemas do not link the code of the keywords.
func newKeywords() map[string]keyword {
	return map[string]keyword{
		"type":             {dialect6, keywordUse.types},
		"enum":             {dialect6, keywordUse.enum},
		"const":            {dialect6, keywordUse.constant},
		"minimum":          {dialect6, keywordUse.bound},
		"maximum":          {dialect6, keywordUse.bound},
		"exclusiveMinimum": {dialect6, keywordUse.bound},
		"exclusiveMaximum": {dialect6, keywordUse.bound},
		"multipleOf":       {dialect6, keywordUse.bound},
		"minLength":        {dialect6, keywordUse.size},
		"maxLength":        {dialect6, keywordUse.size},
		"minItems":         {dialect6, keywordUse.size},
		"maxItems":         {dialect6, keywordUse.size},
		"minProperties":    {dialect6, keywordUse.size},
		"maxProperties":    {dialect6, keywordUse.size},
		"pattern":          {dialect6, keywordUse.pattern},
		"format":           {dialect6, keywordUse.format},
		"contentEncoding":  {dialect6, keywordUse.contentEncoding},

		"items":            {dialect6, keywordUse.items},
		"prefixItems":      {dialect2020, keywordUse.prefixItems},
		"additionalItems":  {dialect6, keywordUse.readLater},
		"unevaluatedItems": {dialect2019, keywordUse.readLater},
		"contains":         {dialect6, keywordUse.readLater},
		"minContains":      {dialect2019, keywordUse.readLater},
		"maxContains":      {dialect2019, keywordUse.readLater},
		"uniqueItems":      {dialect6, keywordUse.uniqueItems},

		"properties":            {dialect6, keywordUse.properties},
		"patternProperties":     {dialect6, keywordUse.patternProperties},
		"additionalProperties":  {dialect6, keywordUse.additionalProperties},
		"unevaluatedProperties": {dialect2019, keywordUse.readLater},
		"propertyNames":         {dialect6, keywordUse.propertyNames},
		"required":              {dialect6, keywordUse.required},
		"dependentRequired":     {dialect2019, keywordUse.dependencies},
		"dependentSchemas":      {dialect2019, keywordUse.dependencies},
		"dependencies":          {dialect6, keywordUse.dependencies},

		"allOf": {dialect6, keywordUse.schemaList},
		"anyOf": {dialect6, keywordUse.schemaList},
		"oneOf": {dialect6, keywordUse.schemaList},
		"not":   {dialect6, keywordUse.not},
		"if":    {dialect7, keywordUse.readLater},
		"then":  {dialect7, keywordUse.readLater},
		"else":  {dialect7, keywordUse.readLater},

		"$ref":          {dialect6, keywordUse.ref},
		"$dynamicRef":   {dialect2020, keywordUse.dynamicRef},
		"$recursiveRef": {dialect2019, keywordUse.dynamicRef},
		"$id":           {dialect6, keywordUse.embeddedDocument},
		"$schema":       {dialect6, keywordUse.embeddedDocument},
	}
}

// keywordUse is one use of a keyword in a schema.
type keywordUse struct {
	*schemaParser
	b     *schemaBuilder
	name  string
	at    int       // the index of the value
	where *location // the location of the value
}

// problem reports that the keyword cannot be checked.
func (u keywordUse) problem(message string) { u.schemaParser.problem(u.b.schema, u.where, message) }

// reportMalformed reports a value that the keyword cannot have.
func (u keywordUse) reportMalformed(want string) {
	u.problem(u.name + " must be " + want + ", got " + u.excerpt(u.at))
}

// readLater stores a keyword that depends on others until those have been read.
func (u keywordUse) readLater() {
	if u.b.laterKeywords == nil {
		u.b.laterKeywords = make(map[string]keywordUse)
	}
	u.b.laterKeywords[u.name] = u
}

// subschema reads the value as a schema.
func (u keywordUse) subschema() *Schema { return u.schema(u.at, u.where) }

// isObject reports whether the value is an object, and reports a problem
// otherwise.
func (u keywordUse) isObject() bool {
	if u.text[u.at] != '{' {
		u.reportMalformed("an object")
		return false
	}
	return true
}

// isArray reports whether the value is an array, and reports a problem otherwise.
func (u keywordUse) isArray() bool {
	if u.text[u.at] != '[' {
		u.reportMalformed("an array")
		return false
	}
	return true
}

// names returns the value at an index as a list of names.
func (u keywordUse) names(at int) (names []string, ok bool) {
	if u.text[at] != '[' {
		return nil, false
	}
	for _, item := range u.schemaParser.items(at) {
		name, ok := u.str(item)
		if !ok {
			return nil, false
		}
		names = append(names, name)
	}
	return names, true
}

// schemas returns the value as a list of schemas.
func (u keywordUse) schemas() (all []*Schema) {
	for n, item := range u.schemaParser.items(u.at) {
		all = append(all, u.schema(item, u.where.item(n)))
	}
	return all
}

// schemaList reads a keyword whose value is a list of alternatives or conditions.
func (u keywordUse) schemaList() {
	if u.text[u.at] != '[' || u.isEmpty() {
		u.reportMalformed("an array of at least one schema")
		return
	}
	switch l := &u.b.logic; u.name {
	case "allOf":
		l.AllOf = append(l.AllOf, u.schemas()...)
	case "anyOf":
		l.AnyOf = u.schemas()
	default:
		l.OneOf = u.schemas()
	}
}

// isEmpty reports whether the value is an empty container.
func (u keywordUse) isEmpty() bool {
	_, closed := firstPart(u.text, u.at)
	return closed
}

func (u keywordUse) not() { u.b.logic.Not = u.subschema() }

func (u keywordUse) ref() {
	u.b.logic.AllOf = append(u.b.logic.AllOf, u.schemaOfReference(u.at, u.where))
}

func (u keywordUse) dynamicRef() {
	u.problem("references whose target depends on the referring schema cannot be checked: use $ref")
}

// embeddedDocument reports an $id or a $schema that makes a subschema a document of
// its own.
func (u keywordUse) embeddedDocument() {
	value, _ := u.str(u.at)
	switch isRoot := u.where.up == nil; {
	case isRoot, u.name == "$id" && value != "" && value[0] == '#':
	case u.name == "$id" && !u.hasReferences():
	case u.name == "$schema" && withoutScheme(value) == withoutScheme(u.dialect.uri()):
	default:
		u.problem("a document inside the document cannot be checked: remove " + u.name + " and refer to the schema by #/$defs/NAME")
	}
}
