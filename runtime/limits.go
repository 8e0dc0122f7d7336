package runtime

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/toolgen/toolgen/internal/measure"
	"github.com/toolgen/toolgen/internal/redact"
)

// The limits of what a tool can hand to its caller. No field that a tool
// writes is unbounded:
//
//   - Result.Value, Result.Error and the Text of text parts together: the
//     budget of the batch, the tool's maximum, and, for text parts,
//     Options.MaxPartBytes.
//   - Result.Structured: Options.MaxStructuredBytes.
//   - Result.Parts: Options.MaxPartBytes for all fields of all parts, and 256
//     parts. Part.URI: 8192 bytes. Part.Kind, MIME, Name and Title: 256 code
//     points. Part.Description: 1024 code points. Size, Priority and
//     LastModified have a fixed size, Audience has at most two roles.
//   - Result.Reason, Result.Field and Result.ConflictKey: 256 code points.
//     Result.Code is one of four values, Result.CostUSD a finite number.
//   - The text of Result.Cause: 65536 code points. Unwrap returns the error
//     itself, whose own text the runtime cannot bound.
//   - CallResult.Repairs: at most 10 000, whose texts the decoder cuts; they
//     and the path depend on the arguments, which Options.MaxArgumentBytes
//     bounds. The other fields of CallResult are the caller's or have a fixed
//     size.
//   - ProgressEvent.Message and LogRecord.Message: 4096 code points.
//     LogRecord.Data: 16 KiB. LogRecord.Logger: 256 code points. At most 64
//     events and 64 records wait for delivery.
//   - Texts and errors in records of Options.Logger: 65536 code points each.
//
// What exceeds a limit of Structured, of Parts or of a URI makes the result a
// failure with [ReasonStructuredTooLarge] or [ReasonPartsTooLarge]: half a JSON
// text, half an image and half an address are of no use. Texts are cut, and end
// with an ellipsis.
const (
	// DefaultMaxStructuredBytes is Options.MaxStructuredBytes where it is zero.
	DefaultMaxStructuredBytes = 1 << 20
	// DefaultMaxPartBytes is Options.MaxPartBytes where it is zero.
	DefaultMaxPartBytes = 16 << 20
)

const (
	maxParts            = 256
	maxURIBytes         = 8192
	maxDetailChars      = 256
	maxDescriptionChars = 1024
	maxMessageChars     = 4096
	maxLogDataBytes     = 16 << 10
	maxDiagnosticChars  = 1 << 16
)

// The reasons of failures whose tool returned too much, in Result.Reason. The
// code is ExecutionFailed. The text of the result is kept in the spill store,
// if there is one that the session may read, and the failure names the handle.
const (
	// ReasonStructuredTooLarge: the structured content is larger than
	// Options.MaxStructuredBytes.
	ReasonStructuredTooLarge = "structured_too_large"
	// ReasonPartsTooLarge: the parts are larger than Options.MaxPartBytes
	// together, there are more than 256, or one has a URI of more than 8192
	// bytes.
	ReasonPartsTooLarge = "parts_too_large"
)

// excess is a limit that a result exceeds.
type limitExcess struct {
	reason, unit string
	size, limit  int
}

// excess returns the first limit that the result exceeds, nil for none. It
// reads no text.
func (o *Options) findExcess(r *Result) *limitExcess {
	if limit := orDefault(o.MaxStructuredBytes, DefaultMaxStructuredBytes); limit > 0 && len(r.Structured) > limit {
		return &limitExcess{ReasonStructuredTooLarge, "bytes of structured content", len(r.Structured), limit}
	}
	if r.Parts == nil {
		return nil
	}
	if len(r.Parts) > maxParts {
		return &limitExcess{ReasonPartsTooLarge, "parts", len(r.Parts), maxParts}
	}
	for i := range r.Parts {
		if n := len(r.Parts[i].URI); n > maxURIBytes {
			return &limitExcess{ReasonPartsTooLarge, "bytes in the URI of a part", n, maxURIBytes}
		}
	}
	limit := orDefault(o.MaxPartBytes, DefaultMaxPartBytes)
	if size := partBytes(r.Parts); limit > 0 && size > limit {
		return &limitExcess{ReasonPartsTooLarge, "bytes of parts", size, limit}
	}
	return nil
}

// orDefault is n, or the default where it is zero.
func orDefault(n, value int) int {
	if n == 0 {
		return value
	}
	return n
}

// vet makes an answer fit to keep and to show: within the limits and without
// secrets. It is the first step of every answer, wherever it comes from. Sizes
// are checked before the redaction, whose time depends on them, and again after
// it, because a placeholder can be longer than a secret.
func (b *batch) sanitize(c *Call, out *reply) {
	if out.result.Structured == nil && out.result.Parts == nil { // most answers
		c.redactResult(&out.result)
		return
	}
	b.enforceLimits(c, out)
	c.redactResult(&out.result)
	b.enforceLimits(c, out)
}

