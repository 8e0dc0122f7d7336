package mcp

import (
	"context"
	"encoding/json"
	"strconv"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/runtime"
)

// list answers tools/list with the tools that the turn can call, in the order of
// the registry.
func (s *Server) list(ctx context.Context, r *sdk.ListToolsRequest, client *clientSession, result *sdk.ListToolsResult) (sdk.Result, error) {
	turn, err := s.turn(ctx, r.Session, client, r.Extra)
	if err != nil {
		return nil, err
	}
	tools := s.registry.TurnTools(turn)
	begin, err := position(tools, r.Params)
	if err != nil {
		return nil, err
	}
	end := min(begin+s.options.PageSize, len(tools))
	result.Tools, result.NextCursor = []*sdk.Tool{}, ""
	result.CacheScope = "private" // the policy depends on the client
	for _, tool := range tools[begin:end] {
		result.Tools = append(result.Tools, definition(tool))
	}
	if end < len(tools) {
		result.NextCursor = strconv.Itoa(end) + ":" + tools[end-1].Name
	}
	return result, nil
}

// position returns the index of the first tool of the page that the cursor asks
// for. A cursor has the index and the name of the last tool of the page before, so
// that the pages are complete when other tools are added or removed meanwhile.
func position(tools []*runtime.Tool, params *sdk.ListToolsParams) (int, error) {
	if params == nil || params.Cursor == "" {
		return 0, nil
	}
	digits, name, _ := strings.Cut(params.Cursor, ":")
	begin, err := strconv.Atoi(digits)
	if err != nil || begin < 1 {
		return 0, &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: "the cursor is not a nextCursor of this server: list the tools without a cursor"}
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

// definition returns the definition of a tool in MCP. Its schemas keep their bytes.
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
