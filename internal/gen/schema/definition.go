package schema

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/toolgen/toolgen/internal/gen/model"
)

// MCP is the dialect of the Model Context Protocol.
const MCP = "mcp"

// DialectError says that there is no projection to the dialect.
type DialectError struct {
	// Dialect is the name asked for.
	Dialect string
}

// Error names the dialect and the one to use instead.
func (e *DialectError) Error() string {
	return fmt.Sprintf("the dialect %q is not supported by this version of toolgen: use %q", e.Dialect, MCP)
}

// Definition is the definition of a tool as the dialect sends it: compact
// JSON. For a dialect other than MCP it fails with a *DialectError.
func Definition(dialect string, tool *model.Tool) ([]byte, error) {
	if dialect != MCP {
		return nil, &DialectError{dialect}
	}
	input, err := Encode(Input(tool.Arguments))
	if err != nil {
		return nil, err
	}
	definition := mcpTool{
		Name: tool.Name, Title: tool.Title, Description: tool.Description,
		InputSchema: input, Annotations: annotations(&tool.Behaviour),
	}
	if output := Output(tool.Result); output != nil {
		if definition.OutputSchema, err = Encode(output); err != nil {
			return nil, err
		}
	}
	var b bytes.Buffer
	err = encodeJSON(&b, definition)
	return b.Bytes(), err
}

// mcpTool is a tool in the answer to tools/list.
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

// annotations are nil when the author gave no hint. Otherwise they are written
// in full: a destructiveHint or openWorldHint left out means true.
func annotations(b *model.Behaviour) *mcpAnnotations {
	if !b.ReadOnly && !b.Destructive && !b.Idempotent && !b.OpenWorld && !b.SideEffects {
		return nil
	}
	return &mcpAnnotations{b.ReadOnly, b.Destructive, b.Idempotent, b.OpenWorld}
}
