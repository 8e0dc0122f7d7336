package runtime

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/toolgen/toolgen/internal/dialect"
)

// Dialect is the format of tools in the API of a model provider.
// docs/dialects.md says what each dialect can express.
type Dialect string

// The dialects. In a strict dialect, a tool requests the provider's strict mode
// if its package has a projection for the dialect (directive //tool:dialects).
// The other tools of the request have the plain format of the same provider.
const (
	DialectMCP                   Dialect = dialect.MCP                   // "mcp": a tool of the response to tools/list
	DialectOpenAI                Dialect = dialect.OpenAI                // "openai": chat completions
	DialectOpenAIStrict          Dialect = dialect.OpenAIStrict          // "openai-strict": chat completions, strict mode
	DialectOpenAIResponses       Dialect = dialect.OpenAIResponses       // "openai-responses": responses
	DialectOpenAIResponsesStrict Dialect = dialect.OpenAIResponsesStrict // "openai-responses-strict": responses, strict mode
	DialectAnthropic             Dialect = dialect.Anthropic             // "anthropic": messages
	DialectAnthropicStrict       Dialect = dialect.AnthropicStrict       // "anthropic-strict": messages, strict mode
	DialectGemini                Dialect = dialect.Gemini                // "gemini": a function declaration with "parameters"
	DialectGeminiJSON            Dialect = dialect.GeminiJSON            // "gemini-json": a function declaration with "parametersJsonSchema"
)

// Parameters is the schema of a tool's arguments in the format of a dialect.
type Parameters struct {
	// Dialect is the dialect of the schema: the requested one, or another one
	// of the same API.
	Dialect Dialect
	// Schema is compact JSON. It is empty if the provider requires none, as
	// Gemini does for a tool without arguments.
	Schema json.RawMessage
	// Strict reports that the request must set the provider's strict mode.
	Strict bool
	// Examples are the arguments of valid calls in the form of Schema. It is
	// nil if the definitions of the dialect have no examples.
	Examples []string
}

// ParametersFor returns the schema of the tool's arguments in a dialect: the
// tool's projection for it, or else the projection for the plain dialect of the
// same API, or else Input. If Tool.Strict is true, the projection for the strict
// dialect of the same API is preferred. A projection may express less than
// Input; the decoder checks all of Input in any case.
//
// It fails with a *DialectError if the dialect is unknown, and if Input has
// references, the provider does not support them and the tool has no
// projection.
func (t *Tool) ParametersFor(d Dialect) (Parameters, error) {
	found := dialect.Find(string(d))
	if found == nil {
		return Parameters{}, &DialectError{Dialect: d}
	}
	if strict := found.Strict(); strict != nil && t.Strict {
		found = strict
	}
	for {
		if p := t.projection(found.Projection); p != nil {
			return p.parameters(t, found), nil
		}
		if found.Fallback == "" {
			break
		}
		found = dialect.Find(found.Fallback)
	}
	original := Projection{Parameters: string(t.Definition().Parameters)}
	if !found.TakesReferences && strings.Contains(original.Parameters, `"$ref"`) {
		return Parameters{}, &DialectError{Dialect: d, Tool: t.Name}
	}
	return original.parameters(t, found), nil
}

// projection returns the projection of the tool for a dialect; nil if there is
// none.
func (t *Tool) projection(name string) *Projection {
	for i := range t.Projections {
		if t.Projections[i].Dialect == name {
			return &t.Projections[i]
		}
	}
	return nil
}

// parameters returns the content of the tool's projection for a dialect.
func (p *Projection) parameters(t *Tool, d *dialect.Dialect) Parameters {
	parameters := Parameters{Dialect: Dialect(d.Name), Schema: json.RawMessage(p.Parameters), Strict: p.Strict}
	switch {
	case !d.TakesExamples:
	case p.Examples != nil:
		parameters.Examples = p.Examples
	default:
		parameters.Examples = t.Examples
	}
	return parameters
}

