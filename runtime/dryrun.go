package runtime

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/internal/cut"
)

// maxDryRunString is the maximum length of a string in the description of a
// call, in code points.
const maxDryRunString = 500

// runDryRun answers a call with the tool's own dry run, or with a description
// of the call if the tool has none.
func (b *batch) runDryRun(c *Call, out *reply) {
	if c.tool.DryRun == nil {
		out.result = Text("[dry-run] " + c.tool.Name + " would be called with: " + describeArguments(c.redactArguments()))
		return
	}
	if c.tool.Needs != nil {
		if refusal := c.grantCapabilities(b.registry.options.Backends); refusal != nil {
			out.result = *refusal
			return
		}
	}
	out.isFromTool = true
	out.result = c.tool.DryRun(&c.ctx, c)
}

// redactArguments returns the text of the arguments without secrets. It must be
// called before the text is cut, because a part of a secret is not recognized.
func (c *Call) redactArguments() string {
	if text := c.redactJSON(json.RawMessage(c.text)); text != nil {
		return string(text)
	}
	return c.redact(c.text)
}

// describeArguments returns the arguments as compact JSON with long strings
// cut. A text that is not JSON keeps its white space.
func describeArguments(text string) string {
	var compact bytes.Buffer
	switch err := json.Compact(&compact, []byte(text)); {
	case strings.TrimSpace(text) == "":
		return "{}"
	case err == nil:
		text = compact.String()
	}
	var b strings.Builder
	for text != "" {
		start := strings.IndexByte(text, '"')
		if start < 0 {
			break
		}
		b.WriteString(text[:start+1])
		text = text[start+1:]
		shown, end, chars := measureString(text, maxDryRunString)
		b.WriteString(text[:shown])
		if shown < end {
			b.WriteString("...[truncated, " + strconv.Itoa(chars) + " chars]")
		}
		text = text[end:]
		if text != "" { // the closing quote
			b.WriteByte('"')
			text = text[1:]
		}
	}
	b.WriteString(text)
	return b.String()
}

// measureString measures the JSON string that begins after the opening quote:
// shown is the number of bytes of its first limit code points, end the index of
// the closing quote, and chars the number of code points.
func measureString(text string, limit int) (shown, end, chars int) {
	for end < len(text) && text[end] != '"' {
		bytes, _ := cut.JSONUnit(text[end:])
		end += bytes
		if chars++; chars <= limit {
			shown = end
		}
	}
	return shown, end, chars
}
