package runtime

import (
	"encoding/json"
	"fmt"

	"github.com/toolgen/toolgen/runtime/arguments"
	"github.com/toolgen/toolgen/runtime/decode"
)

// NewTool returns a copy of the tool with a decoder for its Input schema. It is
// for tools whose schema is known only at run time, such as the tools of an MCP
// server or of a configuration file. Name, Input and Invoke are required. The
// other fields have the same meaning as for generated tools, and may be set
// before or after.
//
// The argument value of a call is a *[json.RawMessage]: the text of a JSON
// object, after repairs and with the defaults of missing members. Invoke gets
// it from [Call.RawArgs]. Check, Key, Source and Approval receive the pointer.
//
// Input is a JSON Schema of draft 2020-12 (the default), 2019-09, 7 or 6,
// according to its $schema. The decoder checks the formats date-time, date,
// time, duration, email, hostname, ipv4, ipv6, uri and uuid, the number formats
// of OpenAPI such as int32, and base64 as the content encoding. It ignores
// annotations.
//
// The error describes a fault of the tool, or wraps an
// [*arguments.SchemaError]. That lists each keyword that cannot be checked
// exactly, such as a pattern with a lookahead, an unknown format, a reference
// to another document or unevaluatedProperties next to anyOf; each malformed
// keyword; and each default that does not satisfy its own schema.
// [NewUncheckedTool] accepts these. Neither function accepts a schema that
// refers to itself without an end, that accepts no object, or that exceeds
// [arguments.MaxSchemaBytes] or [arguments.MaxSchemas].
func NewTool(tool Tool) (*Tool, error) {
	made, _, err := newTool(tool, decode.SchemaOptions{})
	return made, err
}

// NewUncheckedTool is like NewTool, but it accepts keywords of the schema that
// cannot be checked, and returns them. The tool may receive arguments that
// violate these keywords. It must refuse them itself, or forward them to a
// server that does.
func NewUncheckedTool(tool Tool) (*Tool, []arguments.SchemaProblem, error) {
	return newTool(tool, decode.SchemaOptions{AcceptUnchecked: true})
}

// newTool returns a copy of the tool with a decoder, and the keywords that the
// decoder does not check.
func newTool(tool Tool, o decode.SchemaOptions) (*Tool, []arguments.SchemaProblem, error) {
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

// RawArgs returns the JSON text of the decoded arguments of a tool from
// [NewTool], after repairs and with defaults. It must not be changed. For a
// call from [NewCall] it returns the text of the arguments, and for a generated
// tool nil.
func (c *Call) RawArgs() json.RawMessage {
	if c.args == nil && c.tool.Decode == nil {
		return c.Arguments()
	}
	if raw, ok := c.args.(*json.RawMessage); ok {
		return *raw
	}
	return nil
}
