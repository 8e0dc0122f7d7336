package mcp

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/runtime"
)

// Options say how a server works. The zero value and nil mean the defaults.
type Options struct {
	// Name and Version tell clients what the server is; the defaults are
	// "toolgen" and "v0.0.0".
	Name, Version string
	// Instructions tell a model how to use the tools; empty for none.
	Instructions string
	// Turn returns the turn of a request: session, policy and identity. It is
	// called for lists and calls, concurrently. The server adds to Emit and Log
	// and to Decisions of the turn; it changes nothing else. An error refuses
	// the request, and its text is sent to the client.
	//
	// nil gives each client session a runtime session of its own, and a policy
	// that allows every tool and opens neither files nor hosts.
	Turn func(ctx context.Context, r *Request) (*runtime.Turn, error)
	// PageSize is how many tools a page of a list has; zero means 1000.
	PageSize int
	// Key signs the state of calls that wait for consent. All processes that
	// serve the same clients need the same key of at least 16 bytes; empty
	// means a random one, which is good for one process.
	Key []byte
	// Logger receives the log of the protocol; nil drops it. Over standard
	// output nothing else may be written there.
	Logger *slog.Logger
}

// Request is what a server knows about a request.
type Request struct {
	// Client is the implementation that the client claims to be; nil when it
	// does not say.
	Client *sdk.Implementation
	// SessionID is the id of the HTTP session; empty over standard input and
	// for a stateless server.
	SessionID string
	// Header is the header of the HTTP request; nil over standard input.
	Header http.Header
	// Token describes the bearer token of the request, when the server checks
	// tokens; nil otherwise.
	Token *auth.TokenInfo
	// Session is the default session of the client: one for each session of
	// the protocol, with an id of its own. It is nil for a stateless server.
	Session *runtime.Session
}

// Server offers the tools of a registry. Its methods are safe for concurrent
// use.
type Server struct {
	registry *runtime.Registry
	options  Options
	server   *sdk.Server
	key      []byte
	used     replays

	mu       sync.Mutex
	sessions map[*sdk.ServerSession]*runtime.Session

	stop func()
	done chan struct{} // closed when the registry is no longer watched
}

// NewServer returns a server for the tools of the registry. Clients are told
// when these change. [Server.Close] releases what the server holds; the registry
// stays open.
//
// It fails when Options.Key is too short or PageSize is negative.
func NewServer(registry *runtime.Registry, o *Options) (*Server, error) {
	s := &Server{registry: registry, sessions: make(map[*sdk.ServerSession]*runtime.Session), done: make(chan struct{})}
	if o != nil {
		s.options = *o
	}
	switch key := s.options.Key; {
	case s.options.PageSize < 0:
		return nil, errors.New("mcp: Options.PageSize is negative")
	case len(key) == 0:
		s.key = []byte(rand.Text())
	case len(key) < minKeyBytes:
		return nil, errors.New("mcp: Options.Key has fewer than 16 bytes")
	default:
		s.key = key
	}
	if s.options.Name == "" {
		s.options.Name = "toolgen"
	}
	if s.options.Version == "" {
		s.options.Version = "v0.0.0"
	}
	s.server = sdk.NewServer(&sdk.Implementation{Name: s.options.Name, Version: s.options.Version}, &sdk.ServerOptions{
		Instructions: s.options.Instructions, Logger: s.options.Logger,
		Capabilities: &sdk.ServerCapabilities{Logging: &sdk.LoggingCapabilities{}, Tools: &sdk.ToolCapabilities{ListChanged: true}},
	})
	s.server.AddReceivingMiddleware(s.receive)
	s.addDispatcher()
	ctx, stop := context.WithCancel(context.Background())
	s.stop = stop
	changes := registry.Changes(ctx)
	go func() {
		defer close(s.done)
		for range changes {
			s.addDispatcher() // which tells clients that the list has changed
		}
	}()
	return s, nil
}

