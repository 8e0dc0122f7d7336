package dialects

import (
	"encoding/json"

	"github.com/toolgen/toolgen/internal/gen/model"
	"github.com/toolgen/toolgen/internal/gen/schema"
)

// definition is a tool with the schema of its arguments in a dialect.
type definition struct {
	*rules
	tool *model.Tool
	// parameters is the schema of the arguments. It is empty if the definition
	// must not have one.
	parameters json.RawMessage
	// examples are the arguments of examples, rewritten for the schema.
	examples []json.RawMessage
}

// newDefinition projects the schema and the examples of a tool.
func newDefinition(dialect string, tool *model.Tool) (*definition, error) {
	requested := findRules(dialect)
	if requested == nil {
		return nil, &DialectError{dialect}
	}
	d := &definition{rules: requested.forTool(tool), tool: tool}
	root, err := d.project(tool)
	if err != nil {
		return nil, err
	}
	if !d.noEmptyObjects || len(root.children("properties")) > 0 {
		d.parameters = root.encode(nil)
	}
	return d, d.addExamples()
}

// addExamples adds the examples of the tool, rewritten for the schema of the dialect.
func (d *definition) addExamples() error {
	if len(d.tool.Behaviour.Examples) == 0 {
		return nil
	}
	original, err := readSchema(d.tool)
	if err != nil {
		return err
	}
	p := &projector{rules: d.rules, tool: d.tool, definitions: definitionsOf(original)}
	for _, example := range d.tool.Behaviour.Examples {
		var text json.RawMessage
		if err := json.Unmarshal([]byte(example.JSON), &text); err != nil {
			return err
		}
		d.examples = append(d.examples, p.rewriteValue(original, text))
	}
	return nil
}

// openAITool is a tool in a request for chat completions.
type openAITool struct {
	Type     string         `json:"type"`
	Function openAIFunction `json:"function"`
}

type openAIFunction struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Parameters  json.RawMessage `json:"parameters"`
	Strict      bool            `json:"strict,omitzero"`
}

// writeOpenAI writes the definition for OpenAI.
func writeOpenAI(d *definition) ([]byte, error) {
	return encode(openAITool{"function", openAIFunction{d.tool.Name, d.tool.Description, d.parameters, d.isStrict}})
}

// anthropicTool is a tool in a request for messages.
type anthropicTool struct {
	Name        string            `json:"name"`
	Description string            `json:"description"`
	InputSchema json.RawMessage   `json:"input_schema"`
	Strict      bool              `json:"strict,omitzero"`
	Examples    []json.RawMessage `json:"input_examples,omitempty"`
}

// writeAnthropic writes the definition for Anthropic.
func writeAnthropic(d *definition) ([]byte, error) {
	return encode(anthropicTool{d.tool.Name, d.tool.Description, d.parameters, d.isStrict, d.examples})
}

// geminiFunction is a function declaration. It has one of the two schemas.
type geminiFunction struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Parameters  json.RawMessage `json:"parameters,omitempty"`
	JSONSchema  json.RawMessage `json:"parametersJsonSchema,omitempty"`
}

// writeGemini writes the definition for Gemini with its own schema type.
func writeGemini(d *definition) ([]byte, error) {
	return encode(geminiFunction{Name: d.tool.Name, Description: d.tool.Description, Parameters: d.parameters})
}

// writeGeminiJSON writes the definition for Gemini with a JSON Schema.
func writeGeminiJSON(d *definition) ([]byte, error) {
	return encode(geminiFunction{Name: d.tool.Name, Description: d.tool.Description, JSONSchema: d.parameters})
}

// mcpTool is a tool in the response to tools/list.
type mcpTool struct {
	Name         string          `json:"name"`
	Title        string          `json:"title,omitempty"`
	Description  string          `json:"description"`
	InputSchema  json.RawMessage `json:"inputSchema"`
	OutputSchema json.RawMessage `json:"outputSchema,omitempty"`
	Annotations  *mcpAnnotations `json:"annotations,omitempty"`
}

type mcpAnnotations struct {
	ReadOnly    bool `json:"readOnlyHint"`
	Destructive bool `json:"destructiveHint"`
	Idempotent  bool `json:"idempotentHint"`
	OpenWorld   bool `json:"openWorldHint"`
}

// writeMCP writes the definition for MCP.
func writeMCP(d *definition) ([]byte, error) {
	written := mcpTool{
		Name: d.tool.Name, Title: d.tool.Title, Description: d.tool.Description,
		InputSchema: d.parameters, Annotations: annotationsOf(&d.tool.Behaviour),
	}
	if output := schema.Output(d.tool.Result); output != nil {
		var err error
		if written.OutputSchema, err = schema.Encode(output); err != nil {
			return nil, err
		}
	}
	return encode(written)
}

// annotationsOf returns the annotations of a tool, or nil if it has no hints. It
// sets all of them, because clients read a missing destructiveHint or
// openWorldHint as true.
func annotationsOf(b *model.Behaviour) *mcpAnnotations {
	if !b.ReadOnly && !b.Destructive && !b.Idempotent && !b.OpenWorld && !b.SideEffects {
		return nil
	}
	return &mcpAnnotations{b.ReadOnly, b.Destructive, b.Idempotent, b.OpenWorld}
}
