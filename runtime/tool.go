package runtime

import (
	"context"
	"time"

	"github.com/toolgen/toolgen/runtime/capability"
	"github.com/toolgen/toolgen/runtime/decode"
)

// Tool is one tool: data, and functions over its decoded arguments. Generated
// code holds one composite literal per tool; a registry copies it, and it must
// not change after that. Only Name and Invoke are required.
type Tool struct {
	// ID names the tool in the whole world; the default is the import path, a
	// dot, and the name.
	ID string
	// Name is what the model calls it by: a letter or underscore, then up to
	// 63 letters, digits, underscores and hyphens.
	Name string
	// Title is a display name for people.
	Title string
	// Description is for the model, at most 1024 characters.
	Description string
	// Input is the JSON Schema of the arguments. Empty means an object
	// without properties. What is not JSON spoils the definitions of all tools;
	// Registry.Validate reports it.
	Input string
	// Output is the JSON Schema of the structured content; empty for none.
	Output string
	// Projections are what certain model providers take instead of Input, one
	// for each dialect that the package asked for.
	Projections []Projection
	// JSON says that the text of a success is JSON, so that a cut must leave
	// it valid.
	JSON bool

	// Toolset groups tools for policies, Category for people.
	Toolset, Category string
	// Version is the tool's own version.
	Version string
	// Requires are grants that a policy must hold, all of them.
	Requires []string
	// Hints tell the model and its host what to expect.
	Hints Hints
	// MaxResultChars is the tool's own maximum of a result, in code points;
	// zero leaves it to the budget.
	MaxResultChars int
	// Timeout is the deadline of one call; zero means that of the options, a
	// negative one no deadline.
	Timeout time.Duration
	// Needs is what the tool may touch; nil: nothing.
	Needs *capability.Needs
	// Available says when the tool can run; nil: always.
	Available *Availability
	// AlwaysInclude passes the gate of allowed names.
	AlwaysInclude bool
	// Approval asks a person before a call; nil: never.
	Approval *Approval
	// Untrusted wraps the result as untrusted content; nil: not.
	Untrusted *Untrusted
	// ReturnDirect says that the agent may end its turn with the result.
	ReturnDirect bool
	// Cache keeps results; nil: not.
	Cache *Cache
	// Serialize names the arguments that make up Key.
	Serialize []string
	// Exclusive runs the tool alone in its batch: after the calls before it,
	// before those after it.
	Exclusive bool
	// Concurrent releases the tool from the order of effects: its calls run
	// next to calls that change what it touches, and the other way round. A
	// tool cannot be both Exclusive and Concurrent.
	Concurrent bool
	// Retry repeats failed calls; nil: not. The tool must be idempotent.
	Retry *Retry
	// NoRepair reports what the decoder would otherwise repair.
	NoRepair bool
	// Strict asks for a provider's strict mode.
	Strict bool
	// Examples are valid calls: the arguments, as JSON.
	Examples []string

	// Decode reads the text of d into a fresh argument value and returns a
	// pointer to it; problems and repairs stay in d. nil: the tool takes no
	// arguments, and any object without members will do.
	Decode func(d *decode.D) any
	// Check is the author's Validate over the decoded arguments; nil: none.
	Check func(args any) error
	// Key is the serialisation key of the decoded arguments: calls of a batch
	// with equal keys, of whatever tools, run in input order. nil: unordered.
	Key func(args any) string
	// Source names where untrusted output comes from, by the decoded arguments,
	// before the tool runs: a panic in it fails the call. nil: the tool's name.
	Source func(args any) string
	// Invoke runs the tool. Arguments and capabilities are in call.
	Invoke Handler
	// DryRun says what Invoke would do, without doing it. nil: the runtime
	// describes the call.
	DryRun Handler
	// Shutdown releases what the tool holds. Tools of one receiver share it
	// under an equal ShutdownKey, such as a pointer to it: it runs once, when the last of them is
	// unregistered or the registry closes.
	Shutdown    func(ctx context.Context) error
	ShutdownKey any
}

// Projection is the schema of a tool's arguments in the dialect of a provider.
// The tool's decoder also takes what follows from it and not from Input, such
// as null for an optional argument.
type Projection struct {
	// Dialect is its name, such as "openai-strict".
	Dialect string
	// Parameters is the schema, compact.
	Parameters string
	// Strict says that the provider's strict mode is to be asked for.
	Strict bool
}

// Handler invokes a tool. Middleware wraps it.
type Handler func(ctx context.Context, call *Call) Result

// Hints say what to expect of a tool. The runtime does not check that they are
// true, and takes them at their word for the order of effects and for retries.
type Hints struct {
	ReadOnly, Destructive, Idempotent, OpenWorld bool
	// SideEffects is implied by Destructive.
	SideEffects bool
}

// Availability says when a tool is shown and run: when all of it holds.
type Availability struct {
	// Env are environment variables that must not be empty.
	Env []string
	// Binaries are programs that must stand on PATH. They are not started.
	Binaries []string
	// CheckName names Check in the reason of a refusal.
	CheckName string
	// Check is the author's own check; nil: none. A panic, runtime.Goexit and
	// no answer within two seconds count as false. It is not called again while
	// it runs.
	Check func() bool
}

// Approval says when a call needs a person's consent, and why. The zero value
// asks before every call and gives no reason.
type Approval struct {
	// When reports whether a call with the decoded arguments needs consent, and
	// why, in words for the person who decides; empty words mean Reason. The
	// words may quote the arguments, so they are as untrusted as those. nil:
	// always. It is called concurrently.
	When func(args any) (why string, needed bool)
	// Condition names the function When.
	Condition string
	// Reason is why consent is needed when When gives no words.
	Reason string
}

// Untrusted marks a tool whose results come from outside.
type Untrusted struct {
	// Field is the argument that names the source; empty for none.
	Field string
}

// Cache says how results are kept, in the turn's session, for calls with the
// same arguments, surroundings and reach. Failures never are. Equal calls of a
// batch run once. A session keeps up to 256 results and 16 MiB.
type Cache struct {
	// TTL is how long a result is kept; zero means 5 minutes.
	TTL time.Duration
	// Fields are the arguments that make up the key, by their names in the
	// schema; empty: all of them.
	Fields []string
}

// Retry says how often a call that ended with execution_failed is repeated,
// within its deadline.
type Retry struct {
	// Count is the number of further attempts.
	Count int
	// Backoff is the pause before the first of them; it doubles. An attempt
	// that would begin after the deadline is not made.
	Backoff time.Duration
}
