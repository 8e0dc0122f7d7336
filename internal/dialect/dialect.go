package dialect

import "slices"

// The names of the dialects.
const (
	MCP                   = "mcp"
	OpenAI                = "openai"
	OpenAIStrict          = "openai-strict"
	OpenAIResponses       = "openai-responses"
	OpenAIResponsesStrict = "openai-responses-strict"
	Anthropic             = "anthropic"
	AnthropicStrict       = "anthropic-strict"
	Gemini                = "gemini"
	GeminiJSON            = "gemini-json"
)

// Dialect is the form in which the API of a provider accepts tools.
type Dialect struct {
	// Name is the name of the dialect, such as "openai-strict".
	Name string
	// Projection is the name of the dialect that has the schemas of this one.
	// It is Name, except for a second API of a provider with the same schemas.
	Projection string
	// Fallback is the name of the dialect for a tool that has no schema in this
	// dialect. It is empty if that is the original schema of the arguments, in
	// this dialect.
	Fallback string
	// IsStrict reports whether the definitions request the provider's strict
	// mode. Fallback is then the dialect of the same API without this mode.
	IsStrict bool
	// TakesReferences reports whether the provider accepts $ref in the original
	// schema.
	TakesReferences bool
	// TakesExamples reports whether definitions have examples.
	TakesExamples bool
	// write returns the value whose JSON is the definition.
	write func(t *Tool) any
	// schemaLimits are the limits of one strict schema, and requestLimits those
	// of all tools of a request together.
	schemaLimits, requestLimits []limit
}

// all are the dialects.
var all = []Dialect{
	{Name: MCP, Projection: MCP, TakesReferences: true, write: mcp},
	{
		Name: OpenAI, Projection: OpenAI, TakesReferences: true,
		write: chat, requestLimits: openAIRequest,
	},
	{
		Name: OpenAIStrict, Projection: OpenAIStrict, Fallback: OpenAI, IsStrict: true,
		write: chat, schemaLimits: openAISchema, requestLimits: openAIRequest,
	},
	{
		Name: OpenAIResponses, Projection: OpenAI, TakesReferences: true,
		write: responses, requestLimits: openAIRequest,
	},
	{
		Name: OpenAIResponsesStrict, Projection: OpenAIStrict, Fallback: OpenAIResponses, IsStrict: true,
		write: responses, schemaLimits: openAISchema, requestLimits: openAIRequest,
	},
	{
		Name: Anthropic, Projection: Anthropic, TakesExamples: true,
		write: anthropic, requestLimits: anthropicRequest,
	},
	{
		Name: AnthropicStrict, Projection: AnthropicStrict, Fallback: Anthropic, IsStrict: true, TakesExamples: true,
		write: anthropic, requestLimits: anthropicRequest,
	},
	{
		Name: Gemini, Projection: Gemini, Fallback: GeminiJSON,
		write: gemini, requestLimits: geminiRequest,
	},
	{
		Name: GeminiJSON, Projection: GeminiJSON, TakesReferences: true,
		write: geminiJSON, requestLimits: geminiRequest,
	},
}

// Find returns the dialect with that name, or nil if there is none.
func Find(name string) *Dialect {
	return find(func(d *Dialect) bool { return d.Name == name })
}

// Strict returns the dialect of the same API with the provider's strict mode: d
// itself if it is strict, and nil if the API has no strict mode.
func (d *Dialect) Strict() *Dialect {
	if d.IsStrict {
		return d
	}
	return find(func(other *Dialect) bool { return other.IsStrict && other.Fallback == d.Name })
}

// find returns the first dialect for which matches returns true, or nil.
func find(matches func(d *Dialect) bool) *Dialect {
	for i := range all {
		if matches(&all[i]) {
			return &all[i]
		}
	}
	return nil
}

// Names returns the names of all dialects, in a fixed order.
func Names() []string {
	names := make([]string, len(all))
	for i := range all {
		names[i] = all[i].Name
	}
	return names
}

// Projections returns the names of the dialects that have schemas of their own,
// in the order of Names. They are the arguments of //tool:dialects.
func Projections() []string {
	return slices.DeleteFunc(Names(), func(name string) bool { return Find(name).Projection != name })
}