// fence makes an answer that came from outside safe to show: its texts are
// neutralized, and it gets the fence that the budget puts around those that the
// model reads. Neutralizing can make a text longer, so that the limits are
// checked once more.
func (b *batch) fenceReply(c *Call, out *reply) {
	if out.result.neutralizeTexts(c.neutralize) {
		out.chars, _ = measure.Chars(*out.result.text())
	}
	if b.enforceLimits(c, out) {
		out.chars = out.result.cleanText()
		return
	}
	out.fence = c.newFence(out)
}

// limitResult makes an answer that exceeds a limit a failure that says so, and
// reports whether it did. The failure is the runtime's own text, which needs no
// fence. The cost of the call is kept.
func (b *batch) enforceLimits(c *Call, out *reply) (exceeded bool) {
	found := b.registry.options.findExcess(&out.result)
	if found == nil {
		return false
	}
	failure := found.failure(c.tool.Name, &out.result)
	if out.isFromTool && !c.turn.DryRun && !c.tool.Hints.ReadOnly {
		failure.Error += " The tool has run: its effects remain."
	}
	failure.Error += " Ask it for less, such as fewer items or a smaller range."
	if handle := b.spillFullText(c, out, found.reason); handle != "" {
		failure.Error += " The text of the result is kept: to read it, call " + ReadResultTool + " with handle " + handle + "."
	}
	out.result, out.isFromTool = failure, false
	return true
}

// within is the outcome, or a failure if its result exceeds a limit: it may come
// from a process that has other limits.
func (o Outcome) withinLimits(options *Options) Outcome {
	if found := options.findExcess(&o.Result); found != nil {
		o.Result = found.failure(o.Name, &o.Result)
		o.Fence, o.Kept, o.measuredText = nil, 0, ""
	}
	return o
}

// failure is what answers in the place of a result of the tool. It keeps the
// cost and the cause.
func (e *limitExcess) failure(tool string, result *Result) Result {
	failure := Fail(ExecutionFailed, "The result of tool %s is too large: it has %d %s; at most %d are allowed.", tool, e.size, e.unit, e.limit)
	failure.Reason, failure.CostUSD, failure.Cause = e.reason, result.CostUSD, result.Cause
	return failure
}

// spillWhole keeps the text of an answer that exceeds a limit, as the model
// would have seen it, and returns its handle; empty when it is not kept. Text
// parts are kept unless the parts are what exceeds. The result of an abandoned
// call is not kept.
func (b *batch) spillFullText(c *Call, out *reply, reason string) (handle string) {
	text := *out.result.text()
	if reason != ReasonPartsTooLarge {
		text = out.result.joinedText()
	}
	if text == "" || b.registry.options.Spill == nil || !c.state.load().isHeldByWorker() {
		return ""
	}
	text = strings.ToValidUTF8(c.redact(text), "\uFFFD")
	f := b.newFitter()
	f.results, f.calls = []CallResult{{ID: c.id, Name: c.tool.Name}}, make([]Call, 1)
	f.calls[0].id, f.calls[0].tool, f.calls[0].turn = c.id, c.tool, c.turn // the call's own extent may be another goroutine's
	if c.needsFence(out) {
		text, f.calls[0].textInfo.fence = c.neutralize(text), c.newFence(out)
	}
	if handle = f.spillText(0, text, c.budget); handle != "" {
		f.saveSpillNote(0, handle, 0)
	}
	return handle
}

// brief is the beginning of a text without secrets: at most limit code points,
// of which the last is an ellipsis where something is left out. Of a very long
// text it reads no more than it may need.
func (c *Call) excerpt(text string, limit int) string {
	const margin = 64 << 10
	maxBytes := utf8.UTFMax*limit + margin
	if len(text) <= maxBytes {
		return truncate(strings.ToValidUTF8(c.redact(text), "\uFFFD"), limit)
	}
	beginning := strings.ToValidUTF8(c.redact(text[:maxBytes]), "\uFFFD")
	if short := truncate(beginning, limit); len(short) < len(beginning) {
		return short
	}
	return redact.Placeholder // what is left may end within a secret
}

// shorten is the text with at most limit code points, of which the last is an
// ellipsis where something is left out.
func truncate(text string, limit int) string {
	if measure.Offset(text, limit) == len(text) {
		return text
	}
	return text[:measure.Offset(text, limit-1)] + ellipsis
}

// message is a text that a tool addresses to its caller while it runs, as it
// may be shown.
func (c *Call) sanitizeMessage(text string) string {
	text = c.excerpt(text, maxMessageChars)
	if c.tool.Untrusted == nil {
		return text
	}
	return truncate(c.neutralize(text), maxMessageChars)
}

// tooMuchData stands in a log record for data that exceeds the limit.
func omittedData(size int) []byte {
	return fmt.Appendf(nil, `{"omitted":"%d bytes of data; at most %d are delivered"}`, size, maxLogDataBytes)
}
