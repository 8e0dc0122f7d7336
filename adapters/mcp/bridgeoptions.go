package mcp

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"regexp"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/runtime"
)

// BridgeOptions configure a [Bridge]. Name and Transport are required. A limit
// that is zero or negative means its default.
type BridgeOptions struct {
	// Name names the server in the names of its tools (mcp__NAME__TOOL) and in
	// policies: a letter, then letters, digits, hyphens and single
	// underscores, at most 32 characters. It does not end with an underscore.
	Name string
	// Transport returns a new transport to the server: [Command], [HTTP], or
	// another transport of the SDK. It is called once for each connection.
	Transport func(ctx context.Context) (sdk.Transport, error)
	// Pins are the digests of the definitions that the application allows, by
	// the server's names of the tools, as [Bridge.Pins] of an earlier process
	// returned them. Nil allows the definitions of the first list, except those
	// with a [Held.Warning].
	Pins map[string]string
	// TrustHints makes the bridge use the server's hints about its tools, such
	// as readOnlyHint. By default it ignores them, and each tool counts as one
	// that changes and destroys data, is not idempotent, and acts on the
	// outside world. Set it only for servers that the application trusts.
	TrustHints bool
	// Configure changes a tool before it is made, for example to require an
	// approval (Tool.Approval) or a grant (Tool.Requires), or to change its
	// hints or its time limit. The first argument is the server's name of the
	// tool. Configure must not change Name, Input, Output, Invoke and
	// Untrusted. It is called while the bridge is locked, and must not call
	// methods of the bridge. Nil changes nothing.
	Configure func(name string, tool *runtime.Tool)

	// Timeout is the time limit of one call; zero means that of the registry.
	Timeout time.Duration
	// ConnectTimeout is the time limit for connecting, without the list of
	// tools: 30 seconds by default.
	ConnectTimeout time.Duration
	// ListTimeout is the time limit for reading all pages of the list of tools:
	// 30 seconds by default.
	ListTimeout time.Duration
	// MaxTools is the maximum number of tools: 256 by default. The bridge leaves
	// out the other tools and reports them as a problem.
	MaxTools int
	// MaxDefinitionBytes is the maximum length of the definition of one tool,
	// in bytes: 64 KiB by default. The bridge leaves out a tool with a longer
	// definition and reports it as a problem.
	MaxDefinitionBytes int
	// MaxMessageBytes is the maximum length of one message of the server, in
	// bytes: 16 MiB by default. A result of a call is one message, and so is a
	// page of the list of tools. A longer message fails the call. It also ends
	// the connection, except in an HTTP response of the type application/json.
	MaxMessageBytes int

	// Changed is called after the results of Tools or Held may have changed, by
	// one goroutine at a time. It must not call Allow or Close. Nil is allowed.
	Changed func()
	// Logger receives records about the connection and the definitions; nil
	// drops them.
	Logger *slog.Logger
}

// The defaults of [BridgeOptions].
const (
	DefaultConnectTimeout     = 30 * time.Second
	DefaultListTimeout        = 30 * time.Second
	DefaultMaxTools           = 256
	DefaultMaxDefinitionBytes = 64 << 10
	DefaultMaxMessageBytes    = 16 << 20
)

// serverName matches the names of servers, except for their length. It refuses
// two underscores in a row and an underscore at the end, because the first two
// underscores after mcp__ separate the server from the tool.
var serverName = regexp.MustCompile(`^[A-Za-z](_?[A-Za-z0-9-])*$`)

const maxServerName = 32

// withDefaults returns a copy of the options with all defaults, or an error if
// an option is not valid.
func (o BridgeOptions) withDefaults() (BridgeOptions, error) {
	switch {
	case !serverName.MatchString(o.Name) || len(o.Name) > maxServerName:
		return o, fmt.Errorf("mcp: the server name %.100q is not valid: use a letter, then letters, digits, hyphens and single underscores, at most %d characters, without an underscore at the end", o.Name, maxServerName)
	case o.Transport == nil:
		return o, errors.New("mcp: BridgeOptions.Transport is missing: use Command or HTTP")
	}
	o.Pins = maps.Clone(o.Pins)
	setDefault(&o.ConnectTimeout, DefaultConnectTimeout)
	setDefault(&o.ListTimeout, DefaultListTimeout)
	setDefault(&o.MaxTools, DefaultMaxTools)
	setDefault(&o.MaxDefinitionBytes, DefaultMaxDefinitionBytes)
	setDefault(&o.MaxMessageBytes, DefaultMaxMessageBytes)
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	return o, nil
}

// setDefault sets a limit that is zero or negative to its default.
func setDefault[T int | time.Duration](limit *T, value T) {
	if *limit <= 0 {
		*limit = value
	}
}