// AppendDefinitionsFor appends the definitions of the tools in
// [Registry.Definitions] to dst as a JSON array in the format of the dialect:
// the member "tools" of a request or, for Gemini, the member
// "functionDeclarations" of its only tool. The definitions are in the order of
// registration, and the bytes of the schemas do not change, so that the
// provider's prompt cache stays valid.
//
// In a dialect that a tool's package requests, the definition is the one that
// the command toolgen schema prints, but compact.
//
// It fails with a *DialectError as [Tool.ParametersFor] does, with a
// *DialectLimitError if the tools exceed a limit of the provider for one
// request, and if a schema or an example of a tool is not JSON. It then returns
// dst unchanged.
func (r *Registry) AppendDefinitionsFor(dst []byte, d Dialect, p Policy) ([]byte, error) {
	var shown []*entry
	var runs checkRuns
	isOpen, entries := p.isOpen(), r.entries()
	for i, e := range entries {
		if e.isShown(&p, isOpen, runs.startFrom(entries[i:])) {
			shown = append(shown, e)
		}
	}
	return appendDialectDefinitions(dst, d, shown)
}

// AppendTurnDefinitionsFor is like [Registry.AppendDefinitionsFor] for the
// tools in [Registry.TurnTools].
func (r *Registry) AppendTurnDefinitionsFor(dst []byte, d Dialect, turn *Turn) ([]byte, error) {
	return appendDialectDefinitions(dst, d, r.shownEntries(turn))
}

// appendDialectDefinitions appends the definitions of the tools as a JSON
// array.
func appendDialectDefinitions(dst []byte, d Dialect, tools []*entry) ([]byte, error) {
	found := dialect.Find(string(d))
	if found == nil {
		return dst, &DialectError{Dialect: d}
	}
	var sum dialect.Counts
	out := append(dst, '[')
	for i, e := range tools {
		f, err := e.dialectDefinition(d)
		if err != nil {
			return dst, err
		}
		if i > 0 {
			out = append(out, ',')
		}
		out = append(out, f.text...)
		sum.Add(&f.counts)
	}
	if found.IsExceeded(&sum) {
		return dst, limitError(found, tools)
	}
	return append(out, ']'), nil
}

// dialectDefinition is the definition of a tool in a dialect. It is an element
// of the linked list of the definitions that were requested.
type dialectDefinition struct {
	dialect Dialect
	text    []byte
	counts  dialect.Counts
	next    *dialectDefinition
}

// dialectDefinition returns the definition of the tool in a dialect. The first
// call creates and stores it.
func (e *entry) dialectDefinition(d Dialect) (*dialectDefinition, error) {
	for f := e.texts.firstDialect(); f != nil; f = f.next {
		if f.dialect == d {
			return f, nil
		}
	}
	f, err := newDialectDefinition(e.tool, d)
	if err != nil {
		return nil, err
	}
	e.texts.addDialect(f)
	return f, nil
}

// newDialectDefinition creates the definition of the tool in a dialect.
func newDialectDefinition(t *Tool, d Dialect) (*dialectDefinition, error) {
	parameters, err := t.ParametersFor(d)
	if err != nil {
		return nil, err
	}
	described := &dialect.Tool{
		Name: t.Name, Title: t.Title, Description: t.Description,
		Parameters: parameters.Schema, Output: json.RawMessage(t.Output), Strict: parameters.Strict, Hints: dialect.Hints(t.Hints),
	}
	for _, example := range parameters.Examples {
		described.Examples = append(described.Examples, json.RawMessage(example))
	}
	text, err := dialect.Find(string(parameters.Dialect)).Append(nil, described)
	if err != nil {
		return nil, fmt.Errorf("runtime: the definition of the tool %s: %w", t.Name, err)
	}
	return &dialectDefinition{dialect: d, text: text, counts: dialect.Count(described)}, nil
}
