package runtime

import (
	"time"

	"github.com/toolgen/toolgen/runtime/decode"
)

// The states of a call. They only ever go forward, by compare-and-swap:
// waiting to running to answered, or from either of the first two to
// abandoned.
const (
	waiting uint32 = iota
	running
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
	limits := decode.Options{MaxBytes: options.maxArgumentBytes(), NoRepair: c.tool.NoRepair}
	switch {
	case c.tool.Decode == nil && isEmpty(call.Args): // there is nothing to read
	case len(text) < len(call.Args): // too long, which refuses them
		c.decoder.Reset(call.Args, limits)
	default:
		c.decoder.ResetString(text, limits)
	}
}

// isEmpty recognises arguments without members in the forms that models write
// them; other forms are left to the decoder.
func isEmpty(args []byte) bool {
	return len(args) == 0 || string(args) == "{}" || string(args) == "null"
}

// begin claims the call for a worker, unless it was abandoned while it waited.
// What the watcher reads of a running call is written before.
func (c *Call) begin(b *batch) bool {
	c.began = b.now()
	if c.timeout > 0 {
		c.context.deadline = b.start.Add(c.began).Add(c.timeout) // together they may overflow
	}
	if deadline := b.deadline(); !deadline.IsZero() {
		c.context.limit(deadline)
	}
	return c.state.CompareAndSwap(waiting, running)
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
