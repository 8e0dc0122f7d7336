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

// rules are what a dialect takes, but for single keywords, which have a table
// of their own.
type rules struct {
	name string
	// column is the dialect's in the table of keywords; wholeJSONSchema means
	// that it takes all of them.
	column column
	// strict is the dialect that //tool:strict makes of this one; empty for
	// none. isStrict says that it is such a one.
	strict   string
	isStrict bool

	// nullsForOptional says that all properties are required, and those that
	// were optional may be null.
	nullsForOptional bool
	// listsForMaps says that maps are lists of objects with a key and a value.
	listsForMaps bool
	closing      closing
	recursion    recursion
	// noEmptyObjects says that an object needs a property.
	noEmptyObjects bool
	// loneUnions says that nothing may stand beside anyOf.
	loneUnions bool
	// formats are the names taken; nil means all.
	formats map[string]bool
	// enums are the values that an enum may have.
	enums enums
	// properties are the names that a property may have; nil means all.
	properties *regexp.Regexp
	// most are the limits of one tool, mostOfAll those of all tools of one
	// request.
	most, mostOfAll []limit
	// write makes the definition.
	write func(d *definition) ([]byte, error)
}

// closing is what an object says of properties that it does not name.
type closing uint8

const (
	closingAsItIs    closing = iota
	closingAlways            // additionalProperties is false, everywhere
	closingUnwritten         // additionalProperties is unknown
)

// recursion is what becomes of types that contain themselves.
type recursion uint8

const (
	recursionByReference      recursion = iota // $ref and $defs
	recursionRefused                           // no references at all
	recursionUnrolled                          // written out, a few levels deep
	recursionInOptionalFields                  // $ref, only in properties that are not required
)

// enums is what the values of an enum may be.
type enums uint8

const (
	enumsOfScalars         enums = iota // with the type beside
	enumsWithoutType                    // scalars; the type would be dropped
	enumsOfTexts                        // texts that are not empty
	enumsOfTextsAndNumbers              // likewise, or numbers
)

// portableName is the form of property names that every provider takes.
var portableName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]{0,63}$`)

// formats of the two strict dialects, from the vendors' SDKs and documents.
var (
	openAIFormats = setOf("date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid")
	claudeFormats = setOf("date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid", "uri")
)

func setOf(words ...string) map[string]bool {
	set := make(map[string]bool)
	for _, word := range words {
		set[word] = true
	}
	return set
}

// dialects are in the order in which they are named.
var dialects = []*rules{
	{name: MCP, column: wholeJSONSchema, write: writeMCP},
	{
		name: OpenAI, column: wholeJSONSchema, strict: OpenAIStrict,
		mostOfAll: openAIRequest, write: writeOpenAI,
	},
	{
		name: OpenAIStrict, column: openAIStrict, isStrict: true, strict: OpenAIStrict,
		nullsForOptional: true, listsForMaps: true, closing: closingAlways,
		formats: openAIFormats, properties: portableName,
		most: openAISchema, mostOfAll: openAIStrictRequest, write: writeOpenAI,
	},
	{
		name: Anthropic, column: wholeJSONSchema, strict: AnthropicStrict,
		recursion: recursionUnrolled, properties: portableName, write: writeAnthropic,
	},
	{
		name: AnthropicStrict, column: anthropicStrict, isStrict: true, strict: AnthropicStrict,
		listsForMaps: true, closing: closingAlways, recursion: recursionRefused,
		formats: claudeFormats, enums: enumsWithoutType, properties: portableName,
		mostOfAll: anthropicRequest, write: writeAnthropic,
	},
	{
		name: Gemini, column: gemini,
		listsForMaps: true, closing: closingUnwritten, recursion: recursionRefused,
		noEmptyObjects: true, loneUnions: true, enums: enumsOfTexts, properties: portableName,
		mostOfAll: geminiRequest, write: writeGemini,
	},
	{
		name: GeminiJSON, column: geminiJSON,
		recursion: recursionInOptionalFields, enums: enumsOfTextsAndNumbers, properties: portableName,
		mostOfAll: geminiRequest, write: writeGeminiJSON,
	},
}

// Names are the names of all dialects, in a fixed order.
func Names() []string {
	names := make([]string, len(dialects))
	for i, r := range dialects {
		names[i] = r.name
	}
	return names
}

// find looks a dialect up; nil if there is none of that name.
func find(dialect string) *rules {
	for _, r := range dialects {
		if r.name == dialect {
			return r
		}
	}
	return nil
}
