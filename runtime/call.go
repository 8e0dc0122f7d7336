package runtime

import (
	"encoding/json"
	"sync"
	"sync/atomic"
	"time"

	"github.com/toolgen/toolgen/internal/redact"
	"github.com/toolgen/toolgen/runtime/capability"
	"github.com/toolgen/toolgen/runtime/decode"
)

// ToolCall is a call as the model made it.
type ToolCall struct {
	// ID is the model's name for the call; it need not be unique.
	ID string
	// Name is the tool's.
	Name string
	// Args is the JSON text of the arguments. Empty and null mean {}.
	Args json.RawMessage
}

// CallResult is the answer to one call.
type CallResult struct {
	// ID and Name are those of the call.
	ID   string
	Name string
	// Result is what the tool or the runtime answered.
	Result Result
	// Duration is the time from the start of the call to its end. It excludes
	// waiting for a worker, for consent and for other calls. It is zero for a
	// call that was refused before its arguments were read, and for a call that
	// never started.
	Duration time.Duration
	// Repairs are what the decoder changed in the arguments; none when the tool
	// was abandoned.
	Repairs []Repair
	// Truncated says how the text was cut; nil when it was not.
	Truncated *Truncation
	// Approval is the request for consent of a call that ended with
	// [ReasonApprovalPending]; nil otherwise.
	Approval *ApprovalRequest
}

// Repair is one change that the decoder made to arguments.
type Repair = decode.Repair

// Truncation says how a text was cut, in code points.
type Truncation struct {
	// Total is the length after reduction, before the cut.
	Total int `json:"total"`
	// Kept is how much of that text is left, without the notice.
	Kept int `json:"kept"`
	// Handle is the handle of the whole text in the spill store; empty when the
	// store does not have it.
	Handle string `json:"handle,omitempty"`
}

// Call is one call as the tool sees it: who calls, with which arguments, and
// how long the result may be. It is valid until the tool returns. Its methods
// are safe for concurrent use.
type Call struct {
	id           string
	tool         *Tool
	turn         *Turn
	text         string // the arguments as the model wrote them
	args         any    // the decoded arguments
	budget       int    // code points
	capabilities *capability.Set

	mu     sync.Mutex // guards values and carried
	values map[any]any

	execution
}

// execution is the executor's private state of a call. The state says which
// goroutine may use a field: before waiting, the goroutine that makes the
// batch; then the worker that holds the call.
type execution struct {
	entry          *entry  // nil when the tool is unknown
	handler        Handler // the tool inside its middleware
	ctx            callContext
	deliveries     *deliveryQueue  // nil outside a batch
	secrets        *redact.Secrets // handed to the tool; nil for none
	repairs        []Repair        // what the decoder changed in the arguments
	tooLongDecoder *decode.D       // refuses arguments that are longer than allowed; nil for others
	attempt        atomic.Int32    // counts from 1 while the tool runs; 0 means 1

	wasAvailable  bool        // past the checks of the tool's availability and backends
	wasParked     bool        // another worker went on with it
	startReported atomic.Bool // hooks were told that the call starts
	state         lifecycle

	timeout      time.Duration // of preparing and executing together
	prepareStart time.Duration // since the start of the batch: when preparing began

	textInfo   textInfo         // of the answer
	scheduling *schedulingState // nil for a call that needs no order and no consent
	durable    *durableState    // nil until it is needed
}

// order is what the executor knows about a call that may have to wait.
type schedulingState struct {
	prepareTime  time.Duration // what preparing took
	executeStart time.Duration // since the start of the batch: when executing began

	key     string // the serialization key
	consent bool   // the call needs consent
	reason  string // consent is needed, in words for the person who decides
	// decision is the turn's own decision about the call; nil for none.
	decision *Decision
	// request is the request for consent, in a batch that only prepares.
	request *ApprovalRequest
	// cancel ends the approver's context. The dispatcher's lock guards it.
	cancel func()
}

// carried is what a call has beyond its batch.
type durableState struct {
	earlierTime    time.Duration // what preparing took in another batch
	idempotencyKey string        // the idempotency key
}

// NewCall returns a call outside any batch, for tests of functions that take
// one. A nil turn means the zero Turn. The budget is that of the turn, and
// progress and log records go to turn.Emit and turn.Log directly.
func NewCall(turn *Turn, call ToolCall) *Call {
	if turn == nil {
		turn = &Turn{}
	}
	return &Call{
		id: call.ID, tool: &Tool{Name: call.Name}, turn: turn,
		text: string(call.Args), budget: turn.budget(),
	}
}

// ID is the model's name for the call.
func (c *Call) ID() string { return c.id }

// Tool is the tool's name.
func (c *Call) Tool() string { return c.tool.Name }

// Args is the value that Tool.Decode returned: a pointer to the decoded
// arguments, or nil for a tool without arguments.
func (c *Call) Args() any { return c.args }

// Arguments is the JSON text of the arguments as the model wrote it, before
// repairs. It may be empty.
func (c *Call) Arguments() json.RawMessage { return json.RawMessage(c.text) }

// Capabilities is what the call may touch; nil when the tool declares
// nothing.
func (c *Call) Capabilities() *capability.Set { return c.capabilities }

// Budget is how long the result may be, in code points: an even share of the
// batch's budget, at most the tool's own maximum. What other calls leave over
// may lengthen it.
func (c *Call) Budget() int { return c.budget }

// Session is the session of the turn; nil when the turn has none.
func (c *Call) Session() *Session { return c.turn.Session }

// Attempt counts the attempts of the call from 1: those of the tool's own
// [Retry], after those that an outer retrier made before (see
// [Prepared.Attempt]).
func (c *Call) Attempt() int { return max(1, int(c.attempt.Load())) }

// IdempotencyKey is the same for all attempts of the call, in every process,
// and differs from the keys of all other calls. A tool can pass it to a service
// that ignores repeated requests. See [Prepared.IdempotencyKey].
func (c *Call) IdempotencyKey() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.durable == nil {
		c.durable = &durableState{idempotencyKey: randomID()}
	}
	return c.durable.idempotencyKey
}
