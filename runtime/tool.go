package runtime

import (
	"context"
	"time"

	"github.com/toolgen/toolgen/runtime/capability"
	"github.com/toolgen/toolgen/runtime/decode"
)

// Tool is a tool: data, and functions that use its decoded arguments. Generated
// code has one composite literal for each tool. After a tool was given to a registry or
// to a turn, it must not change. Only Name and Invoke are required.
type Tool struct {
	// ID is globally unique. The default is the import path, a dot, and the
	// name.
	ID string
	// Name is the name for the model: a letter or underscore, then up to 63
	// letters, digits, underscores and hyphens.
	Name string
	// Title is the name for people.
	Title string
	// Description is for the model. It has at most 1024 characters.
	Description string
	// Input is the JSON Schema of the arguments. Empty means an object without
	// properties. An Input that is not JSON makes the definitions of all tools
	// invalid; Registry.Validate reports it.
	Input string
	// Output is the JSON Schema of the structured content; empty for none.
	Output string
	// Projections are the variants of Input for certain model providers, one
	// for each dialect that the package requests.
	Projections []Projection
	// JSON reports that the text of a success is JSON, which a cut must keep
	// valid.
	JSON bool

	// Toolset is the tool's group in policies, and Category its group for
	// people.
	Toolset, Category string
	// Version is the tool's own version.
	Version string
	// Requires are the grants that a policy must have, all of them.
	Requires []string
	// Hints describe the tool's behavior to the model and its host.
	Hints Hints
	// MaxResultChars is the tool's own maximum length of a result in code
	// points; zero means no limit other than the budget.
	MaxResultChars int
	// Timeout is the time limit of one call; zero means Options.Timeout, and a
	// negative value means no limit.
	Timeout time.Duration
	// Needs are the capabilities of the tool; nil means none.
	Needs *capability.Needs
	// Available has the conditions under which the tool can run; nil means
	// none.
	Available *Availability
	// AlwaysInclude exempts the tool from Policy.Tools.
	AlwaysInclude bool
	// Approval says which calls need a person's approval; nil means none.
	Approval *Approval
	// Untrusted marks the results as untrusted content, which gets a fence; nil
	// means trusted.
	Untrusted *Untrusted
	// ReturnDirect reports that the agent may end its turn with the result.
	ReturnDirect bool
	// Cache configures the cache of results; nil means no cache.
	Cache *Cache
	// Serialize has the names of the arguments that Key uses.
	Serialize []string
	// Exclusive reports that no other call of the batch runs at the same time:
	// the tool runs after the earlier calls and before the later ones.
	Exclusive bool
	// Concurrent exempts the tool from the order of effects: its calls run
	// concurrently with calls that change the data that it touches, or touch
	// the data that it changes. A tool cannot be both Exclusive and Concurrent.
	Concurrent bool
	// Retry configures the repetition of failed calls; nil means none. The tool
	// must be idempotent.
	Retry *Retry
	// NoRepair makes the decoder report errors that it otherwise repairs.
	NoRepair bool
	// Strict requests the strict mode of a provider.
	Strict bool
	// Examples are the JSON arguments of valid calls.
	Examples []string

	// Decode decodes the text of d into a new argument value and returns a
	// pointer to it. d stores the problems and the repairs. Nil means that the
	// tool takes no arguments: only an object without members is valid.
	Decode func(d *decode.D) any
	// Check validates the decoded arguments; it calls the Validate method of
	// the argument type. Nil means no validation.
	Check func(args any) error
	// Key returns the serialization key of the decoded arguments. Calls of a
	// batch with equal keys, even of different tools, run in input order. Nil
	// means that the calls have no key.
	Key func(args any) string
	// Source returns the origin of an untrusted result, computed from the
	// decoded arguments before the tool runs. A panic in it fails the call. Nil
	// means the tool's name. Result.Source replaces it.
	Source func(args any) string
	// Invoke runs the tool. The call has the arguments and the capabilities.
	Invoke Handler
	// DryRun describes what Invoke would do, without doing it. Nil means that
	// the runtime describes the call.
	DryRun Handler
	// Shutdown releases the resources of the tool. Tools with an equal
	// ShutdownKey, such as a pointer to their receiver, share one Shutdown: it
	// runs once, when the last of them is unregistered or the registry is
	// closed.
	Shutdown    func(ctx context.Context) error
	ShutdownKey any
}

// Projection is the schema of a tool's arguments in the dialect of a provider.
// The tool's decoder also accepts arguments that are valid only for the
// projection, such as null for an optional argument.
type Projection struct {
	// Dialect is the name of the dialect, such as "openai-strict".
	Dialect string
	// Parameters is the schema as compact JSON.
	Parameters string
	// Strict reports that the provider's strict mode must be requested.
	Strict bool
	// Examples are Tool.Examples in the form of Parameters. Nil means that
	// Tool.Examples have this form.
	Examples []string
}

// Handler invokes a tool. Middleware wraps it.
type Handler func(ctx context.Context, call *Call) Result

// Hints describe the behavior of a tool. The runtime does not check them. It
// uses them for the order of effects and for retries.
type Hints struct {
	ReadOnly, Destructive, Idempotent, OpenWorld bool
	// SideEffects is implied by Destructive.
	SideEffects bool
}

// Availability has the conditions under which a tool is shown and can run. All
// of them must be true.
type Availability struct {
	// Env has the names of environment variables that must not be empty.
	Env []string
	// Binaries are programs that must be on PATH. They are not started.
	Binaries []string
	// CheckName is the name of Check in the reason of a refusal.
	CheckName string
	// Check reports whether the tool can run; nil means that there is no such
	// check. A panic and runtime.Goexit count as false, and so does a check
	// that does not return within two seconds. Check is not called again while
	// it runs.
	Check func() bool
	// Explanation follows the text of a refusal. It says to the model why the
	// tool cannot run, or who can change that. It is optional.
	Explanation string
}

// Approval says when a call needs a person's approval, and why. With the zero
// value, every call needs approval, and there is no reason.
type Approval struct {
	// When reports whether a call with the decoded arguments needs approval, and
	// why, in a text for the person who decides. If the text is empty, Reason
	// is used. The text may quote the arguments, and is as untrusted as they
	// are. Nil means that every call needs approval. When must be safe for
	// concurrent use.
	When func(args any) (why string, needed bool)
	// Condition is the name of the function When.
	Condition string
	// Reason says why approval is needed if When returns no text.
	Reason string
}

// Untrusted marks a tool whose results come from external sources.
type Untrusted struct {
	// Field is the name of the argument with the source; empty for none.
	Field string
}

// Cache configures the cache of a tool's results in the turn's session. A
// result is used again for a call with the same arguments, caller and access.
// Failures are not cached. Equal calls of a batch run once. A session caches up
// to 256 results and 16 MiB.
type Cache struct {
	// TTL is how long a result is cached; zero means 5 minutes.
	TTL time.Duration
	// Fields are the arguments that are part of the cache key, by their names
	// in the schema; empty means all arguments.
	Fields []string
}

// Retry configures the repetition of calls that failed with execution_failed,
// within their deadline.
type Retry struct {
	// Count is the maximum number of further attempts.
	Count int
	// Backoff is the pause before the first further attempt. It doubles before
	// each of the next ones. No attempt starts after the deadline.
	Backoff time.Duration
}
