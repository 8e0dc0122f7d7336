package peers

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/toolgen/toolgen/bench/shapes"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// goSDK is a typed tool of the official MCP SDK, called through the server's
// own handler of requests: what a session calls once it has read the message.
// The transport and the JSON-RPC messages are left out.
func goSDK[T any](s shapes.Sample[T]) (Call, error) {
	server := mcp.NewServer(&mcp.Implementation{Name: "bench", Version: "1"}, nil)
	tool := &mcp.Tool{Name: s.Tool.Name, Description: s.Tool.Description, InputSchema: json.RawMessage(s.Tool.Input)}
	mcp.AddTool(server, tool, func(ctx context.Context, _ *mcp.CallToolRequest, args T) (*mcp.CallToolResult, any, error) {
		answer, err := s.Run(ctx, args)
		if err != nil {
			return nil, nil, err
		}
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: answer}}}, nil, nil
	})
	var handle mcp.MethodHandler
	server.AddReceivingMiddleware(func(next mcp.MethodHandler) mcp.MethodHandler {
		handle = next
		return next
	})
	ctx := context.Background()
	transport, _ := mcp.NewInMemoryTransports()
	session, err := server.Connect(ctx, transport, nil)
	if err != nil {
		return nil, err
	}
	return func(text []byte) (Answer, error) {
		return goSDKAnswer(handle(ctx, "tools/call", &mcp.CallToolRequest{
			Session: session,
			Params:  &mcp.CallToolParamsRaw{Name: s.Tool.Name, Arguments: text},
		}))
	}, nil
}

func goSDKAnswer(result mcp.Result, err error) (Answer, error) {
	if err != nil {
		return Answer{}, err
	}
	answer, ok := result.(*mcp.CallToolResult)
	if !ok {
		return Answer{}, fmt.Errorf("unexpected result %T", result)
	}
	if err := answer.GetError(); err != nil {
		return Answer{}, fmt.Errorf("refused: %w", err)
	}
	if len(answer.Content) == 1 {
		if content, ok := answer.Content[0].(*mcp.TextContent); ok {
			return Answer{Text: content.Text}, nil
		}
	}
	return Answer{}, fmt.Errorf("not one text: %v", answer.Content)
}
