package runtime

import (
	"github.com/toolgen/toolgen/internal/redact"
	"github.com/toolgen/toolgen/runtime/capability"
	"github.com/toolgen/toolgen/runtime/decode"
)

// initialize prepares the fields of the call for a worker. text is a copy of
// the arguments, because the caller may reuse their memory while an abandoned
// tool still reads them.
func (c *Call) initialize(b *batch, call *ToolCall, text string, share int) {
	options := &b.registry.options
	c.id, c.tool, c.turn = call.ID, c.entry.tool, b.turn
	c.budget = c.tool.limitChars(share)
	c.timeout = options.timeout(c.tool)
	c.ctx.parent, c.ctx.batch = b.ctx, b
	c.text = text
	if c.tool.Needs.Has(capability.KindSecrets) {
		c.secrets = new(redact.Secrets) // not later, because the goroutine of batch.watch reads it
	}
	if len(text) < len(call.Args) {
		c.irregular = &irregularArguments{tooLong: new(decode.D)}
		c.irregular.tooLong.Reset(call.Args, options.decodeOptions(c.tool))
	}
}

// initRefused sets the fields of a call that is refused by name. It removes the
// entry, so that the result cannot contain properties of the tool.
func (c *Call) initRefused(b *batch, call *ToolCall) {
	c.id, c.tool, c.turn, c.entry = call.ID, &Tool{Name: call.Name}, b.turn, nil
	c.state.withdraw()
}
