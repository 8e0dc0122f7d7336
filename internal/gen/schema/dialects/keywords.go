package dialects

import "slices"

// column is a column of the table of keywords.
type column uint8

const (
	openAIStrict column = iota
	anthropicStrict
	gemini
	geminiJSON
	columns
	// wholeJSONSchema is no column: the dialect takes whatever there is.
	wholeJSONSchema
)

// action is what becomes of a keyword.
type action uint8

const (
	// say tells it in the description. It is also what becomes of keywords
	// that the table does not have, such as "x-order".
	say action = iota
	// keep leaves it as it is. Where it is one that the dialect takes only in
	// part, such as format, shapes.go has rewritten it before.
	keep
	// refuse reports it.
	refuse
	// drop leaves it out. It demands nothing and says nothing to a model.
	drop
)

// keywords is what becomes of each keyword in the dialects that take a part of
// JSON Schema only. What is rewritten, such as oneOf, is looked up as what it
// has become.
var keywords = map[string][columns]action{
	//                       OpenAI, Anthropic, Gemini, Gemini JSON
	"type":                 {keep, keep, keep, keep},
	"title":                {keep, keep, keep, keep},
	"description":          {keep, keep, keep, keep},
	"enum":                 {keep, keep, keep, keep},
	"const":                {keep, keep, say, say},
	"anyOf":                {keep, keep, keep, keep},
	"properties":           {keep, keep, keep, keep},
	"required":             {keep, keep, keep, keep},
	"additionalProperties": {keep, keep, keep, keep},
	"items":                {keep, keep, keep, keep},
	"$ref":                 {keep, refuse, refuse, keep},
	"$defs":                {keep, drop, drop, keep},

	"format":    {keep, keep, keep, keep},
	"pattern":   {keep, say, keep, say},
	"minLength": {say, say, keep, say},
	"maxLength": {say, say, keep, say},

	"minimum":          {keep, say, keep, keep},
	"maximum":          {keep, say, keep, keep},
	"exclusiveMinimum": {keep, say, say, say},
	"exclusiveMaximum": {keep, say, say, say},
	"multipleOf":       {keep, say, say, say},

	"minItems":      {keep, keep, keep, keep},
	"maxItems":      {keep, say, keep, keep},
	"minProperties": {say, say, keep, say},
	"maxProperties": {say, say, keep, say},

	"default": {say, say, keep, say},
	"example": {say, say, keep, say},

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

// annotations are keywords that demand nothing of a value.
var annotations = setOf("title", "description", "default", "example", "examples", "readOnly", "writeOnly", "deprecated",
	"$schema", "$id", "$anchor", "$comment")

// apply does to each keyword of a schema what the table says. What is said goes
// to the end of the description.
func (p *projector) apply(n *node, path string) {
	var said []member
	n.members = slices.DeleteFunc(n.members, func(m member) bool {
		switch p.actionFor(n, m.keyword) {
		case keep:
			return false
		case say:
			said = append(said, m)
		case refuse:
			p.refuse(n, path, m.keyword, "it has no such keyword", "leave it out of the schema")
		}
		return true
	})
	n.describe(sentences(said))
}

// actionFor is what the table says, but for keywords that the dialect takes in
// part only, and for unions that must stand alone.
func (p *projector) actionFor(n *node, keyword string) action {
	a := keywords[keyword][p.column]
	switch {
	case a != keep:
	case keyword == "format" && !p.takesFormat(n):
		return say
	case keyword == "minItems" && p.enums == enumsWithoutType && !isOneOf(string(n.get(keyword).text), "0", "1"):
		return say
	case p.loneUnions && n.has("anyOf") && isOneOf(keyword, "default", "example"):
		return say
	}
	return a
}

func (p *projector) takesFormat(n *node) bool {
	if p.enums == enumsWithoutType && n.isLiteral() {
		return false
	}
	return p.formats == nil || p.formats[n.string("format")]
}

func isOneOf(word string, words ...string) bool { return slices.Contains(words, word) }
