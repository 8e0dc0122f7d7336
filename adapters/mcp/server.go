package mcp

import (
	"context"
	"encoding/json"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/runtime"
)

// Server offers the tools of a registry. Its methods are safe for concurrent
// use.
type Server struct {
	registry *runtime.Registry
	options  Options
	server   *sdk.Server
	calls    chan struct{} // has an element for each call that runs
	// headerTools are the tools that updateHeaderTools has registered with the
	// SDK. Only NewServer and the goroutine that it starts use them.
	headerTools []string

	mu       sync.Mutex
	sessions map[*sdk.ServerSession]*clientSession
	// connections are the connections of [Server.Serve].
	connections map[*sdk.ServerSession]*serverConnection
	approvals   int // requests for approval that wait for an answer

	closing context.Context // ends when Close begins
	stop    func()
	done    chan struct{} // closed when the registry is no longer watched
}

// NewServer returns a server for the tools of the registry. The server notifies
// clients when the tools change. [Server.Close] ends the server, but does not
// close the registry.
//
// NewServer fails if Options.Key is too short, a number is negative, or
// Options.ApprovedBy needs an Approver that the registry does not have.
func NewServer(registry *runtime.Registry, o *Options) (*Server, error) {
	s := &Server{
		registry: registry, done: make(chan struct{}),
		sessions: make(map[*sdk.ServerSession]*clientSession), connections: make(map[*sdk.ServerSession]*serverConnection),
	}
	if o != nil {
		s.options = *o
	}
	if err := s.options.check(registry); err != nil {
		return nil, err
	}
	s.options.setDefaults(registry)
	s.calls = make(chan struct{}, s.options.MaxCalls)
	s.server = sdk.NewServer(&sdk.Implementation{Name: s.options.Name, Version: s.options.Version}, &sdk.ServerOptions{
		Instructions: s.options.Instructions, Logger: s.options.Logger,
		Capabilities: &sdk.ServerCapabilities{Logging: &sdk.LoggingCapabilities{}, Tools: &sdk.ToolCapabilities{ListChanged: true}},
	})
	s.closing, s.stop = context.WithCancel(context.Background())
	s.server.AddReceivingMiddleware(s.receive)
	s.update()
	changes := registry.Changes(s.closing)
	go func() {
		defer close(s.done)
		for range changes {
			s.update()
		}
	}()
	return s, nil
}

// dispatcher is the name of the tool of the SDK's server that receives the calls
// of all tools of the registry. The SDK sorts its tools by name and answers calls
// of names that it does not know. Therefore receive handles lists and calls before
// the SDK looks for a tool. No tool of a registry can have this name.
const dispatcher = "toolgen.dispatcher"

// update registers the dispatcher and the tools with parameters in headers again.
// The SDK then notifies the clients that the list of tools has changed.
func (s *Server) update() {
	s.updateHeaderTools()
	s.server.AddTool(&sdk.Tool{Name: dispatcher, InputSchema: json.RawMessage(`{"type":"object"}`)}, s.call)
}

// receive answers lists, and forwards calls of all names to the dispatcher.
func (s *Server) receive(next sdk.MethodHandler) sdk.MethodHandler {
	return func(ctx context.Context, method string, r sdk.Request) (sdk.Result, error) {
		if notOffered[method] {
			return nil, &jsonrpc.Error{Code: jsonrpc.CodeMethodNotFound, Message: "this server offers only tools, it has no method " + method}
		}
		session := s.sessionOf(ctx, r)
		switch r := r.(type) {
		case *sdk.ListToolsRequest:
			firstPage := *r
			firstPage.Params = &sdk.ListToolsParams{}
			result, err := next(ctx, method, &firstPage) // the SDK sets the fields that s.list does not
			list, ok := result.(*sdk.ListToolsResult)
			if err != nil || !ok {
				return result, err
			}
			return s.list(ctx, r, session, list)
		case *sdk.CallToolRequest:
			if r.Params == nil {
				return next(ctx, method, r)
			}
			if err := session.beginCall(); err != nil {
				return nil, err
			}
			defer session.endCall()
			ctx, cancel := s.callContext(ctx, session)
			defer cancel()
			params, request := *r.Params, *r
			params.Name, request.Params = dispatcher, &params
			return next(context.WithValue(ctx, nameKey{}, r.Params.Name), method, &request)
		}
		return next(ctx, method, r)
	}
}

// nameKey is the key of the name of the called tool in a context.
type nameKey struct{}
