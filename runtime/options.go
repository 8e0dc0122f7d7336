package runtime

import (
	"log/slog"
	"time"

	"github.com/toolgen/toolgen/runtime/capability"
	"github.com/toolgen/toolgen/runtime/decode"
)

// The defaults of [Options].
const (
	DefaultConcurrency = 16
	DefaultTimeout     = 2 * time.Minute
	DefaultGrace       = time.Second
)

// Options configure a registry. The zero value, and nil, mean the defaults
// that each field names.
type Options struct {
	// Concurrency is how many calls of a batch run at once; zero or less means
	// DefaultConcurrency.
	Concurrency int
	// Timeout is the deadline of a call whose tool states none; zero means
	// DefaultTimeout, a negative one no deadline.
	Timeout time.Duration
	// Grace is how long a tool has to return after its context ended, at its
	// deadline or with the batch: its result or error then counts, and it holds
	// nothing. A tool that takes longer is abandoned. Zero means DefaultGrace, a
	// negative one none.
	Grace time.Duration
	// BatchTimeout is the deadline of a whole batch; zero or less means none
	// but the context's.
	BatchTimeout time.Duration
	// MaxArgumentBytes is how long the arguments of a call may be; zero or
	// less means decode.DefaultMaxBytes, 4 MiB.
	MaxArgumentBytes int
	// MaxOutcomeChars is how long the text of an [Outcome] may be that Execute
	// returns, in code points: of a longer one only the beginning stays, and
	// the spill store keeps the whole. Zero or less means no limit. It is for
	// outcomes that are sent or stored, and should not be less than a turn's
	// budget. ExecuteParallel does not use it.
	MaxOutcomeChars int
	// MaxStructuredBytes is how many bytes of structured content a result may
	// have; zero means DefaultMaxStructuredBytes, a negative number no limit. A
	// result that has more fails with [ReasonStructuredTooLarge].
	MaxStructuredBytes int
	// MaxPartBytes is how many bytes all parts of a result may have together,
	// in memory: data and all texts; zero means DefaultMaxPartBytes, a negative
	// number no limit. A result that has more fails with [ReasonPartsTooLarge].
	MaxPartBytes int
	// Budget is how a batch's budget is shared.
	Budget BudgetMode
	// Logger receives what the model must not see, such as the stack of a
	// panic, and, at the level debug, one record for each call, without its
	// arguments and texts; nil means slog.Default. Its handler must return: a
	// record is waited for up to a second, whether or not the batch's time is up.
	Logger *slog.Logger

	// Backends serve the capabilities that tools declare.
	Backends *capability.Backends
	// Approver is asked where a tool requires approval; nil denies.
	Approver Approver
	// Middleware wraps invocations, the first one outermost. One that cannot
	// wrap a tool makes its registration fail.
	Middleware []Middleware
	// Reducers shorten results; those of plugins are added to them.
	Reducers *Reducers
	// Spill keeps the full text of results that were cut, for an hour, and
	// adds the tool that reads them, [ReadResultTool]; nil keeps nothing.
	Spill SpillStore
	// Hooks observe calls, one after the other.
	Hooks []Hook
}

// FilePolicy is how far files reach, whatever tools declare.
type FilePolicy = capability.FilePolicy

// NetworkPolicy is which hosts can be reached, whatever tools declare.
type NetworkPolicy = capability.NetworkPolicy

// timeout is the deadline of one call of the tool; zero or less means none.
func (o *Options) timeout(tool *Tool) time.Duration {
	switch {
	case tool.Timeout != 0:
		return tool.Timeout
	case o.Timeout != 0:
		return o.Timeout
	}
	return DefaultTimeout
}

// grace is how long a tool has after its context ended; zero or less means not
// at all.
func (o *Options) grace() time.Duration {
	if o.Grace == 0 {
		return DefaultGrace
	}
	return o.Grace
}

func (o *Options) concurrency() int {
	if o.Concurrency <= 0 {
		return DefaultConcurrency
	}
	return o.Concurrency
}

func (o *Options) maxArgumentBytes() int {
	if o.MaxArgumentBytes <= 0 {
		return decode.DefaultMaxBytes
	}
	return o.MaxArgumentBytes
}

func (o *Options) logger() *slog.Logger {
	if o.Logger == nil {
		return slog.Default()
	}
	return o.Logger
}
