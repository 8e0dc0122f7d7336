package runtime

import (
	"encoding/json"
	"fmt"

	"github.com/toolgen/toolgen/runtime/decode"
)

// FromSchema returns a tool whose schema is known only at run time, such as one of
// a remote server. The given tool has at least Name, Input and Invoke; FromSchema
// sets Decode, so that calls are read with the same checks, problems and repairs as
// those of generated tools. [Call.RepairedArguments] then has the arguments, with
// defaults filled in.
//
// The error wraps a [*decode.SchemaError], which lists every keyword of Input that
// cannot be checked: it is reported here and not when the tool is called. With
// SchemaOptions.AcceptUnchecked such keywords are accepted and not checked.
//
// The schema may come from a server that is not trusted: its size and the work
// that it causes are bounded. Give such a tool a name of its own server, mark it
// Untrusted, and state only hints and capabilities that you know to be true.
func FromSchema(tool Tool, o decode.SchemaOptions) (*Tool, error) {
	if tool.Input == "" {
		tool.Input = emptySchema
	}
	schema, err := decode.ParseSchema(tool.Input, o)
	if err != nil {
		return nil, fmt.Errorf("runtime: the tool %q: its Input: %w", tool.Name, err)
	}
	tool.Decode = schema.Decode
	if err := checkTool(&tool); err != nil {
		return nil, err
	}
	return &tool, nil
}

// RepairedArguments is the JSON text of the arguments after repairs. For a tool
// from [FromSchema] it has the defaults too, and is what to pass on to a remote
// tool. For any other tool it is Arguments, since only the decoded value shows
// repairs. The text belongs to the caller.
func (c *Call) RepairedArguments() json.RawMessage {
	if text, ok := c.args.(*json.RawMessage); ok && text != nil {
		return *text
	}
	return c.Arguments()
}
