package runtime

import (
	"time"

	"github.com/toolgen/toolgen/internal/redact"
	"github.com/toolgen/toolgen/runtime/arguments"
	"github.com/toolgen/toolgen/runtime/capability"
	"github.com/toolgen/toolgen/runtime/decode"
)

// open makes the call ready for a worker. The text is a copy of the arguments:
// the caller may reuse their memory while an abandoned tool still reads them.
func (c *Call) open(b *batch, call *ToolCall, text string, share int) {
	options := &b.registry.options
	c.id, c.tool, c.turn, c.progress = call.ID, &c.entry.tool, &b.turn, &b.progress
	c.budget = c.tool.limit(share)
	c.timeout = options.timeout(c.tool)
	c.context.parent = b.ctx
	c.text = text
	if c.tool.Needs.Has(capability.KindSecrets) {
		c.secrets = new(redact.Secrets) // now, because the watcher reads it when it abandons the call
	}
	if len(text) < len(call.Args) {
		c.tooLong = new(decode.D)
		c.tooLong.Reset(call.Args, options.decoding(c.tool))
	}
}

// close ends a call that is refused by its name. The properties of the tool
// must not show in the answer.
func (c *Call) close(b *batch, call *ToolCall) {
	c.id, c.tool, c.turn, c.entry = call.ID, &Tool{Name: call.Name}, &b.turn, nil
	c.state.withdraw()
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
		return arguments.DefaultMaxBytes
	}
	return o.MaxArgumentBytes
}
