package mcp

import (
	"context"
	"slices"
	"sync"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/runtime"
)

// Bridge makes the tools of an MCP server available as tools of this program.
// Its methods are safe for concurrent use.
//
// The server is untrusted. The results of its tools are fenced. The definition
// of each tool is pinned by a digest: a tool whose definition changes is held
// back until [Bridge.Allow]. The arguments of a call are checked against the
// schema of the tool before the call is sent, with the same errors and repairs
// as the arguments of generated tools. The server can request nothing from this
// program except a ping.
//
// A call is sent once. If it is cancelled, its deadline passes, or the connection
// ends before the server has answered, the call fails with the reason
// [runtime.ReasonOutcomeUnknown]. A call is sent again on a new connection only if
// the server cannot have received it, or has refused it because its session has
// ended. The next call connects again; after repeated failures the bridge refuses
// calls for 0.5 to 30 seconds.
type Bridge struct {
	options BridgeOptions
	client  *sdk.Client
	ctx     context.Context // ends when the bridge is closed
	cancel  func()
	refresh chan struct{}  // requests a new list
	work    sync.WaitGroup // goroutines of the bridge

	changing sync.Mutex // held while a change is reported
	listing  sync.Mutex // held while the tools are listed

	mu       sync.Mutex
	link     *link     // nil without a connection
	attempt  *attempt  // nil unless a connection is being made
	failures int       // consecutive failed connections
	retryAt  time.Time // before it, no connection is made
	failure  error     // of the last connection
	legacy   bool      // the server ends when it is sent server/discover
	tools    catalog
	running  map[string]*runtime.Call // calls in progress, by progress token
}

// NewBridge connects with a server and lists its tools. The context applies only
// to connecting. [Bridge.Close] closes the bridge. Each error names the server.
func NewBridge(ctx context.Context, o BridgeOptions) (*Bridge, error) {
	o, err := o.withDefaults()
	if err != nil {
		return nil, err
	}
	b := &Bridge{options: o, refresh: make(chan struct{}, 1), running: make(map[string]*runtime.Call)}
	b.tools.pins = o.Pins
	b.ctx, b.cancel = context.WithCancel(context.Background())
	b.client = sdk.NewClient(&sdk.Implementation{Name: "toolgen", Version: "v0.0.0"}, &sdk.ClientOptions{
		Capabilities: &sdk.ClientCapabilities{}, // none: neither sampling nor elicitation nor roots
		// The handler makes the SDK subscribe to changes; clientConnection handles them.
		ToolListChangedHandler: func(context.Context, *sdk.ToolListChangedRequest) {},
		MultiRoundTrip:         &sdk.MultiRoundTripOptions{Disabled: true},
	})
	if _, err := b.connectedLink(ctx); err != nil {
		_ = b.Close()
		return nil, err
	}
	b.work.Go(b.watch)
	return b, nil
}

// Close ends the connection and the calls in progress, and waits until the
// server's program has ended: usually for milliseconds, and at most for about 8
// seconds. Later calls fail with [runtime.NotAvailable]. A second Close has no
// effect. The error is always nil.
func (b *Bridge) Close() error {
	b.mu.Lock()
	b.cancel()
	l := b.link
	b.link = nil
	b.mu.Unlock()
	if l != nil {
		l.connection.fail(errBridgeClosed)
	}
	b.work.Wait()
	return nil
}

// Tools returns the tools in the order of the server. They can be used in
// [runtime.Turn.Tools]; see also [Bridge.Attach]. A tool that is held back (see
// [Bridge.Held]) has nothing of the server but its name: it is not available, so
// that models do not see it, and each call of it says why.
func (b *Bridge) Tools() []*runtime.Tool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.tools.all()
}

// Attach registers the tools as a plugin of the registry, with the id mcp:NAME.
// When the tools change, it replaces the plugin, until the context ends. The
// plugin stays registered after that.
func (b *Bridge) Attach(ctx context.Context, registry *runtime.Registry) error {
	plugin := func() runtime.Plugin { return runtime.Plugin{ID: "mcp:" + b.options.Name, Tools: b.Tools()} }
	b.changing.Lock() // no change is reported between the registration and the subscription
	defer b.changing.Unlock()
	if err := registry.RegisterPlugin(plugin()); err != nil {
		return err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.tools.attached = append(b.tools.attached, attachment{ctx, func() {
		if err := registry.ReplacePlugin(plugin()); err != nil {
			b.options.Logger.Warn("the tools of the MCP server cannot be registered", "server", b.options.Name, "error", err)
		}
	}})
	return nil
}

// attachment is a registry that gets the changes of the tools until its context
// ends.
type attachment struct {
	ctx    context.Context
	update func()
}

// reportChange reports a change of the tools to the registries and the
// application.
func (b *Bridge) reportChange() {
	b.changing.Lock()
	defer b.changing.Unlock()
	b.mu.Lock()
	b.tools.attached = slices.DeleteFunc(b.tools.attached, func(a attachment) bool { return a.ctx.Err() != nil })
	attached := slices.Clone(b.tools.attached)
	b.mu.Unlock()
	for _, a := range attached {
		a.update()
	}
	if b.options.Changed != nil {
		b.options.Changed()
	}
}
