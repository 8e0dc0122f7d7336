package runtime

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/toolgen/toolgen/internal/dialect"
)

// Dialect is the form in which the API of a model provider takes tools.
// docs/dialects.md says what each of them can express.
type Dialect string

// The dialects. In a strict dialect a tool asks for the provider's strict mode
// when its package has a projection for it (directive //tool:dialects); other
// tools of the request are in the plain form of the same provider.
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

// Parameters is the schema of a tool's arguments in the form of a dialect.
type Parameters struct {
	// Dialect is the dialect of the schema: the one that was asked for, or the
	// plain one of the same provider.
	Dialect Dialect
	// Schema is compact. It is empty when the provider wants none, as Gemini
	// does for a tool without arguments.
	Schema json.RawMessage
	// Strict says that the provider's strict mode is to be asked for.
	Strict bool
}

// ParametersFor returns the schema of the tool's arguments in a dialect: the
// projection that the tool has for it, or else what it has for the plain dialect
// of the same provider, at last Input. A schema that says less than Input is
// still enforced: the decoder checks all of Input.
//
// It fails with a *DialectError when the dialect is unknown, and when Input has
// references, the provider takes none and the tool has no projection.
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

// AppendDefinitionsFor appends the definitions of the tools that
// [Registry.Definitions] lists, as one JSON array in the form of the dialect:
// the member "tools" of a request or, for Gemini, the member
// "functionDeclarations" of its one tool. The order is that of registration, and
// schemas keep the bytes that were generated, so that the provider's prompt
// cache stays valid.
//
// It fails with a *DialectError as [Tool.ParametersFor] does, and with a
// *DialectLimitError when the tools exceed a limit that the provider sets for
// one request. dst is then returned as it was.
func (r *Registry) AppendDefinitionsFor(dst []byte, d Dialect, p Policy) ([]byte, error) {
	var shown []*entry
	var begun begunChecks
	open, entries := p.open(), r.entries()
	for i, e := range entries {
		if e.shown(&p, open, begun.from(entries[i:])) {
			shown = append(shown, e)
		}
	}
	return appendFor(dst, d, shown)
}

// AppendTurnDefinitionsFor is [Registry.AppendDefinitionsFor] for the tools that
// [Registry.TurnTools] lists.
func (r *Registry) AppendTurnDefinitionsFor(dst []byte, d Dialect, turn *Turn) ([]byte, error) {
	return appendFor(dst, d, r.shownIn(turn))
}

// appendFor appends the definitions of the tools as one JSON array.
func appendFor(dst []byte, d Dialect, tools []*entry) ([]byte, error) {
	found := dialect.Find(string(d))
	if found == nil {
		return dst, &DialectError{Dialect: d}
	}
	var sum dialect.Counts
	out := append(dst, '[')
	for i, e := range tools {
		f, err := e.form(d)
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

// form is the definition of a tool in a dialect. The forms that were asked for
// are a list.
type form struct {
	dialect Dialect
	text    []byte
	counts  dialect.Counts
	next    *form
}

// form returns the definition of the tool in a dialect, and keeps it.
func (e *entry) form(d Dialect) (*form, error) {
	known := e.forms.Load()
	for f := known; f != nil; f = f.next {
		if f.dialect == d {
			return f, nil
		}
	}
	f, err := newForm(&e.tool, d)
	if err != nil {
		return nil, err
	}
	f.next = known
	e.forms.CompareAndSwap(known, f) // a form that is lost is made again
	return f, nil
}

func newForm(t *Tool, d Dialect) (*form, error) {
	parameters, err := t.ParametersFor(d)
	if err != nil {
		return nil, err
	}
	of := &dialect.Tool{
		Name: t.Name, Title: t.Title, Description: t.Description,
		Parameters: parameters.Schema, Output: json.RawMessage(t.Output), Strict: parameters.Strict, Hints: t.Hints.annotations(),
	}
	if !parameters.Strict { // those of a strict schema have another form
		for _, example := range t.Examples {
			of.Examples = append(of.Examples, json.RawMessage(example))
		}
	}
	text, err := dialect.Find(string(parameters.Dialect)).Append(nil, of)
	if err != nil {
		return nil, fmt.Errorf("runtime: the definition of the tool %s: %w", t.Name, err)
	}
	return &form{dialect: d, text: text, counts: dialect.Count(of)}, nil
}

// annotations are the hints in the form of MCP; nil when there are none.
func (h Hints) annotations() *dialect.Hints {
	if h == (Hints{}) {
		return nil
	}
	return &dialect.Hints{ReadOnly: h.ReadOnly, Destructive: h.Destructive, Idempotent: h.Idempotent, OpenWorld: h.OpenWorld}
}

// DialectError says why a tool cannot be defined in a dialect.
type DialectError struct {
	// Dialect is the dialect that was asked for.
	Dialect Dialect
	// Tool is the name of a tool whose schema has references, which the
	// provider does not take; empty when the dialect is unknown.
	Tool string
}

func (e *DialectError) Error() string {
	if e.Tool == "" {
		return fmt.Sprintf("runtime: unknown dialect %q; the dialects are %s", string(e.Dialect), strings.Join(dialect.Names(), ", "))
	}
	return fmt.Sprintf("runtime: the schema of the tool %s refers to itself, which the dialect %s does not take; add //tool:dialects %s to its package and run go generate",
		e.Tool, e.Dialect, dialect.Find(string(e.Dialect)).Projection)
}

// DialectLimitError says that the tools of one request exceed a limit of the
// provider.
type DialectLimitError struct {
	// Dialect is the dialect of the request.
	Dialect Dialect
	// Measure is what is limited, in words that follow a number, such as
	// "strict tools".
	Measure string
	// Sum is how much of it the tools have together, Max how much they may
	// have.
	Sum, Max int
	// Tool is the tool that has most of it, the first of several; Share is how
	// much it has.
	Tool  string
	Share int
}

func (e *DialectLimitError) Error() string {
	return fmt.Sprintf("runtime: %d %s are more than the %d that a request in the dialect %s may have; %s has most of them (%d); show fewer tools with the policy or with Turn.Visible",
		e.Sum, e.Measure, e.Max, e.Dialect, e.Tool, e.Share)
}

// limitError names the tool that has most of what exceeds the limit.
func limitError(d Dialect, excess *dialect.Excess, tools []*entry) *DialectLimitError {
	e := &DialectLimitError{Dialect: d, Measure: excess.Measure, Sum: excess.Sum, Max: excess.Max}
	for _, tool := range tools {
		f, err := tool.form(d)
		if err != nil {
			continue
		}
		if share := excess.Of(&f.counts); share > e.Share {
			e.Tool, e.Share = tool.tool.Name, share
		}
	}
	return e
}