// Close ends the sessions of all clients and the watch over the registry. Calls
// in progress are cancelled.
func (s *Server) Close() error {
	s.stop()
	<-s.done
	var errs []error
	for session := range s.server.Sessions() {
		errs = append(errs, session.Close())
	}
	return errors.Join(errs...)
}

// Serve serves one client on a transport, until it disconnects or the context
// ends.
func (s *Server) Serve(ctx context.Context, t sdk.Transport) error { return s.server.Run(ctx, t) }

// ServeStdio serves the tools of the registry to one client on standard input
// and output, until the input ends or the context ends. Nothing else may be
// written to standard output.
func ServeStdio(ctx context.Context, registry *runtime.Registry, o *Options) error {
	s, err := NewServer(registry, o)
	if err != nil {
		return err
	}
	return errors.Join(s.Serve(ctx, &sdk.StdioTransport{}), s.Close())
}

// dispatcher is the name of the only tool of the SDK's server. It receives the
// calls of all tools of the registry: the SDK sorts its tools by name and answers calls of
// names that it does not know by itself, so that lists and calls are handled
// before they reach it. No tool of a registry can have this name.
const dispatcher = "toolgen.dispatcher"

func (s *Server) addDispatcher() {
	s.server.AddTool(&sdk.Tool{Name: dispatcher, InputSchema: json.RawMessage(`{"type":"object"}`)}, s.call)
}

// receive answers lists and gives calls of all names to the dispatcher.
func (s *Server) receive(next sdk.MethodHandler) sdk.MethodHandler {
	return func(ctx context.Context, method string, r sdk.Request) (sdk.Result, error) {
		if notOffered[method] {
			return nil, &jsonrpc.Error{Code: jsonrpc.CodeMethodNotFound, Message: "this server offers tools only, not " + method}
		}
		switch r := r.(type) {
		case *sdk.ListToolsRequest:
			all := *r
			all.Params = &sdk.ListToolsParams{}
			result, err := next(ctx, method, &all) // for what the SDK adds to a result
			list, ok := result.(*sdk.ListToolsResult)
			if err != nil || !ok {
				return result, err
			}
			return s.list(ctx, r, list)
		case *sdk.CallToolRequest:
			if r.Params == nil {
				return next(ctx, method, r)
			}
			params, request := *r.Params, *r
			params.Name, request.Params = dispatcher, &params
			return next(context.WithValue(ctx, nameKey{}, r.Params.Name), method, &request)
		}
		return next(ctx, method, r)
	}
}

// nameKey is the key of the name of the called tool in a context.
type nameKey struct{}

// turn is the turn of a request. The caller may change it.
func (s *Server) turn(ctx context.Context, session *sdk.ServerSession, extra *sdk.RequestExtra) (*runtime.Turn, error) {
	r := &Request{SessionID: session.ID()}
	if extra == nil || extra.Header == nil || r.SessionID != "" {
		r.Session = s.session(session)
	}
	if p := session.InitializeParams(); p != nil {
		r.Client = p.ClientInfo
	}
	if extra != nil {
		r.Header, r.Token = extra.Header, extra.TokenInfo
	}
	if s.options.Turn == nil {
		return &runtime.Turn{Session: r.Session, Platform: "mcp"}, nil
	}
	turn, err := s.options.Turn(ctx, r)
	if err != nil {
		return nil, err
	}
	own := runtime.Turn{}
	if turn != nil {
		own = *turn
	}
	return &own, nil
}

// session is the runtime's session for a session of the protocol. It is dropped
// when that ends.
func (s *Server) session(of *sdk.ServerSession) *runtime.Session {
	s.mu.Lock()
	defer s.mu.Unlock()
	known := s.sessions[of]
	if known == nil {
		id := rand.Text() // the id of an HTTP session is a secret, and ids of sessions are logged
		known = runtime.NewSession(id, id)
		s.sessions[of] = known
		go func() {
			_ = of.Wait() // why it ended does not matter here
			s.mu.Lock()
			defer s.mu.Unlock()
			delete(s.sessions, of)
		}()
	}
	return known
}
