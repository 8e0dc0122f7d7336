package dialect

// Dialect is the form in which one API takes tools.
type Dialect struct {
	// Name is the name of the dialect, such as "openai-strict".
	Name string
	// Projection is the name of the projection of a tool that holds the schema
	// in this dialect.
	Projection string
	// Plain is the dialect for a tool without the projection; empty when the
	// API takes the schema of the arguments as it is.
	Plain string
	// TakesReferences reports whether the API takes that schema even when it
	// has references.
	TakesReferences bool
	// write is the form of a definition.
	write func(t *Tool) any
	// limits are those of the tools of one request together.
	limits []limit
}

// all are the dialects.
var all = []Dialect{
	{Name: "mcp", Projection: "mcp", TakesReferences: true, write: mcp},
	{Name: "openai", Projection: "openai", TakesReferences: true, write: chat, limits: openAILimits},
	{Name: "openai-strict", Projection: "openai-strict", Plain: "openai", write: chat, limits: openAILimits},
	{Name: "openai-responses", Projection: "openai", TakesReferences: true, write: responses, limits: openAILimits},
	{Name: "openai-responses-strict", Projection: "openai-strict", Plain: "openai-responses", write: responses, limits: openAILimits},
	{Name: "anthropic", Projection: "anthropic", write: anthropic, limits: anthropicLimits},
	{Name: "anthropic-strict", Projection: "anthropic-strict", Plain: "anthropic", write: anthropic, limits: anthropicLimits},
	{Name: "gemini", Projection: "gemini", Plain: "gemini-json", write: gemini, limits: geminiLimits},
	{Name: "gemini-json", Projection: "gemini-json", TakesReferences: true, write: geminiJSON, limits: geminiLimits},
}

// Find returns the dialect with that name; nil for none.
func Find(name string) *Dialect {
	for i := range all {
		if all[i].Name == name {
			return &all[i]
		}
	}
	return nil
}

// Names are the names of all dialects.
func Names() []string {
	names := make([]string, len(all))
	for i := range all {
		names[i] = all[i].Name
	}
	return names
}
