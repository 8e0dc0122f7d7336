package dialects

import "regexp"

// The dialects.
const (
	MCP             = "mcp"
	OpenAI          = "openai"
	OpenAIStrict    = "openai-strict"
	Anthropic       = "anthropic"
	AnthropicStrict = "anthropic-strict"
	Gemini          = "gemini"
	GeminiJSON      = "gemini-json"
)

// rules are the rules of a dialect, without those of keywords, which are in the
// table of keywords.
type rules struct {
	name string
	// column is the column of the dialect in the table of keywords, or
	// fullJSONSchema if it accepts all keywords.
	column column
	// strict is the dialect that replaces this one for a tool with //tool:strict.
	// It is empty if there is none. isStrict reports whether this dialect is
	// strict.
	strict   string
	isStrict bool

	// nullsForOptional means that all properties are required, and that optional
	// ones may be null.
	nullsForOptional bool
	// listsForMaps means that maps are lists of objects with a key and a value.
	listsForMaps bool
	closing      closing
	recursion    recursion
	// noEmptyObjects means that an object must have a property.
	noEmptyObjects bool
	// onlyAnyOf means that a schema with anyOf must not have other keywords.
	onlyAnyOf bool
	// formats are the accepted formats. Nil means all.
	formats map[string]bool
	// enums are the values that an enum may have.
	enums enums
	// properties matches the allowed names of properties. Nil means all.
	properties *regexp.Regexp
	// toolLimits are the limits of one tool, and requestLimits those of all tools
	// of a request.
	toolLimits, requestLimits []limit
	// write writes the definition of a tool.
	write func(d *definition) ([]byte, error)
}

// closing is the rule for additionalProperties.
type closing uint8

const (
	closingUnchanged closing = iota
	closingAlways            // additionalProperties is false, everywhere
	closingOmitted           // additionalProperties is unknown
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

// dialects are the rules of all dialects.
var dialects = []*rules{
	{name: MCP, column: fullJSONSchema, write: writeMCP},
	{
		name: OpenAI, column: fullJSONSchema, strict: OpenAIStrict,
		requestLimits: openAIRequest, write: writeOpenAI,
	},
	{
		name: OpenAIStrict, column: openAIStrict, isStrict: true, strict: OpenAIStrict,
		nullsForOptional: true, listsForMaps: true, closing: closingAlways,
		formats: openAIFormats, properties: portableName,
		toolLimits: openAISchema, requestLimits: openAIStrictRequest, write: writeOpenAI,
	},
	{
		name: Anthropic, column: fullJSONSchema, strict: AnthropicStrict,
		recursion: recursionUnrolled, properties: portableName, write: writeAnthropic,
	},
	{
		name: AnthropicStrict, column: anthropicStrict, isStrict: true, strict: AnthropicStrict,
		listsForMaps: true, closing: closingAlways, recursion: recursionRefused,
		formats: anthropicFormats, enums: enumsWithoutType, properties: portableName,
		requestLimits: anthropicRequest, write: writeAnthropic,
	},
	{
		name: Gemini, column: gemini,
		listsForMaps: true, closing: closingOmitted, recursion: recursionRefused,
		noEmptyObjects: true, onlyAnyOf: true, enums: enumsOfStrings, properties: portableName,
		requestLimits: geminiRequest, write: writeGemini,
	},
	{
		name: GeminiJSON, column: geminiJSON,
		recursion: recursionInOptionalFields, enums: enumsOfStringsAndNumbers, properties: portableName,
		requestLimits: geminiRequest, write: writeGeminiJSON,
	},
}

// Names returns the names of all dialects, in a fixed order.
func Names() []string {
	names := make([]string, len(dialects))
	for i, r := range dialects {
		names[i] = r.name
	}
	return names
}

// findRules returns the rules of a dialect, or nil if it is unknown.
func findRules(dialect string) *rules {
	for _, r := range dialects {
		if r.name == dialect {
			return r
		}
	}
	return nil
}
