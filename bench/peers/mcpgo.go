package peers

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/toolgen/toolgen/bench/shapes"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// mcpGo is the typed handler of mcp-go, called directly, without a server and without
// validation.
func mcpGo[T any](s shapes.Sample[T]) (Call, error) {
	handler := mcpGoHandler(s)
	ctx := context.Background()
	return func(text []byte) (Answer, error) {
		var request mcp.CallToolRequest
		request.Params.Name = s.Tool.Name
		request.Params.Arguments = json.RawMessage(text)
		return mcpGoAnswer(handler(ctx, request))
	}, nil
}

// mcpGoServer is the same handler in a server that validates the arguments with the
// schema. The server decodes a whole message that contains the arguments.
func mcpGoServer[T any](s shapes.Sample[T]) (Call, error) {
	instance := server.NewMCPServer("bench", "1", server.WithInputSchemaValidation())
	instance.AddTool(mcp.NewToolWithRawSchema(s.Tool.Name, s.Tool.Description, json.RawMessage(s.Tool.Input)), mcpGoHandler(s))
	head := fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":%q,"arguments":`, s.Tool.Name)
	ctx := context.Background()
	return func(text []byte) (Answer, error) {
		message := make([]byte, 0, len(head)+len(text)+2)
		message = append(append(append(message, head...), text...), "}}"...)
		switch response := instance.HandleMessage(ctx, message).(type) {
		case mcp.JSONRPCResponse:
			result, ok := response.Result.(*mcp.CallToolResult)
			if !ok {
				return Answer{}, fmt.Errorf("unexpected result %T", response.Result)
			}
			return mcpGoAnswer(result, nil)
		case mcp.JSONRPCError:
			return Answer{}, fmt.Errorf("%s", response.Error.Message)
		default:
			return Answer{}, fmt.Errorf("unexpected response %T", response)
		}
	}, nil
}

// mcpGoHandler returns a handler that calls the function of the tool.
func mcpGoHandler[T any](s shapes.Sample[T]) server.ToolHandlerFunc {
	return mcp.NewTypedToolHandler(func(ctx context.Context, _ mcp.CallToolRequest, args T) (*mcp.CallToolResult, error) {
		answer, err := s.Run(ctx, args)
		if err != nil {
			return mcp.NewToolResultError(err.Error()), nil
		}
		return mcp.NewToolResultText(answer), nil
	})
}

// mcpGoAnswer returns the text of a result.
func mcpGoAnswer(result *mcp.CallToolResult, err error) (Answer, error) {
	if err != nil {
		return Answer{}, err
	}
	if result.IsError {
		return Answer{}, fmt.Errorf("refused: %v", result.Content)
	}
	if len(result.Content) == 1 {
		if content, ok := result.Content[0].(mcp.TextContent); ok {
			return Answer{Text: content.Text}, nil
		}
	}
	return Answer{}, fmt.Errorf("not one text: %v", result.Content)
}
