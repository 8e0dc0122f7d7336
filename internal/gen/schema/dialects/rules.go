package dialects

import (
	"regexp"
	"slices"

	"github.com/toolgen/toolgen/internal/dialect"
)

// rules are the rules for the schemas of a dialect. The table of keywords has the
// rules for keywords, and package dialect has the limits and the forms of
// definitions.
type rules struct {
	dialect *dialect.Dialect
	// column returns the action of the dialect in a row of the table of keywords. It
	// is nil if the dialect accepts all keywords of JSON Schema.
	column func(actions) action

	// nullsForOptional means that all properties are required, and that optional
	// ones may be null.
	nullsForOptional bool
	// listsForMaps means that maps are lists of objects with a key and a value.
	listsForMaps bool
	closing      closingRule
	recursion    recursion
	// noEmptyObjects means that an object must have a property.
	noEmptyObjects bool
	// onlyAnyOf means that a schema with anyOf must not have other keywords.
	onlyAnyOf bool
	// formats are the accepted formats. Nil means all.
	formats map[string]bool
	// enums are the values that an enum may have.
	enums enums
	// limitsLongEnums means that the values of a long enum have a maximum of
	// characters.
	limitsLongEnums bool
	// properties matches the allowed names of properties. Nil means all.
	properties *regexp.Regexp
}

// closingRule is the rule for additionalProperties.
type closingRule uint8

const (
	closingUnchanged closingRule = iota
	closingAlways                // additionalProperties is false, everywhere
	closingOmitted               // additionalProperties is unknown
)

// recursion is the rule for types that contain themselves.
type recursion uint8

const (
	recursionByReference      recursion = iota // $ref and $defs
	recursionRefused                           // no references
	recursionUnrolled                          // inlined a few levels deep
	recursionInOptionalFields                  // $ref, only in properties that are not required
)

// enums is the rule for the values of an enum.
type enums uint8

const (
	enumsOfScalars           enums = iota // with a type
	enumsWithoutType                      // scalars, without a type
	enumsOfStrings                        // strings that are not empty
	enumsOfStringsAndNumbers              // strings that are not empty, or numbers
)

// portableName matches the names of properties that every provider accepts.
var portableName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]{0,63}$`)

// The formats of the two strict dialects, from the SDKs and the documentation of the providers.
var (
	openAIFormats    = setOf("date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid")
	anthropicFormats = setOf("date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid", "uri")
)

// setOf returns a set of words.
func setOf(words ...string) map[string]bool {
	set := make(map[string]bool)
	for _, word := range words {
		set[word] = true
	}
	return set
}

// allRules are the rules of all dialects that have schemas of their own.
var allRules = []*rules{
	{dialect: dialect.Find(dialect.MCP)},
	{dialect: dialect.Find(dialect.OpenAI)},
	{
		dialect: dialect.Find(dialect.OpenAIStrict), column: func(row actions) action { return row.openAIStrict },
		nullsForOptional: true, listsForMaps: true, closing: closingAlways,
		formats: openAIFormats, limitsLongEnums: true, properties: portableName,
	},
	{dialect: dialect.Find(dialect.Anthropic), recursion: recursionUnrolled, properties: portableName},
	{
		dialect: dialect.Find(dialect.AnthropicStrict), column: func(row actions) action { return row.anthropicStrict },
		listsForMaps: true, closing: closingAlways, recursion: recursionRefused,
		formats: anthropicFormats, enums: enumsWithoutType, properties: portableName,
	},
	{
		dialect: dialect.Find(dialect.Gemini), column: func(row actions) action { return row.gemini },
		listsForMaps: true, closing: closingOmitted, recursion: recursionRefused,
		noEmptyObjects: true, onlyAnyOf: true, enums: enumsOfStrings, properties: portableName,
	},
	{
		dialect: dialect.Find(dialect.GeminiJSON), column: func(row actions) action { return row.geminiJSON },
		recursion: recursionInOptionalFields, enums: enumsOfStringsAndNumbers, properties: portableName,
	},
}

// rulesOf returns the rules for the schemas of a dialect. It returns nil if there
// are none, which TestRules reports.
func rulesOf(d *dialect.Dialect) *rules {
	i := slices.IndexFunc(allRules, func(r *rules) bool { return r.dialect != nil && r.dialect.Name == d.Projection })
	if i < 0 {
		return nil
	}
	return allRules[i]
}
