package runtime

import (
	"log/slog"
	"time"

	"github.com/toolgen/toolgen/runtime/arguments"
	"github.com/toolgen/toolgen/runtime/capability"
)

// The defaults of [Options].
const (
	DefaultConcurrency = 16
	DefaultTimeout     = 2 * time.Minute
	DefaultGrace       = time.Second
)

// Options configure a registry. In the zero value, and for nil, each field has
// its default.
type Options struct {
	// Concurrency is the maximum number of calls of a batch that run
	// concurrently; zero or less means DefaultConcurrency.
	Concurrency int
	// Timeout is the time limit of a call whose tool has none; zero means
	// DefaultTimeout, and a negative value means no limit.
	Timeout time.Duration
	// Grace is the time that a tool has to return after its context ended. If
	// it returns in time, its result is used, and it blocks no other call.
	// Otherwise it is abandoned. Zero means DefaultGrace, and a negative value
	// means no time.
	Grace time.Duration
	// BatchTimeout is the time limit of a batch; zero or less means no limit
	// other than the context's.
	BatchTimeout time.Duration
	// MaxArgumentBytes is the maximum length of the arguments of a call; zero
	// or less means arguments.DefaultMaxBytes, 4 MiB.
	MaxArgumentBytes int
	// MaxOutcomeChars is the maximum length, in code points, of the text in an
	// [Outcome] that Execute returns. Execute keeps only the beginning of a
	// longer text, and the spill store keeps the full text. Zero or less means
	// no limit. It is for outcomes that are sent or stored, and should not be
	// less than the budget of a turn. ExecuteParallel does not use it.
	MaxOutcomeChars int
	// MaxStructuredBytes is the maximum size of the structured content of a
	// result; zero means DefaultMaxStructuredBytes, and a negative value means
	// no limit. A result that exceeds it fails with [ReasonStructuredTooLarge].
	MaxStructuredBytes int
	// MaxPartBytes is the maximum size of all parts of a result together in
	// memory: their data and texts. Zero means DefaultMaxPartBytes, and a
	// negative value means no limit. A result that exceeds it fails with
	// [ReasonPartsTooLarge].
	MaxPartBytes int
	// Budget says how the results of a batch share its budget.
	Budget BudgetMode
	// Logger receives records that the model must not see, such as the stack of
	// a panic, and, at the level debug, one record for each call, without its
	// arguments and texts. Nil means slog.Default. Its handler must return: the
	// runtime waits for a record for up to one second, even if the deadline of
	// the batch has passed.
	Logger *slog.Logger

	// Backends provide the capabilities that tools declare.
	Backends *capability.Backends
	// Approver decides about calls of tools that require approval; nil denies
	// them.
	Approver Approver
	// ApprovalRule says which calls need approval, in addition to those whose
	// tools require it; nil adds none. It is called when a tool is registered, and when a
	// batch calls a tool of its turn. It is not called for [ReadResultTool].
	ApprovalRule ApprovalRule
	// Middleware wraps invocations, the first one outermost. A tool that it
	// cannot wrap cannot be registered.
	Middleware []Middleware
	// Reducers shorten results. The registry adds the reducers of plugins to
	// them.
	Reducers *Reducers
	// Spill keeps the full text of results that were cut, for one hour. With a
	// store, the registry has the tool [ReadResultTool], which reads these
	// texts. Nil keeps no texts.
	Spill SpillStore
	// Hooks observe calls, one after the other.
	Hooks []Hook
	// Counterparts are names of tools that models know from other programs,
	// and the tools to use instead: "grep" and []string{"search_files"}. The
	// result of a call to an unknown tool with such a name lists those of them
	// that the turn may call. Case, hyphens and underscores in a name do not
	// matter. The registry does not change the map, and the application must
	// not change it either.
	Counterparts map[string][]string
	// Rewrite returns the arguments that a model meant, for a call whose
	// arguments are not valid: it translates the habits of other programs, such
	// as {"view_range": [1, 5]}. args is JSON after the repairs of its syntax.
	// It returns an empty string if it has no translation. If the translation
	// is not valid either, the call fails with the problems of the arguments as
	// the model wrote them. Rewrite is not called for a tool with NoRepair, and must be
	// safe for concurrent use. Nil translates nothing.
	Rewrite func(tool *Tool, args string) string
}

// FilePolicy limits the files that calls may access, in addition to the
// declarations of their tools.
type FilePolicy = capability.FilePolicy

// NetworkPolicy limits the hosts that calls may access, in addition to the
// declarations of their tools.
type NetworkPolicy = capability.NetworkPolicy

// timeout returns the time limit of one call of the tool; zero or less means no
// limit.
func (o *Options) timeout(tool *Tool) time.Duration {
	switch {
	case tool.Timeout != 0:
		return tool.Timeout
	case o.Timeout != 0:
		return o.Timeout
	}
	return DefaultTimeout
}

// grace returns the grace period; zero or less means none.
func (o *Options) grace() time.Duration {
	if o.Grace == 0 {
		return DefaultGrace
	}
	return o.Grace
}

// concurrency returns the maximum number of concurrent calls.
func (o *Options) concurrency() int {
	if o.Concurrency <= 0 {
		return DefaultConcurrency
	}
	return o.Concurrency
}

// maxArgumentBytes returns the maximum length of the arguments of a call.
func (o *Options) maxArgumentBytes() int {
	if o.MaxArgumentBytes <= 0 {
		return arguments.DefaultMaxBytes
	}
	return o.MaxArgumentBytes
}

// logger returns the logger, or the default logger of log/slog.
func (o *Options) logger() *slog.Logger {
	if o.Logger == nil {
		return slog.Default()
	}
	return o.Logger
}
