package runtime

import (
	"time"

	"github.com/toolgen/toolgen/internal/redact"
	"github.com/toolgen/toolgen/runtime/capability"
	"github.com/toolgen/toolgen/runtime/decode"
)

// The states of a call. They only ever go forward, by compare-and-swap, and
// none comes twice. Most calls go from waiting to running to answered. A call
// that needs consent or has to wait for others is put aside in between, without
// a worker: running to asking or parked, asking to parked, parked to resumed to
// answered. From each of them it may be abandoned. Whoever moves a call to
// answered or abandoned owns its result.
const (
	waiting uint32 = iota // no worker had it yet
	running               // a worker is at it
	asking                // an approver decides about it
	parked                // decoded, and allowed if that was asked
	resumed               // a worker is at it again
	answered
	abandoned
)

// prepare makes the slot ready for a worker. The text is a copy of the
// arguments: the caller may reuse their memory while an abandoned tool still
// reads them.
func (c *Call) prepare(b *batch, call *ToolCall, text string, share int) {
	options := &b.registry.options
	c.id, c.tool, c.turn, c.progress = call.ID, &c.entry.tool, &b.turn, &b.progress
	c.budget = c.tool.limit(share)
	c.timeout = options.timeout(c.tool)
	c.context.parent = b.ctx
	c.text = text
	if c.tool.Needs.Has(capability.KindSecrets) {
		c.secrets = new(redact.Secrets) // now: whoever abandons the call reads it
	}
	limits := decode.Options{MaxBytes: options.maxArgumentBytes(), NoRepair: c.tool.NoRepair}
	switch {
	case c.tool.Decode == nil && isEmpty(call.Args): // there is nothing to read
	case len(text) < len(call.Args): // too long, which refuses them
		c.decoder.Reset(call.Args, limits)
	default:
		c.decoder.ResetString(text, limits)
	}
}

// refused closes the slot of a call that is answered by its name alone. The
// tool's own properties are none of its business.
func (c *Call) refused(b *batch, call *ToolCall) {
	c.id, c.tool, c.turn, c.entry = call.ID, &Tool{Name: call.Name}, &b.turn, nil
	c.state.Store(answered)
}

// isEmpty recognises arguments without members in the forms that models write
// them; other forms are left to the decoder.
func isEmpty(args []byte) bool {
	return len(args) == 0 || string(args) == "{}" || string(args) == "null"
}

// begin claims the call for a worker, in the phase that it returns, unless it
// was answered or abandoned while it waited. What the watcher reads of a running
// call is written before, and nothing of a call that is somebody else's.
func (c *Call) begin(b *batch, i int) (phase uint32, begun bool) {
	switch c.state.Load() {
	case waiting:
		c.began = b.now()
		c.due(b, c.began, c.timeout)
		return running, c.state.CompareAndSwap(waiting, running)
	case parked:
		place := &b.plan.places[i]
		place.resumed = b.now()
		c.due(b, place.resumed, place.rest(c.timeout))
		return resumed, c.state.CompareAndSwap(parked, resumed)
	}
	return 0, false
}

// due gives the call's context its deadline.
func (c *Call) due(b *batch, from, timeout time.Duration) {
	if c.timeout > 0 {
		c.context.deadline = b.start.Add(from).Add(timeout) // together they may overflow
	}
	if deadline := b.deadline(); !deadline.IsZero() {
		c.context.limit(deadline)
	}
}

// isRunning reports whether a worker of the batch is at the call.
func (c *Call) isRunning() bool {
	state := c.state.Load()
	return state == running || state == resumed
}

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
