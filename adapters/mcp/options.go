package mcp

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"path"
	"runtime/debug"
	"time"

	"github.com/modelcontextprotocol/go-sdk/auth"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/runtime"
)

// Options configures a server. The zero value and nil mean the defaults.
type Options struct {
	// Name and Version are the name and the version of the server that clients
	// show. The defaults are the last element of the import path of the program,
	// and the version of its module or "v0.0.0".
	Name, Version string
	// Instructions tell a model how to use the tools; empty means none.
	Instructions string
	// Turn returns the turn of a request, with its session, policy and identity.
	// It is called for lists and calls, concurrently. The server copies the turn,
	// and changes only Emit, Log and Decisions of the copy. An error refuses the
	// request, and the client receives its text.
	//
	// Without Turn, each session of the protocol has a runtime session of its
	// own, and the policy allows every tool but no files and no hosts.
	Turn func(ctx context.Context, r *Request) (*runtime.Turn, error)
	// PageSize is the maximum number of tools on a page of a list; zero means
	// 1000.
	PageSize int
	// MaxCalls is the maximum number of calls that run at the same time, for all
	// clients together; zero means 1024. MaxSessionCalls is the maximum for one
	// session of the protocol; zero means 64. Further calls wait. If 1024 calls of
	// a session wait, the server refuses more.
	MaxCalls, MaxSessionCalls int
	// ApprovedBy says who approves calls that need approval.
	ApprovedBy ApprovedBy
	// ApprovalTimeout is the time that the client's user has to decide about a
	// call; zero means 5 minutes. After that the call is not approved.
	ApprovalTimeout time.Duration
	// MaxApprovals is the maximum number of requests for approval that wait for
	// an answer, for all clients together; zero means 1024. MaxSessionApprovals is
	// the maximum for one session of the protocol; zero means 16. Further calls
	// are not approved. Stateless servers keep no requests for approval.
	MaxApprovals, MaxSessionApprovals int
	// Key signs the state of calls that wait for approval. All processes that
	// serve the same clients need the same key of at least 16 bytes. Empty means
	// a random key, which works for one process.
	Key []byte
	// UsedApprovals records which approvals were used. Several processes that have
	// the same Key need a store that they share. Nil means the memory of this
	// process: another process with the same key accepts an approval again.
	UsedApprovals ApprovalStore
	// Logger receives the log of the protocol, without the ids of HTTP sessions;
	// nil drops it. It must not write to the standard output of a server that uses
	// that for the protocol.
	Logger *slog.Logger
}

// ApprovedBy says who approves calls that need approval.
type ApprovedBy int

const (
	// ApprovedByDefault means ApprovedByApplication if the registry has an
	// Approver, and ApprovedByClient otherwise.
	ApprovedByDefault ApprovedBy = iota
	// ApprovedByClient means that the user of the client decides. A client that is
	// not trusted can approve its own calls. For clients that cannot ask their
	// users, the Approver of the registry decides.
	ApprovedByClient
	// ApprovedByApplication means that the Approver of the registry decides, and
	// that the client is not asked. Without an Approver, no call is approved.
	ApprovedByApplication
	// ApprovedByBoth means that the user of the client and the Approver of the
	// registry must both approve. The client is asked first. The calls of clients
	// that cannot ask their users are not approved.
	ApprovedByBoth
)

// Request describes a request of a client, for Options.Turn.
type Request struct {
	// Client is the name and version that the client sent, which are not
	// verified; nil if the client sent none.
	Client *sdk.Implementation
	// SessionID is the id of the HTTP session, which is a secret: a client with
	// this id can use the session. It is empty over standard input and for a
	// stateless server.
	SessionID string
	// Header is the header of the HTTP request; nil over standard input.
	Header http.Header
	// Token describes the bearer token of the request; nil if the server does
	// not check tokens.
	Token *auth.TokenInfo
	// Session is the default session of the client: one for each session of
	// the protocol, with a random id. It is nil for a stateless server.
	Session *runtime.Session
}

// The defaults of Options.
const (
	defaultPageSize            = 1000
	defaultMaxCalls            = 1024
	defaultMaxSessionCalls     = 64
	defaultMaxApprovals        = 1024
	defaultMaxSessionApprovals = 16
	defaultApprovalTimeout     = 5 * time.Minute
)

// check returns an error for options that do not work.
func (o *Options) check(registry *runtime.Registry) error {
	for name, value := range map[string]int64{
		"PageSize": int64(o.PageSize), "MaxCalls": int64(o.MaxCalls), "MaxSessionCalls": int64(o.MaxSessionCalls),
		"MaxApprovals": int64(o.MaxApprovals), "MaxSessionApprovals": int64(o.MaxSessionApprovals), "ApprovalTimeout": int64(o.ApprovalTimeout),
	} {
		if value < 0 {
			return fmt.Errorf("mcp: Options.%s is negative: use 0 for the default", name)
		}
	}
	switch {
	case len(o.Key) > 0 && len(o.Key) < minKeyBytes:
		return fmt.Errorf("mcp: Options.Key has %d bytes, expected at least %d", len(o.Key), minKeyBytes)
	case o.ApprovedBy < ApprovedByDefault || o.ApprovedBy > ApprovedByBoth:
		return fmt.Errorf("mcp: Options.ApprovedBy is %d, expected one of the constants", o.ApprovedBy)
	case o.ApprovedBy == ApprovedByBoth && !registry.HasApprover():
		return errors.New("mcp: Options.ApprovedBy is ApprovedByBoth, but the registry has no Approver: set runtime.Options.Approver")
	}
	return nil
}

// setDefaults sets the options that have no value.
func (o *Options) setDefaults(registry *runtime.Registry) {
	o.PageSize = cmp.Or(o.PageSize, defaultPageSize)
	o.MaxCalls = cmp.Or(o.MaxCalls, defaultMaxCalls)
	o.MaxSessionCalls = cmp.Or(o.MaxSessionCalls, defaultMaxSessionCalls)
	o.MaxApprovals = cmp.Or(o.MaxApprovals, defaultMaxApprovals)
	o.MaxSessionApprovals = cmp.Or(o.MaxSessionApprovals, defaultMaxSessionApprovals)
	o.ApprovalTimeout = cmp.Or(o.ApprovalTimeout, defaultApprovalTimeout)
	if o.ApprovedBy == ApprovedByDefault {
		o.ApprovedBy = ApprovedByClient
		if registry.HasApprover() {
			o.ApprovedBy = ApprovedByApplication
		}
	}
	if len(o.Key) == 0 {
		o.Key = []byte(rand.Text())
	}
	if o.UsedApprovals == nil {
		o.UsedApprovals = newMemoryStore(o.ApprovalTimeout)
	}
	o.Logger = withoutSessionIDs(o.Logger)
	o.setName()
}

// setName sets the name and the version from the build of the program.
func (o *Options) setName() {
	if build, ok := debug.ReadBuildInfo(); ok {
		o.Name = cmp.Or(o.Name, path.Base(build.Path))
		if build.Main.Version != "(devel)" {
			o.Version = cmp.Or(o.Version, build.Main.Version)
		}
	}
	o.Version = cmp.Or(o.Version, "v0.0.0")
}
