package dialect

import (
	"bytes"
	"encoding/json"
)

// Tool is the content of a definition.
type Tool struct {
	// Name, Title and Description are texts. Title may be empty.
	Name, Title, Description string
	// Parameters is the JSON Schema of the arguments; empty for none.
	Parameters json.RawMessage
	// Output is the JSON Schema of the structured content; empty for none.
	Output json.RawMessage
	// Strict requests the provider's strict mode.
	Strict bool
	// Examples are the arguments of valid calls, in the form of Parameters. They
	// are written only if the dialect has TakesExamples.
	Examples []json.RawMessage
	// Hints are the hints of the author. The zero value means none.
	Hints Hints
}

// Hints are the annotations of a tool in MCP. If one of the fields is true, all
// annotations are written, because clients read a missing destructiveHint or
// openWorldHint as true.
type Hints struct {
	ReadOnly    bool `json:"readOnlyHint"`
	Destructive bool `json:"destructiveHint"`
	Idempotent  bool `json:"idempotentHint"`
	OpenWorld   bool `json:"openWorldHint"`
	// SideEffects is not an annotation of MCP.
	SideEffects bool `json:"-"`
}

// Append appends the definition of the tool to dst, as compact JSON. It returns
// an error and dst unchanged if a schema or an example is not JSON.
func (d *Dialect) Append(dst []byte, t *Tool) ([]byte, error) {
	buffer := bytes.NewBuffer(dst)
	encoder := json.NewEncoder(buffer)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(d.write(t)); err != nil {
		return dst, err
	}
	return bytes.TrimSuffix(buffer.Bytes(), []byte("\n")), nil
}

// function is a function tool of OpenAI. In chat completions it is a member of
// the tool, in the responses API it is the tool.
type function struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Parameters  json.RawMessage `json:"parameters"`
	Strict      *bool           `json:"strict,omitempty"`
}

// chat returns a tool of OpenAI chat completions.
func chat(t *Tool) any {
	f := function{t.Name, t.Description, t.Parameters, nil}
	if t.Strict {
		f.Strict = &t.Strict
	}
	return struct {
		Type     string   `json:"type"`
		Function function `json:"function"`
	}{"function", f}
}

// responses returns a tool of the OpenAI responses API. It always has the member
// "strict", because without it the API makes the schema strict.
func responses(t *Tool) any {
	return struct {
		Type string `json:"type"`
		function
	}{"function", function{t.Name, t.Description, t.Parameters, &t.Strict}}
}

// anthropic returns a custom tool of Anthropic messages.
func anthropic(t *Tool) any {
	return struct {
		Name        string            `json:"name"`
		Description string            `json:"description"`
		InputSchema json.RawMessage   `json:"input_schema"`
		Strict      bool              `json:"strict,omitzero"`
		Examples    []json.RawMessage `json:"input_examples,omitempty"`
	}{t.Name, t.Description, t.Parameters, t.Strict, t.Examples}
}

// declaration is a function declaration of Gemini. It has at most one of the two
// schemas.
type declaration struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Parameters  json.RawMessage `json:"parameters,omitempty"`
	JSONSchema  json.RawMessage `json:"parametersJsonSchema,omitempty"`
}

// gemini returns a declaration with Gemini's own type of schemas.
func gemini(t *Tool) any {
	return declaration{Name: t.Name, Description: t.Description, Parameters: t.Parameters}
}

// geminiJSON returns a declaration with a JSON Schema.
func geminiJSON(t *Tool) any {
	return declaration{Name: t.Name, Description: t.Description, JSONSchema: t.Parameters}
}

// mcp returns a tool in the response to tools/list of MCP.
func mcp(t *Tool) any {
	return struct {
		Name         string          `json:"name"`
		Title        string          `json:"title,omitempty"`
		Description  string          `json:"description"`
		InputSchema  json.RawMessage `json:"inputSchema"`
		OutputSchema json.RawMessage `json:"outputSchema,omitempty"`
		Annotations  Hints           `json:"annotations,omitzero"`
	}{t.Name, t.Title, t.Description, t.Parameters, t.Output, t.Hints}
}
