package runtime

import (
	"encoding/json"
	"sync"
	"sync/atomic"
	"time"

	"github.com/toolgen/toolgen/internal/redact"
	"github.com/toolgen/toolgen/runtime/arguments"
	"github.com/toolgen/toolgen/runtime/capability"
	"github.com/toolgen/toolgen/runtime/decode"
)

// ToolCall is a call of a tool as the model wrote it.
type ToolCall struct {
	// ID is the id that the model gave the call. It need not be unique.
	ID string
	// Name is the name of the tool.
	Name string
	// Args is the JSON text of the arguments. Empty arguments and null mean {}.
	Args json.RawMessage
}

// CallResult is the result of one call with data about its execution.
type CallResult struct {
	// ID and Name are copied from the call.
	ID   string
	Name string
	// Result is the result of the tool, or a failure from the runtime.
	Result Result
	// Duration is the time that workers spent on the call. It excludes the time
	// that the call waited for a worker, for approval and for other calls. It is
	// zero if the call was refused before its arguments were decoded, or never
	// started.
	Duration time.Duration
	// Repairs lists the changes that the decoder made to the arguments; empty
	// if the tool was abandoned.
	Repairs []arguments.Repair
	// Truncated says how the text was cut; nil if it was not cut.
	Truncated *Truncation
	// Approval is the request for approval if the call ended with
	// [ReasonApprovalPending]; otherwise nil.
	Approval *ApprovalRequest
}

// Truncation says how a text was cut. Lengths are in code points.
type Truncation struct {
	// Total is the length of the text after reduction and before the cut.
	Total int `json:"total"`
	// Kept is the length of the part that was kept, without the notice.
	Kept int `json:"kept"`
	// Handle is the handle of the full text in the spill store; empty if the
	// text is not in the store.
	Handle string `json:"handle,omitempty"`
}

// Call is a call that a tool executes. It provides the arguments, the caller
// and the limits of the call. It is valid until the tool returns. Its methods
// are safe for concurrent use.
type Call struct {
	id           string
	tool         *Tool
	turn         *Turn
	text         string // the arguments as the model wrote them
	args         any    // the decoded arguments
	budget       int    // the maximum length of the result in code points
	capabilities *capability.Set

	mu     sync.Mutex // guards values and durable
	values map[any]any

	execution
}

// execution is the part of a Call that only the executor uses. The state says
// which goroutine may use the fields: in the state waiting, the goroutine that
// creates the batch; after that, the worker that holds the call.
type execution struct {
	entry     *entry  // nil if no tool has the name
	handler   Handler // the tool inside its middleware
	ctx       callContext
	secrets   *redact.Secrets     // the secrets that the tool received; nil if it declares none
	irregular *irregularArguments // nil if the arguments are not too long, and were not changed
	attempt   atomic.Int32        // the number of the current attempt, from 1; 0 means 1

	wasAvailable  bool        // the tool was available when the call was prepared
	wasParked     bool        // the worker that executes the call may not be the one that prepared it
	mayBeRunning  bool        // the call was abandoned while its tool was running; set by the goroutine of batch.watch
	startReported atomic.Bool // the hooks have received EventStart
	state         lifecycle

	timeout      time.Duration // the time limit of preparing and executing together
	prepareStart time.Duration // since the start of the batch

	textInfo   textInfo         // of the result
	scheduling *schedulingState // nil if the call needs no order and no approval
	durable    *durableState    // nil until it is needed
}

// irregularArguments has the data about arguments that few calls have.
type irregularArguments struct {
	repairs []arguments.Repair // the changes of the decoder to the arguments
	tooLong *decode.D          // reports that the arguments are too long; nil if they are not
}

// repairs returns the changes of the decoder to the arguments.
func (c *Call) repairs() []arguments.Repair {
	if c.irregular == nil {
		return nil
	}
	return c.irregular.repairs
}

// setRepairs sets the result of repairs.
func (c *Call) setRepairs(repairs []arguments.Repair) {
	if c.irregular != nil {
		c.irregular.repairs = repairs
	} else if repairs != nil {
		c.irregular = &irregularArguments{repairs: repairs}
	}
}

// schedulingState is the state of a call that may have to wait for other calls
// or for approval.
type schedulingState struct {
	prepareTime  time.Duration // the time that preparing took
	executeStart time.Duration // since the start of the batch

	key           string // the serialization key
	needsApproval bool
	reason        string // why approval is needed, for the person who decides
	// decision is the decision in the turn about the call; nil if there is
	// none.
	decision *Decision
	// request is the request for approval, in a batch that only prepares.
	request *ApprovalRequest
	// cancel cancels the approver's context. The dispatcher's lock guards it.
	cancel func()
}

// durableState is the state of a call that its batches in different processes
// share.
type durableState struct {
	earlierTime    time.Duration // the time that preparing took in an earlier batch
	idempotencyKey string
}

// NewCall returns a call outside a batch, for tests of functions that take a
// Call. A nil turn means the zero Turn. The budget of the call is the budget of
// the turn. Progress events and log records go to turn.Emit and turn.Log
// immediately.
func NewCall(turn *Turn, call ToolCall) *Call {
	if turn == nil {
		turn = &Turn{}
	}
	return &Call{
		id: call.ID, tool: &Tool{Name: call.Name}, turn: turn,
		text: string(call.Args), budget: turn.budget(),
	}
}

// ID returns the id that the model gave the call.
func (c *Call) ID() string { return c.id }

// Tool returns the name of the tool.
func (c *Call) Tool() string { return c.tool.Name }

// Args returns the value that Tool.Decode returned: a pointer to the decoded
// arguments, or nil for a tool without arguments.
func (c *Call) Args() any { return c.args }

// Arguments returns the JSON text of the arguments as the model wrote it,
// before repairs; if the model did not write JSON, the text after the repairs of
// its syntax. It may be empty.
func (c *Call) Arguments() json.RawMessage { return json.RawMessage(c.text) }

// Capabilities returns the objects for the capabilities that the tool declares;
// nil if it declares none.
func (c *Call) Capabilities() *capability.Set { return c.capabilities }

// Budget returns the maximum length of the result in code points: an even part
// of the batch's budget, limited by Tool.MaxResultChars. The result may become
// longer if other results are shorter than their part.
func (c *Call) Budget() int { return c.budget }

// BudgetAlone returns what Budget would be if the call was the only one of its
// batch. If it is larger than Budget, a tool that shortens its result can say
// that the same call alone returns more.
func (c *Call) BudgetAlone() int { return c.tool.limitChars(c.turn.budget()) }

// Session returns the session of the turn; nil if the turn has none.
func (c *Call) Session() *Session { return c.turn.Session }

// Attempt returns the number of the current attempt, from 1. It counts the
// attempts of the tool's own [Retry], and those that an outer retrier made
// before (see [Prepared.Attempt]).
func (c *Call) Attempt() int { return max(1, int(c.attempt.Load())) }

// IdempotencyKey returns a key that is the same for all attempts of the call,
// in every process, and differs from the keys of all other calls. A tool can
// pass it to a service that ignores repeated requests. See
// [Prepared.IdempotencyKey].
func (c *Call) IdempotencyKey() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.durable == nil {
		c.durable = &durableState{idempotencyKey: randomID()}
	}
	return c.durable.idempotencyKey
}
