package dialects

import "slices"

// actions is a row of the table of keywords: the action for a keyword in each of the
// dialects that accept only a part of JSON Schema. A literal of a row has no names of
// fields, so that a row without an action does not compile.
type actions struct{ openAIStrict, anthropicStrict, gemini, geminiJSON action }

// action is what the package does with a keyword.
type action uint8

const (
	// describe moves the keyword to the description. It is also the action for
	// keywords that the table does not have, such as "x-order".
	describe action = iota
	// keep leaves the keyword unchanged. actionFor has the exceptions for keywords
	// that a dialect accepts only in part, such as format.
	keep
	// refuse reports the keyword as a refusal.
	refuse
	// drop removes the keyword, which has no meaning for values or for a model.
	drop
)

// keywords has the action for each keyword in the dialects that accept only a part
// of JSON Schema. A keyword that is rewritten first, such as oneOf, has the action
// of the keyword that replaces it.
var keywords = map[string]actions{
	//                       OpenAI, Anthropic, Gemini, Gemini JSON
	"type":                 {keep, keep, keep, keep},
	"title":                {keep, keep, keep, keep},
	"description":          {keep, keep, keep, keep},
	"enum":                 {keep, keep, keep, keep},
	"const":                {keep, keep, describe, describe},
	"anyOf":                {keep, keep, keep, keep},
	"properties":           {keep, keep, keep, keep},
	"required":             {keep, keep, keep, keep},
	"additionalProperties": {keep, keep, keep, keep},
	"items":                {keep, keep, keep, keep},
	"$ref":                 {keep, refuse, refuse, keep},
	"$defs":                {keep, drop, drop, keep},

	"format":    {keep, keep, keep, keep},
	"pattern":   {keep, describe, keep, describe},
	"minLength": {describe, describe, keep, describe},
	"maxLength": {describe, describe, keep, describe},

	"minimum":          {keep, describe, keep, keep},
	"maximum":          {keep, describe, keep, keep},
	"exclusiveMinimum": {keep, describe, describe, describe},
	"exclusiveMaximum": {keep, describe, describe, describe},
	"multipleOf":       {keep, describe, describe, describe},

	"minItems":      {keep, keep, keep, keep},
	"maxItems":      {keep, describe, keep, keep},
	"uniqueItems":   {describe, describe, describe, describe},
	"minProperties": {describe, describe, keep, describe},
	"maxProperties": {describe, describe, keep, describe},

	"default": {describe, describe, keep, describe},
	"example": {describe, describe, keep, describe},

	"allOf":                 {refuse, refuse, refuse, refuse},
	"not":                   {refuse, refuse, refuse, refuse},
	"if":                    {refuse, refuse, refuse, refuse},
	"then":                  {refuse, refuse, refuse, refuse},
	"else":                  {refuse, refuse, refuse, refuse},
	"prefixItems":           {refuse, refuse, refuse, refuse},
	"contains":              {refuse, refuse, refuse, refuse},
	"minContains":           {refuse, refuse, refuse, refuse},
	"maxContains":           {refuse, refuse, refuse, refuse},
	"patternProperties":     {refuse, refuse, refuse, refuse},
	"dependentSchemas":      {refuse, refuse, refuse, refuse},
	"dependentRequired":     {refuse, refuse, refuse, refuse},
	"unevaluatedItems":      {refuse, refuse, refuse, refuse},
	"unevaluatedProperties": {refuse, refuse, refuse, refuse},
	"contentSchema":         {refuse, refuse, refuse, refuse},
	"$dynamicRef":           {refuse, refuse, refuse, refuse},

	"$schema":        {drop, drop, drop, drop},
	"$id":            {drop, drop, drop, drop},
	"$anchor":        {drop, drop, drop, drop},
	"$dynamicAnchor": {drop, drop, drop, drop},
	"$comment":       {drop, drop, drop, drop},
}

// annotations are keywords that do not constrain values.
var annotations = setOf("title", "description", "default", "example", "examples", "readOnly", "writeOnly", "deprecated",
	"$schema", "$id", "$anchor", "$comment")

// applyActions applies the actions of the table to the keywords of a schema. It
// adds the described keywords to the end of the description.
func (p *projector) applyActions(n *node, path string) {
	var described []member
	n.members = slices.DeleteFunc(n.members, func(m member) bool {
		switch p.actionFor(n, m.keyword) {
		case keep:
			return false
		case describe:
			described = append(described, m)
		case refuse:
			p.refuse(n, path, m.keyword, "the dialect does not have this keyword", "remove it from the schema")
		}
		return true
	})
	n.describe(sentences(described))
}

// actionFor returns the action of the table, or describe for a keyword that the
// dialect does not accept with this value or next to anyOf.
func (p *projector) actionFor(n *node, keyword string) action {
	a := p.column(keywords[keyword])
	switch {
	case a != keep:
	case keyword == "format" && !p.acceptsFormat(n):
		return describe
	case keyword == "minItems" && p.enums == enumsWithoutType && !isOneOf(string(n.get(keyword).text), "0", "1"):
		return describe
	case p.onlyAnyOf && n.has("anyOf") && isOneOf(keyword, "default", "example"):
		return describe
	}
	return a
}

// acceptsFormat reports whether the dialect accepts the format of a schema.
func (p *projector) acceptsFormat(n *node) bool {
	if p.enums == enumsWithoutType && n.isLiteral() {
		return false
	}
	return p.formats == nil || p.formats[n.string("format")]
}

// isOneOf reports whether a word is in a list.
func isOneOf(word string, words ...string) bool { return slices.Contains(words, word) }
