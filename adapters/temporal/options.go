package temporal

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/toolgen/toolgen/runtime"
)

// The defaults of [Options].
const (
	DefaultHeartbeat       = 500 * time.Millisecond
	DefaultAttempts        = 3
	DefaultApprovalTimeout = 24 * time.Hour
	DefaultQueueTimeout    = 10 * time.Minute
	DefaultKeep            = 30 * 24 * time.Hour
)

// heartbeatsUntilLost is the number of heartbeat intervals after which a worker
// without a heartbeat is lost, if Options.HeartbeatTimeout is zero.
const heartbeatsUntilLost = 10

// Options configure a [Plugin]. Turn and Store are required; every other field has
// a default. The workers of one task queue should have the same options. Values
// that a batch depends on are part of its history, so that a worker with other
// options can continue it.
type Options struct {
	// Turn returns the turn of a batch: its policy, identity, working directory
	// and tools. It is called by each phase of a batch, on any worker, concurrently.
	// The plugin sets Session, Emit, Decisions and RunID of a copy. CurrentTurn,
	// MessageCount and ResultBudgetChars of the reference have priority if they are
	// not zero. An error fails the calls; its text is redacted, like results.
	Turn func(ctx context.Context, ref Turn) (*runtime.Turn, error)
	// Store has the state of sessions and large data. All workers need the same
	// store.
	Store Store
	// Local reports whether the calls of a tool run as local activities, which is
	// faster: on the worker of the workflow, and without heartbeats and progress. It
	// is only used for tools that are read-only or idempotent and for calls that need
	// no approval. A local call should take less than a second. Nil means no tool.
	Local func(tool *runtime.Tool) bool

	// Concurrency is the maximum number of calls of a batch that run at the same
	// time; zero means runtime.DefaultConcurrency.
	Concurrency int
	// Heartbeat is the interval of the heartbeats of a running call. A cancellation
	// and progress take up to this time. Zero means DefaultHeartbeat.
	Heartbeat time.Duration
	// HeartbeatTimeout is the time without a heartbeat after which a worker is lost;
	// zero means ten times Heartbeat. It should be at least three times Heartbeat.
	HeartbeatTimeout time.Duration
	// Attempts is how often a call of a tool that is read-only or idempotent starts
	// if its worker is lost; zero means DefaultAttempts. A call of another tool
	// starts once.
	Attempts int
	// ApprovalTimeout is the time to decide about a call; zero means
	// DefaultApprovalTimeout. After it, the call is not approved.
	ApprovalTimeout time.Duration
	// QueueTimeout is the time that a call waits for a worker; zero means
	// DefaultQueueTimeout. After it, the call fails and is never started.
	QueueTimeout time.Duration
	// Keep is how long the store keeps results that are too large for a history, and
	// sessions that are not used; zero means DefaultKeep. It should be longer than a
	// workflow can wait for decisions.
	Keep time.Duration
	// Logger receives errors that are not in a result; nil means slog.Default.
	Logger *slog.Logger
}

// withDefaults returns a copy with the defaults, or an error that names the field
// that is missing or invalid.
func (o *Options) withDefaults() (Options, error) {
	if o == nil || o.Turn == nil {
		return Options{}, errors.New("temporal: Options.Turn is not set: it must return the turn, with the policy, for a reference")
	}
	if o.Store == nil {
		return Options{}, errors.New("temporal: Options.Store is not set: use sqlite.Open, or a store that all workers share")
	}
	d := *o
	d.Concurrency = cmp.Or(max(d.Concurrency, 0), runtime.DefaultConcurrency)
	d.Heartbeat = cmp.Or(max(d.Heartbeat, 0), DefaultHeartbeat)
	d.HeartbeatTimeout = cmp.Or(max(d.HeartbeatTimeout, 0), heartbeatsUntilLost*d.Heartbeat)
	d.Attempts = cmp.Or(max(d.Attempts, 0), DefaultAttempts)
	d.ApprovalTimeout = cmp.Or(max(d.ApprovalTimeout, 0), DefaultApprovalTimeout)
	d.QueueTimeout = cmp.Or(max(d.QueueTimeout, 0), DefaultQueueTimeout)
	d.Keep = cmp.Or(max(d.Keep, 0), DefaultKeep)
	if d.HeartbeatTimeout <= d.Heartbeat {
		return Options{}, fmt.Errorf("temporal: Options.HeartbeatTimeout is %s, but must be longer than Options.Heartbeat, which is %s", d.HeartbeatTimeout, d.Heartbeat)
	}
	return d, nil
}

// logger returns the logger.
func (o *Options) logger() *slog.Logger { return cmp.Or(o.Logger, slog.Default()) }
