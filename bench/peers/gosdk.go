package peers

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/toolgen/toolgen/bench/shapes"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// goSDK is a typed tool of the official MCP SDK, called through the request handler of
// the server, without a transport and without JSON-RPC messages.
func goSDK[T any](s shapes.Sample[T]) (Call, error) {
	server := goSDKServer(s)
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

// goSDKSession is the same tool, called by a client of the SDK in the same process
// through an in-memory transport.
func goSDKSession[T any](s shapes.Sample[T]) (Call, error) {
	ctx := context.Background()
	serverTransport, clientTransport := mcp.NewInMemoryTransports()
	if _, err := goSDKServer(s).Connect(ctx, serverTransport, nil); err != nil {
		return nil, err
	}
	session, err := mcp.NewClient(&mcp.Implementation{Name: "bench", Version: "1"}, nil).Connect(ctx, clientTransport, nil)
	if err != nil {
		return nil, err
	}
	return func(text []byte) (Answer, error) {
		result, err := session.CallTool(ctx, &mcp.CallToolParams{Name: s.Tool.Name, Arguments: json.RawMessage(text)})
		if err != nil {
			return Answer{}, err
		}
		return goSDKAnswer(result, nil)
	}, nil
}

// goSDKServer returns a server with the tool.
func goSDKServer[T any](s shapes.Sample[T]) *mcp.Server {
	server := mcp.NewServer(&mcp.Implementation{Name: "bench", Version: "1"}, nil)
	tool := &mcp.Tool{Name: s.Tool.Name, Description: s.Tool.Description, InputSchema: json.RawMessage(s.Tool.Input)}
	mcp.AddTool(server, tool, func(ctx context.Context, _ *mcp.CallToolRequest, args T) (*mcp.CallToolResult, any, error) {
		answer, err := s.Run(ctx, args)
		if err != nil {
			return nil, nil, err
		}
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: answer}}}, nil, nil
	})
	return server
}

// goSDKAnswer returns the text of a result.
func goSDKAnswer(result mcp.Result, err error) (Answer, error) {
	if err != nil {
		return Answer{}, err
	}
	answer, ok := result.(*mcp.CallToolResult)
	if !ok {
		return Answer{}, fmt.Errorf("unexpected result %T", result)
	}
	if answer.IsError {
		return Answer{}, fmt.Errorf("refused: %v", answer.Content)
	}
	if len(answer.Content) == 1 {
		if content, ok := answer.Content[0].(*mcp.TextContent); ok {
			return Answer{Text: content.Text}, nil
		}
	}
	return Answer{}, fmt.Errorf("not one text: %v", answer.Content)
}
