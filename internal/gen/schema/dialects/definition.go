package dialects

import (
	"encoding/json"

	"github.com/toolgen/toolgen/internal/dialect"
	"github.com/toolgen/toolgen/internal/gen/model"
	"github.com/toolgen/toolgen/internal/gen/schema"
)

// Projection is what depends on the dialect in the definition of a tool.
type Projection struct {
	// Parameters is the schema of the arguments, as compact JSON. It is empty if
	// the definition must not have a schema: in the dialect gemini, for a tool
	// without arguments.
	Parameters json.RawMessage
	// Strict reports whether the definition requests the strict mode of the
	// provider: always in a strict dialect, and in a plain dialect with a strict
	// mode if the tool has //tool:strict.
	Strict bool
	// Examples are the examples of the tool in the form of Parameters. It is nil
	// if the definitions of the dialect have no examples.
	Examples []json.RawMessage
}

// Project returns the projection of a tool in a dialect.
//
// The error joins one *Refusal for each part of the schema that the dialect cannot
// express; see Refusals. For an unknown dialect it is a *DialectError.
func Project(name string, tool *model.Tool) (*Projection, error) {
	_, projection, err := project(name, tool)
	return projection, err
}

// Definition returns the complete definition of a tool for a request to the API of
// the provider, as compact JSON: for OpenAI a function tool, for Anthropic a custom
// tool, for Gemini a function declaration, and for MCP a tool in the response to
// tools/list. It returns the same errors as Project.
func Definition(name string, tool *model.Tool) ([]byte, error) {
	d, projection, err := project(name, tool)
	if err != nil {
		return nil, err
	}
	described := &dialect.Tool{
		Name: tool.Name, Title: tool.Title, Description: tool.Description,
		Parameters: projection.Parameters, Strict: projection.Strict, Examples: projection.Examples,
		Hints: hintsOf(&tool.Behaviour),
	}
	if output := schema.Output(tool.Result); output != nil {
		if described.Output, err = schema.Encode(output); err != nil {
			return nil, err
		}
	}
	return d.Append(nil, described)
}

// project returns the projection of a tool, and the dialect of its definition: the
// strict one of the same API if the tool has //tool:strict.
func project(name string, tool *model.Tool) (*dialect.Dialect, *Projection, error) {
	d, err := dialectFor(name, tool)
	if err != nil {
		return nil, nil, err
	}
	r := rulesOf(d)
	root, err := r.project(tool)
	if err != nil {
		return nil, nil, err
	}
	projection := &Projection{Strict: d.IsStrict}
	if !r.noEmptyObjects || len(root.children("properties")) > 0 {
		projection.Parameters = root.encode(nil)
	}
	if d.TakesExamples {
		projection.Examples, err = r.rewriteExamples(tool)
	}
	return d, projection, err
}

// dialectFor returns the dialect for the definition of a tool: that with the name
// or, if the tool has //tool:strict and the API has a strict mode, the strict one.
func dialectFor(name string, tool *model.Tool) (*dialect.Dialect, error) {
	d := dialect.Find(name)
	if d == nil {
		return nil, &DialectError{name}
	}
	if strict := d.Strict(); strict != nil && tool.Behaviour.Strict {
		return strict, nil
	}
	return d, nil
}

// rewriteExamples returns the examples of a tool in the form of the dialect's schema.
func (r *rules) rewriteExamples(tool *model.Tool) ([]json.RawMessage, error) {
	if len(tool.Behaviour.Examples) == 0 {
		return nil, nil
	}
	original, err := readSchema(tool)
	if err != nil {
		return nil, err
	}
	p := &projector{rules: r, tool: tool, definitions: definitionsOf(original)}
	var examples []json.RawMessage
	for _, example := range tool.Behaviour.Examples {
		var text json.RawMessage
		if err := json.Unmarshal([]byte(example.JSON), &text); err != nil {
			return nil, err
		}
		if r.rewritesValues() {
			text = p.rewriteValue(original, text)
		}
		examples = append(examples, text)
	}
	return examples, nil
}

// rewritesValues reports whether the schemas of the dialect allow other forms of
// values than the original schemas.
func (r *rules) rewritesValues() bool {
	return r.listsForMaps || r.nullsForOptional || r.enums == enumsOfStrings
}

// hintsOf returns the hints of a tool.
func hintsOf(b *model.Behaviour) dialect.Hints {
	return dialect.Hints{
		ReadOnly: b.ReadOnly, Destructive: b.Destructive, Idempotent: b.Idempotent,
		OpenWorld: b.OpenWorld, SideEffects: b.SideEffects,
	}
}
