package runtime

import (
	"encoding/json"
	"fmt"

	"github.com/toolgen/toolgen/runtime/decode"
)

// NewTool returns a copy of the tool with a decoder that is made of its Input:
// for tools whose schema is known at run time only, such as those of an MCP
// server or of a configuration file. Name, Input and Invoke are required as
// everywhere; the other fields mean what they mean for generated tools, and may
// be set before or after.
//
// The arguments of a call are then a *[json.RawMessage]: the text of a JSON
// object, after repairs and with the defaults of missing members. Invoke gets
// it from [Call.RawArgs]; Check, Key, Source and Approval get the pointer.
//
// The error says what is wrong with the tool, or wraps a [*decode.SchemaError]
// that lists what its Input demands and no decoder can check exactly: see
// [decode.ParseSchema]. [NewUncheckedTool] accepts such a schema.
func NewTool(tool Tool) (*Tool, error) {
	made, _, err := newTool(tool, decode.SchemaOptions{})
	return made, err
}

// NewUncheckedTool is NewTool for a schema of which some keywords cannot be
// checked. It returns these keywords: the tool gets arguments that they may
// forbid, and has to refuse them itself or leave that to the server that it
// forwards them to.
func NewUncheckedTool(tool Tool) (*Tool, []decode.SchemaProblem, error) {
	return newTool(tool, decode.SchemaOptions{AcceptUnchecked: true})
}

func newTool(tool Tool, o decode.SchemaOptions) (*Tool, []decode.SchemaProblem, error) {
	if err := checkTool(&tool); err != nil {
		return nil, nil, err
	}
	if tool.Decode != nil {
		return nil, nil, fmt.Errorf("runtime: the tool %s has a Decode, which NewTool would replace: leave it nil", tool.Name)
	}
	if !isObjectOrEmpty(tool.Output) {
		return nil, nil, fmt.Errorf("runtime: the Output of the tool %s is not a JSON object: set it to a JSON Schema, or leave it empty", tool.Name)
	}
	if tool.Input == "" {
		tool.Input = emptySchema
	}
	schema, err := decode.ParseSchema(tool.Input, o)
	if err != nil {
		return nil, nil, fmt.Errorf("runtime: the Input of the tool %s: %w", tool.Name, err)
	}
	if !isObjectOrEmpty(tool.Input) {
		return nil, nil, fmt.Errorf("runtime: the Input of the tool %s is not a JSON object: write {\"type\":\"object\"} for any arguments", tool.Name)
	}
	tool.Decode = schema.Decode
	return &tool, schema.Unchecked, nil
}

// RawArgs is the JSON text of the decoded arguments of a tool that [NewTool]
// made: after repairs and with defaults, as a remote server gets them. It must
// not be changed. For a call of [NewCall] it is the text that the call was made
// with, and for a generated tool it is nil.
func (c *Call) RawArgs() json.RawMessage {
	if c.args == nil && c.tool.Decode == nil {
		return c.Arguments()
	}
	if raw, ok := c.args.(*json.RawMessage); ok {
		return *raw
	}
	return nil
}
