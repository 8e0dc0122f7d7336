// Package protocol measures calls of MCP servers over HTTP: the server of toolgen,
// and servers of the official SDK with the same tools. cmd/adapters prints the table.
package protocol

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/adapters/mcp"
	"github.com/toolgen/toolgen/runtime"
)

// Server is an MCP server over HTTP, with sessions.
type Server struct {
	Name string
	web  *httptest.Server
	stop func() error
}

// NewServers starts the servers. The first is the server of the SDK with typed tools.
func NewServers() ([]*Server, error) {
	registry := runtime.NewRegistry(nil)
	if err := registry.Register(Tools()...); err != nil {
		return nil, err
	}
	own, err := mcp.NewServer(registry, nil)
	if err != nil {
		return nil, err
	}
	nothing := func() error { return nil }
	return []*Server{
		{"go-sdk, AddTool with types", httptest.NewServer(sdkHandler(typedServer())), nothing},
		{"go-sdk, handlers that only return the result", httptest.NewServer(sdkHandler(emptyServer())), nothing},
		{"toolgen, adapters/mcp", httptest.NewServer(own.Handler(nil)), own.Close},
	}, nil
}

// Close ends the server.
func (s *Server) Close() error {
	err := s.stop()
	s.web.CloseClientConnections()
	s.web.Close()
	return err
}

// sdkHandler returns the handler of a server of the SDK.
func sdkHandler(server *sdk.Server) http.Handler {
	return sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return server }, nil)
}

// typedServer returns a server of the SDK that decodes and validates the arguments and
// the results. Its schemas of arguments are those of toolgen.
func typedServer() *sdk.Server {
	server := sdk.NewServer(&sdk.Implementation{Name: "typed", Version: "1"}, nil)
	sdk.AddTool(server, definition("search"), func(ctx context.Context, _ *sdk.CallToolRequest, args SearchArgs) (*sdk.CallToolResult, *Matches, error) {
		matches, err := Search(ctx, args)
		return nil, matches, err
	})
	sdk.AddTool(server, definition("title"), func(ctx context.Context, _ *sdk.CallToolRequest, args SearchArgs) (*sdk.CallToolResult, any, error) {
		text, err := Title(ctx, args)
		return textResult(text), nil, err
	})
	return server
}

// emptyServer returns a server of the SDK with tools that do not read their arguments.
func emptyServer() *sdk.Server {
	server := sdk.NewServer(&sdk.Implementation{Name: "empty", Version: "1"}, nil)
	matches, err := json.Marshal(found)
	if err != nil {
		panic(err) // the matches have a JSON form
	}
	server.AddTool(definition("search"), func(context.Context, *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		r := textResult(string(matches))
		r.StructuredContent = json.RawMessage(matches)
		return r, nil
	})
	server.AddTool(definition("title"), func(context.Context, *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		return textResult(arguments.Pattern), nil
	})
	return server
}

// definition returns the definition of a tool of toolgen.
func definition(name string) *sdk.Tool {
	for _, tool := range Tools() {
		if tool.Name == name {
			return &sdk.Tool{Name: name, Description: tool.Description, InputSchema: json.RawMessage(tool.Input)}
		}
	}
	panic("protocol: there is no tool " + name)
}

func textResult(text string) *sdk.CallToolResult {
	return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: text}}}
}
