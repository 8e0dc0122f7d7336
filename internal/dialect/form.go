package dialect

import (
	"bytes"
	"encoding/json"
)

// Tool is what a definition is made of.
type Tool struct {
	Name, Title, Description string
	// Parameters is the schema of the arguments; empty for none.
	Parameters json.RawMessage
	// Output is the schema of the structured content; empty for none.
	Output json.RawMessage
	// Strict asks for the provider's strict mode.
	Strict bool
	// Examples are the arguments of valid calls, in the form of Parameters.
	Examples []json.RawMessage
	// Hints is nil when the author gave none.
	Hints *Hints
}

// Hints are the annotations of a tool in MCP. They are written in full, because
// destructiveHint and openWorldHint are true when they are absent.
type Hints struct {
	ReadOnly    bool `json:"readOnlyHint"`
	Destructive bool `json:"destructiveHint"`
	Idempotent  bool `json:"idempotentHint"`
	OpenWorld   bool `json:"openWorldHint"`
}

// Append appends the definition of the tool, compact. It fails when a schema or
// an example is not JSON.
func (d *Dialect) Append(dst []byte, t *Tool) ([]byte, error) {
	buffer := bytes.NewBuffer(dst)
	encoder := json.NewEncoder(buffer)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(d.write(t)); err != nil {
		return dst, err
	}
	return bytes.TrimSuffix(buffer.Bytes(), []byte("\n")), nil
}

// function is a tool of OpenAI. Chat completions has it inside an object of its
// own, the responses API next to the type.
type function struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Parameters  json.RawMessage `json:"parameters"`
	Strict      *bool           `json:"strict,omitempty"`
}

func chat(t *Tool) any {
	of := function{t.Name, t.Description, t.Parameters, nil}
	if t.Strict {
		of.Strict = &t.Strict
	}
	return struct {
		Type     string   `json:"type"`
		Function function `json:"function"`
	}{"function", of}
}

// responses states whether the tool is strict in any case: where it is absent
// the responses API makes the schema strict by itself.
func responses(t *Tool) any {
	return struct {
		Type string `json:"type"`
		function
	}{"function", function{t.Name, t.Description, t.Parameters, &t.Strict}}
}

func anthropic(t *Tool) any {
	return struct {
		Name        string            `json:"name"`
		Description string            `json:"description"`
		InputSchema json.RawMessage   `json:"input_schema"`
		Strict      bool              `json:"strict,omitzero"`
		Examples    []json.RawMessage `json:"input_examples,omitempty"`
	}{t.Name, t.Description, t.Parameters, t.Strict, t.Examples}
}

// declaration is a function declaration of Gemini, with one of two kinds of
// schemas.
type declaration struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Parameters  json.RawMessage `json:"parameters,omitempty"`
	JSONSchema  json.RawMessage `json:"parametersJsonSchema,omitempty"`
}

func gemini(t *Tool) any {
	return declaration{Name: t.Name, Description: t.Description, Parameters: t.Parameters}
}

func geminiJSON(t *Tool) any {
	return declaration{Name: t.Name, Description: t.Description, JSONSchema: t.Parameters}
}

func mcp(t *Tool) any {
	return struct {
		Name         string          `json:"name"`
		Title        string          `json:"title,omitempty"`
		Description  string          `json:"description"`
		InputSchema  json.RawMessage `json:"inputSchema"`
		OutputSchema json.RawMessage `json:"outputSchema,omitempty"`
		Annotations  *Hints          `json:"annotations,omitempty"`
	}{t.Name, t.Title, t.Description, t.Parameters, t.Output, t.Hints}
}
