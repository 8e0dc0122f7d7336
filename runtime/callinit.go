package runtime

import (
	"github.com/toolgen/toolgen/internal/redact"
	"github.com/toolgen/toolgen/runtime/capability"
	"github.com/toolgen/toolgen/runtime/decode"
)

// open makes the call ready for a worker. The text is a copy of the arguments:
// the caller may reuse their memory while an abandoned tool still reads them.
func (c *Call) initialize(b *batch, call *ToolCall, text string, share int) {
	options := &b.registry.options
	c.id, c.tool, c.turn, c.deliveries = call.ID, &c.entry.tool, &b.turn, &b.deliveries
	c.budget = c.tool.limitChars(share)
	c.timeout = options.timeout(c.tool)
	c.ctx.parent = b.ctx
	c.text = text
	if c.tool.Needs.Has(capability.KindSecrets) {
		c.secrets = new(redact.Secrets) // now, because the watcher reads it when it abandons the call
	}
	if len(text) < len(call.Args) {
		c.tooLongDecoder = new(decode.D)
		c.tooLongDecoder.Reset(call.Args, options.decodeOptions(c.tool))
	}
}

// close ends a call that is refused by its name. The properties of the tool
// must not show in the answer.
func (c *Call) initRefused(b *batch, call *ToolCall) {
	c.id, c.tool, c.turn, c.entry = call.ID, &Tool{Name: call.Name}, &b.turn, nil
	c.state.withdraw()
}
