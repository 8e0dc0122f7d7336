package runtime

import (
	"encoding/json"
	"slices"

	"github.com/toolgen/toolgen/internal/untrusted"
)

// secure makes what a tool or its middleware answered fit to be shown, and to
// be kept for others: whatever must not leave the call is taken out here.
func (c *Call) secure(result *Result) {
	result.settle(c.tool.Name)
	text := result.text()
	*text = c.redact(*text)
	result.ConflictKey = c.redact(result.ConflictKey)
	if result.Structured != nil {
		result.Structured = c.redactJSON(result.Structured)
	}
	if result.Parts != nil {
		result.Parts = c.redactParts(result.Parts)
	}
}

// redact takes out of a text the secrets that the tool was handed, and what has
// the form of a key.
func (c *Call) redact(text string) string { return c.secrets.Text(text) }

// redactJSON does so in a JSON text, which stays one.
func (c *Call) redactJSON(text json.RawMessage) json.RawMessage {
	before := string(text)
	switch after := c.redact(before); {
	case after == before:
		return text
	case json.Valid([]byte(after)):
		return json.RawMessage(after)
	}
	return mapStrings(text, c.redact)
}

// redactParts leaves the tool's own slice alone.
func (c *Call) redactParts(parts []Part) []Part {
	parts = slices.Clone(parts)
	for i := range parts {
		parts[i].Text, parts[i].URI = c.redact(parts[i].Text), c.redact(parts[i].URI)
	}
	return parts
}

// distrust makes a result that came from outside safe to show: its texts are
// neutralized, and its main one gets a fence, which names where it came from.
func (c *Call) distrust(out *reply) {
	text := out.result.text()
	if clean := untrusted.Neutralize(*text); clean != *text {
		*text = clean
		out.chars, _ = measure(clean)
	}
	if out.result.Structured != nil {
		out.result.Structured = mapStrings(out.result.Structured, untrusted.Neutralize)
	}
	if out.result.Parts != nil {
		out.result.Parts = slices.Clone(out.result.Parts)
		for i := range out.result.Parts {
			part := &out.result.Parts[i]
			part.Text = untrusted.Neutralize(part.Text)
		}
	}
	source := c.tool.Name
	if c.tool.Source != nil && c.args != nil {
		source = c.tool.Source(c.args)
	}
	out.fence = untrusted.NewFence(c.tool.Name, c.redact(source))
}
