package mcp

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/runtime"
)

// BridgeOptions say which server a bridge reaches, and how.
type BridgeOptions struct {
	// Name names the server in the names of its tools (mcp__NAME__TOOL) and in
	// policies: a letter, then letters, digits, hyphens and single
	// underscores, at most 32 characters in all.
	Name string
	// Transport connects with the server: [Command], [HTTP], or another
	// transport of the SDK. It is called again for each new connection.
	Transport func(ctx context.Context) (sdk.Transport, error)
	// Pins are the digests of the definitions that were allowed before, by the
	// server's name of the tool: what [Bridge.Pins] returned. nil trusts the
	// first list that the server gives, and pins it.
	Pins map[string]string
	// Timeout is the deadline of one call; zero means that of the registry.
	Timeout time.Duration
	// ConnectTimeout is the deadline for a connection and its first list; zero
	// means 30 seconds.
	ConnectTimeout time.Duration
	// MaxTools is how many tools are taken from the server; zero means 256. The
	// others are reported as problems.
	MaxTools int
	// Changed is called when Tools or Held may return something else, by one
	// goroutine at a time. It must not call Allow or Close. nil for nothing.
	Changed func()
	// Logger receives what happens to the connection; nil drops it.
	Logger *slog.Logger
}

const (
	defaultConnectTimeout = 30 * time.Second
	defaultMaxTools       = 256
)

// serverName is what a server may be called. Two underscores end the name.
var serverName = regexp.MustCompile(`^[A-Za-z](_?[A-Za-z0-9-])*$`)

const maxServerName = 32

// Bridge makes the tools of an MCP server tools of this program. Its methods are
// safe for concurrent use.
//
// A bridged tool is untrusted: its results are fenced, and its definition is
// pinned by a digest. A tool whose definition changes is held back until
// [Bridge.Allow]. The arguments of a call are checked against the schema of the
// tool, with the same errors and repairs as those of generated tools, before
// anything is sent. A call is sent once: when the connection is lost while the
// server works, the call fails with the reason [ReasonConnectionLost], because
// what the server did is not known. The next call connects again, after a pause
// that grows with each failure.
type Bridge struct {
	options BridgeOptions
	client  *sdk.Client
	ctx     context.Context // of the bridge
	cancel  func()
	refresh chan struct{} // asks for a new list

	connecting sync.Mutex // held by the goroutine that connects
	changing   sync.Mutex // held by the goroutine that tells about a change

	mu       sync.Mutex
	link     *link // nil without a connection
	failures int   // in a row
	retryAt  time.Time
	tools    catalog
	running  map[string]*runtime.Call // calls in progress, by progress token
}

// ReasonConnectionLost is the reason of a call whose connection was lost after
// it was sent. Its code is ExecutionFailed.
const ReasonConnectionLost = "connection_lost"

// NewBridge connects with a server and lists its tools. The bridge keeps the
// connection until [Bridge.Close]; the context is for connecting only.
func NewBridge(ctx context.Context, o BridgeOptions) (*Bridge, error) {
	switch {
	case !serverName.MatchString(o.Name) || len(o.Name) > maxServerName || strings.Contains(o.Name, "__"):
		return nil, fmt.Errorf("mcp: the server name %q is not valid: use a letter, then letters, digits, hyphens and single underscores, at most %d characters", o.Name, maxServerName)
	case o.Transport == nil:
		return nil, errors.New("mcp: BridgeOptions.Transport is missing: use Command or HTTP")
	}
	if o.ConnectTimeout <= 0 {
		o.ConnectTimeout = defaultConnectTimeout
	}
	if o.MaxTools <= 0 {
		o.MaxTools = defaultMaxTools
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	b := &Bridge{options: o, refresh: make(chan struct{}, 1), running: make(map[string]*runtime.Call)}
	b.tools.pins = o.Pins
	b.ctx, b.cancel = context.WithCancel(context.Background())
	b.client = sdk.NewClient(&sdk.Implementation{Name: "toolgen", Version: "v0.0.0"}, &sdk.ClientOptions{
		Capabilities: &sdk.ClientCapabilities{}, // the server may ask nothing of this program
		Logger:       o.Logger,
		ToolListChangedHandler: func(context.Context, *sdk.ToolListChangedRequest) {
			select {
			case b.refresh <- struct{}{}:
			default: // it was asked for already
			}
		},
		ProgressNotificationHandler: b.progressed,
	})
	if _, err := b.connected(ctx); err != nil {
		b.cancel()
		return nil, err
	}
	go b.watch()
	return b, nil
}

// Close ends the connection, and with it the calls in progress.
func (b *Bridge) Close() error {
	b.cancel()
	b.mu.Lock()
	l := b.link
	b.link = nil
	b.mu.Unlock()
	if l == nil {
		return nil
	}
	return l.session.Close()
}

// Tools are the tools that may be called, in the order of the server: for
// [runtime.Turn.Tools], or see [Bridge.Attach].
func (b *Bridge) Tools() []*runtime.Tool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.tools.allowed()
}

// Attach registers the tools as a plugin of the registry with the id mcp:NAME,
// and replaces it when they change, until the context ends.
func (b *Bridge) Attach(ctx context.Context, registry *runtime.Registry) error {
	plugin := func() runtime.Plugin { return runtime.Plugin{ID: "mcp:" + b.options.Name, Tools: b.Tools()} }
	b.changing.Lock() // no change comes between the first tools and the first replacement
	defer b.changing.Unlock()
	if err := registry.RegisterPlugin(plugin()); err != nil {
		return err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.tools.attached = append(b.tools.attached, func() {
		if ctx.Err() != nil {
			return
		}
		if err := registry.ReplacePlugin(plugin()); err != nil {
			b.options.Logger.Warn("the tools of the server cannot be registered", "server", b.options.Name, "error", err)
		}
	})
	return nil
}

// Command is a transport to a program that serves on standard input and output.
// The program gets the environment of cmd, and no more than the variables PATH
// and HOME when that is nil: a third-party server must not see the secrets of
// this program. Each connection starts it anew.
func Command(cmd *exec.Cmd) func(context.Context) (sdk.Transport, error) {
	return func(context.Context) (sdk.Transport, error) {
		again := exec.Command(cmd.Path)
		again.Args, again.Dir, again.Env, again.Stderr, again.SysProcAttr = cmd.Args, cmd.Dir, cmd.Env, cmd.Stderr, cmd.SysProcAttr
		if again.Env == nil {
			again.Env = environment()
		}
		return &sdk.CommandTransport{Command: again}, nil
	}
}

// HTTP is a transport to a server at a URL, by streamable HTTP. The client adds
// what the server wants, such as a token; nil means [http.DefaultClient].
func HTTP(url string, client *http.Client) func(context.Context) (sdk.Transport, error) {
	return func(context.Context) (sdk.Transport, error) {
		return &sdk.StreamableClientTransport{Endpoint: url, HTTPClient: client, MaxRetries: -1}, nil
	}
}
