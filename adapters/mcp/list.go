package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/runtime"
)

// defaultPageSize is how many tools a page has by default.
const defaultPageSize = 1000

// list answers tools/list: the tools that the turn may call, in the order of the
// registry.
func (s *Server) list(ctx context.Context, r *sdk.ListToolsRequest, result *sdk.ListToolsResult) (sdk.Result, error) {
	turn, err := s.turn(ctx, r.Session, r.Extra)
	if err != nil {
		return nil, err
	}
	tools := s.registry.TurnTools(turn)
	begin, err := position(tools, r.Params)
	if err != nil {
		return nil, err
	}
	size := s.options.PageSize
	if size == 0 {
		size = defaultPageSize
	}
	end := min(begin+size, len(tools))
	result.Tools, result.NextCursor = []*sdk.Tool{}, ""
	for _, tool := range tools[begin:end] {
		result.Tools = append(result.Tools, definition(tool))
	}
	if end < len(tools) {
		result.NextCursor = strconv.Itoa(end) + ":" + tools[end-1].Name
	}
	return result, nil
}

// position is where the page begins that the cursor asks for. A cursor has the
// position and the name of the tool before it, so that a page goes on at the
// right tool when others were added or removed meanwhile.
func position(tools []*runtime.Tool, params *sdk.ListToolsParams) (int, error) {
	if params == nil || params.Cursor == "" {
		return 0, nil
	}
	digits, name, _ := strings.Cut(params.Cursor, ":")
	begin, err := strconv.Atoi(digits)
	if err != nil || begin < 1 {
		return 0, &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: fmt.Sprintf("unknown cursor %q: list the tools from the beginning", params.Cursor)}
	}
	if begin <= len(tools) && tools[begin-1].Name == name {
		return begin, nil
	}
	for i, tool := range tools {
		if tool.Name == name {
			return i + 1, nil
		}
	}
	return min(begin-1, len(tools)), nil // the tool was removed
}

// definition is the definition of a tool in MCP, with its schemas byte for byte.
func definition(tool *runtime.Tool) *sdk.Tool {
	d := &sdk.Tool{Name: tool.Name, Title: tool.Title, Description: tool.Description, InputSchema: tool.Definition().Parameters}
	if tool.Output != "" {
		d.OutputSchema = json.RawMessage(tool.Output)
	}
	if h := tool.Hints; h != (runtime.Hints{}) {
		d.Annotations = &sdk.ToolAnnotations{
			ReadOnlyHint: h.ReadOnly, IdempotentHint: h.Idempotent, DestructiveHint: &h.Destructive, OpenWorldHint: &h.OpenWorld,
		}
	}
	return d
}
