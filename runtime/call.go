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
	ID string `json:"id"`
	// Name is the tool's.
	Name string `json:"name"`
	// Args is the JSON text of the arguments. Empty and null mean {}.
	Args json.RawMessage `json:"args"`
}

// CallResult is the answer to one call.
type CallResult struct {
	// ID and Name are those of the call.
	ID   string `json:"id"`
	Name string `json:"name"`
	// Result is what came of it.
	Result Result `json:"result"`
	// Duration is the time from the start of the call to its end, waiting for
	// a worker, for consent and for its turn excluded; zero for a call that was refused before its arguments
	// were read, or that never started.
	Duration time.Duration `json:"duration_ns"`
	// Repairs are what the decoder mended in the arguments; none when the tool
	// was abandoned.
	Repairs []Repair `json:"repairs,omitempty"`
	// Truncated says how the text was cut; nil when it was not.
	Truncated *Truncation `json:"truncated,omitempty"`
}

// Repair is one thing that the decoder mended.
type Repair = decode.Repair

// Truncation says how a text was cut, in code points.
type Truncation struct {
	// Total is the length after reduction, before the cut.
	Total int `json:"total"`
	// Kept is how much of that text is left, without the marker.
	Kept int `json:"kept"`
	// Handle is what the spill store keeps the whole text under; empty when it
	// is not kept.
	Handle string `json:"handle,omitempty"`
}

// Call is one call, as the tool sees it: who calls, with what, and how much it
// may answer. It is valid until the tool returns. Its methods are safe for
// concurrent use.
type Call struct {
	id       string
	tool     *Tool
	turn     *Turn
	text     string
	args     any
	budget   int
	set      *capability.Set
	secrets  *redact.Secrets // handed to the tool; nil for none
	progress *progress       // nil outside a batch

	mu     sync.Mutex // guards values
	values map[any]any

	// What follows is the executor's. The state says who may touch it.
	entry    *entry  // nil when the tool is unknown
	run      Handler // the tool inside its middleware
	decoder  decode.D
	context  callContext
	timeout  time.Duration
	began    time.Duration // since the batch's start
	admitted bool          // past the gates
	hit      bool          // answered from the cache
	fence    fence         // around an untrusted text; nil for none
	produced int           // length of the result before its reducer
	chars    int           // and before the budget, without the fence
	parts    partTexts     // lengths of the result's text parts
	started  atomic.Bool   // hooks were told that it starts
	state    atomic.Uint32
}

// NewCall is a call outside any batch, for tests of functions that take one.
// A nil turn means the zero Turn. Its budget is that of the turn, and its
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
func (c *Call) Capabilities() *capability.Set { return c.set }

// Budget is how long the result may be, in code points: an even share of the
// batch's budget, at most the tool's own maximum. What other calls leave over
// may lengthen it.
func (c *Call) Budget() int { return c.budget }

// Session owns what outlives the batch; nil when the turn has none.
func (c *Call) Session() *Session { return c.turn.Session }
