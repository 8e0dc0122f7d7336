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
	DialectMCP                   Dialect = "mcp"                     // a tool of the answer to tools/list
	DialectOpenAI                Dialect = "openai"                  // chat completions
	DialectOpenAIStrict          Dialect = "openai-strict"           // chat completions, strict mode
	DialectOpenAIResponses       Dialect = "openai-responses"        // responses
	DialectOpenAIResponsesStrict Dialect = "openai-responses-strict" // responses, strict mode
	DialectAnthropic             Dialect = "anthropic"               // messages
	DialectAnthropicStrict       Dialect = "anthropic-strict"        // messages, strict mode
	DialectGemini                Dialect = "gemini"                  // a function declaration with "parameters"
	DialectGeminiJSON            Dialect = "gemini-json"             // a function declaration with "parametersJsonSchema"
)

// Parameters is the schema of a tool's arguments in the format of a dialect.
type Parameters struct {
	// Dialect is the dialect of the schema: the requested one, or the plain one
	// of the same provider.
	Dialect Dialect
	// Schema is compact JSON. It is empty if the provider requires none, as
	// Gemini does for a tool without arguments.
	Schema json.RawMessage
	// Strict reports that the request must set the provider's strict mode.
	Strict bool
}

// ParametersFor returns the schema of the tool's arguments in a dialect: the
// tool's projection for it, or else the projection for the plain dialect of the
// same provider, or else Input. A projection may express less than Input; the
// decoder checks all of Input in any case.
//
// It fails with a *DialectError if the dialect is unknown, and if Input has
// references, the provider does not support them and the tool has no
// projection.
func (t *Tool) ParametersFor(d Dialect) (Parameters, error) {
	found := dialect.Find(string(d))
	if found == nil {
		return Parameters{}, &DialectError{Dialect: d}
	}
	for {
		for i := range t.Projections {
			if p := &t.Projections[i]; p.Dialect == found.Projection {
				return Parameters{Dialect(found.Name), json.RawMessage(p.Parameters), p.Strict}, nil
			}
		}
		if found.Plain == "" {
			break
		}
		found = dialect.Find(found.Plain)
	}
	input := t.Definition().Parameters
	if !found.TakesReferences && strings.Contains(string(input), `"$ref"`) {
		return Parameters{}, &DialectError{Dialect: d, Tool: t.Name}
	}
	return Parameters{Dialect(found.Name), input, false}, nil
}

// AppendDefinitionsFor appends the definitions of the tools in
// [Registry.Definitions] to dst as a JSON array in the format of the dialect:
// the member "tools" of a request or, for Gemini, the member
// "functionDeclarations" of its only tool. The definitions are in the order of
// registration, and the bytes of the schemas do not change, so that the
// provider's prompt cache stays valid.
//
// It fails with a *DialectError as [Tool.ParametersFor] does, and with a
// *DialectLimitError if the tools exceed a limit of the provider for one
// request. It then returns dst unchanged.
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
	if excess := found.Exceeded(&sum); excess != nil {
		return dst, limitError(d, excess, tools)
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
	first := e.dialectDefinitions.Load()
	for f := first; f != nil; f = f.next {
		if f.dialect == d {
			return f, nil
		}
	}
	f, err := newDialectDefinition(&e.tool, d)
	if err != nil {
		return nil, err
	}
	f.next = first
	e.dialectDefinitions.CompareAndSwap(first, f) // if this fails, a later call creates the definition again
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
		Parameters: parameters.Schema, Output: json.RawMessage(t.Output), Strict: parameters.Strict, Hints: t.Hints.dialectHints(),
	}
	if !parameters.Strict { // the arguments of a strict schema have another form
		for _, example := range t.Examples {
			described.Examples = append(described.Examples, json.RawMessage(example))
		}
	}
	text, err := dialect.Find(string(parameters.Dialect)).Append(nil, described)
	if err != nil {
		return nil, fmt.Errorf("runtime: the definition of the tool %s: %w", t.Name, err)
	}
	return &dialectDefinition{dialect: d, text: text, counts: dialect.Count(described)}, nil
}

// dialectHints returns the hints in the format of MCP; nil if there are none.
func (h Hints) dialectHints() *dialect.Hints {
	if h == (Hints{}) {
		return nil
	}
	return &dialect.Hints{ReadOnly: h.ReadOnly, Destructive: h.Destructive, Idempotent: h.Idempotent, OpenWorld: h.OpenWorld}
}

// DialectError is the error of a tool that cannot be defined in a dialect.
type DialectError struct {
	// Dialect is the requested dialect.
	Dialect Dialect
	// Tool is the name of a tool whose schema has references, which the
	// provider does not support; empty if the dialect is unknown.
	Tool string
}

// Error returns a text with the problem and advice.
func (e *DialectError) Error() string {
	if e.Tool == "" {
		return fmt.Sprintf("runtime: unknown dialect %q; the dialects are %s", string(e.Dialect), strings.Join(dialect.Names(), ", "))
	}
	return fmt.Sprintf("runtime: the schema of the tool %s refers to itself, which the dialect %s does not take; add //tool:dialects %s to its package and run go generate",
		e.Tool, e.Dialect, dialect.Find(string(e.Dialect)).Projection)
}

// DialectLimitError is the error of tools that exceed a limit of the provider
// for one request.
type DialectLimitError struct {
	// Dialect is the dialect of the request.
	Dialect Dialect
	// Measure is the limited quantity, in words that follow a number, such as
	// "strict tools".
	Measure string
	// Sum is the quantity of all tools together, and Max the limit.
	Sum, Max int
	// Tool is the first tool with the largest quantity, and Share is its
	// quantity.
	Tool  string
	Share int
}

// Error returns a text with the numbers, the tool and advice.
func (e *DialectLimitError) Error() string {
	return fmt.Sprintf("runtime: %d %s are more than the %d that a request in the dialect %s may have; %s has most of them (%d); show fewer tools with the policy or with Turn.Visible",
		e.Sum, e.Measure, e.Max, e.Dialect, e.Tool, e.Share)
}

// limitError returns the error for the exceeded limit, with the tool that has
// the largest quantity.
func limitError(d Dialect, excess *dialect.Excess, tools []*entry) *DialectLimitError {
	e := &DialectLimitError{Dialect: d, Measure: excess.Measure, Sum: excess.Sum, Max: excess.Max}
	for _, tool := range tools {
		f, err := tool.dialectDefinition(d)
		if err != nil {
			continue
		}
		if share := excess.Of(&f.counts); share > e.Share {
			e.Tool, e.Share = tool.tool.Name, share
		}
	}
	return e
}
