package runtime

import (
	"cmp"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/toolgen/toolgen/internal/cut"
	"github.com/toolgen/toolgen/internal/measure"
	"github.com/toolgen/toolgen/internal/redact"
)

// The default limits of the size of a result. Each field that a tool sets has a
// limit:
//
//   - Result.Value, Result.Error and the Text of text parts together: the
//     budget of the batch, the tool's maximum, and, for text parts,
//     Options.MaxPartBytes.
//   - Result.Structured: Options.MaxStructuredBytes.
//   - Result.Parts: Options.MaxPartBytes for all fields of all parts, and 256
//     parts. Part.URI: 8192 bytes. Part.Kind, MIME, Name and Title: 256 code
//     points. Part.Description: 1024 code points. Size, Priority and
//     LastModified have a fixed size, and Audience has at most two roles.
//   - Result.Reason, Result.Field and Result.ConflictKey: 256 code points.
//     Result.Code is one of four values, and Result.CostUSD a finite number.
//   - The text of Result.Cause: 65536 code points. Unwrap returns the original
//     error, whose text has no limit.
//   - CallResult.Repairs: 10 000 repairs, whose texts the decoder cuts. The
//     texts and the path depend on the arguments, which
//     Options.MaxArgumentBytes limits. The other fields of CallResult are
//     copied from the call or have a fixed size.
//   - ProgressEvent.Message and LogRecord.Message: 4096 code points.
//     LogRecord.Data: 16 KiB. LogRecord.Logger: 256 code points. Up to 64
//     events and 64 records wait for delivery.
//   - Texts and errors in records of Options.Logger: 65536 code points each.
//
// A result fails with [ReasonStructuredTooLarge] or [ReasonPartsTooLarge] if
// Structured, Parts or a URI exceeds its limit, because a part of a JSON text,
// of an image or of an address is useless. Other texts are cut and end with an
// ellipsis.
const (
	// DefaultMaxStructuredBytes is the default of Options.MaxStructuredBytes.
	DefaultMaxStructuredBytes = 1 << 20
	// DefaultMaxPartBytes is the default of Options.MaxPartBytes.
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

// The values of Result.Reason for results that are too large. The code is
// ExecutionFailed. If the session may read the spill store, the store keeps the
// text of the result, and the failure has its handle.
const (
	// ReasonStructuredTooLarge means that the structured content is larger than
	// Options.MaxStructuredBytes.
	ReasonStructuredTooLarge = "structured_too_large"
	// ReasonPartsTooLarge means that the parts together are larger than
	// Options.MaxPartBytes, that there are more than 256 parts, or that a URI
	// has more than 8192 bytes.
	ReasonPartsTooLarge = "parts_too_large"
)

// limitExcess describes a limit that a result exceeds.
type limitExcess struct {
	reason, unit string
	size, limit  int
}

// findExcess returns the first limit that the result exceeds; nil if there is
// none. It reads only the sizes.
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

// orDefault returns n, or the value if n is zero.
func orDefault(n, value int) int {
	if n == 0 {
		return value
	}
	return n
}

// sanitize enforces the limits of a result and redacts its secrets. It is the
// first step for each result. It checks the sizes before the redaction, whose
// time depends on them, and again after it, because a placeholder can be longer
// than a secret.
func (b *batch) sanitize(c *Call, out *reply) {
	if out.result.Structured == nil && out.result.Parts == nil { // most answers
		c.redactResult(&out.result)
		return
	}
	b.enforceLimits(c, out)
	c.redactResult(&out.result)
	b.enforceLimits(c, out)
}

// fenceReply neutralizes the texts of an untrusted result and sets its fence,
// which the budget adds, unless the tool wrote the text itself. It enforces the limits again, because neutralizing can
// make a text longer.
func (b *batch) fenceReply(c *Call, out *reply) {
	if out.result.neutralizeTexts(c.neutralize) {
		out.chars, _ = measure.Chars(*out.result.text())
	}
	if b.enforceLimits(c, out) {
		out.chars = out.result.cleanText()
		return
	}
	if out.partial() == nil && out.result.hasWordsOnly() {
		out.result.OwnText = true
	}
	if !out.result.OwnText {
		out.fence = c.newFence(out)
	}
}

// enforceLimits replaces a result that exceeds a limit by a failure, and
// reports whether it did so. The failure needs no fence, because its text is
// from the runtime. It keeps the cost of the call.
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
		failure.Error += " The text of the result is stored: " + cut.HowToRead(handle) + "."
	}
	out.result, out.isFromTool, out.extras = failure, false, nil
	return true
}

// withinLimits returns the outcome, or a failure if the result exceeds a limit.
// Another process, with other limits, may have produced the outcome.
func (o Outcome) withinLimits(options *Options) Outcome {
	if found := options.findExcess(&o.Result); found != nil {
		o.Result = found.failure(o.Name, &o.Result)
		o.Fence, o.Kept, o.measuredText = nil, 0, ""
	}
	return o
}

// failure returns the failure that replaces the result. It keeps the cost and
// the cause.
func (e *limitExcess) failure(tool string, result *Result) Result {
	failure := Fail(ExecutionFailed, "The result of tool %s is too large: it has %d %s; at most %d are allowed.", tool, e.size, e.unit, e.limit)
	failure.Reason, failure.CostUSD, failure.Cause = e.reason, result.CostUSD, result.Cause
	return failure
}

// spillFullText stores the redacted text of a result that exceeds a limit, and
// returns its handle; empty if the text is not stored. The text includes the
// text parts, unless the parts exceed the limit. It does not store the text of
// an abandoned call.
func (b *batch) spillFullText(c *Call, out *reply, reason string) (handle string) {
	text := cmp.Or(out.result.Full, *out.result.text())
	if reason != ReasonPartsTooLarge {
		text = out.result.joinedWith(text)
	}
	if text == "" || b.registry.options.Spill == nil || !c.state.load().isHeldByWorker() {
		return ""
	}
	text = strings.ToValidUTF8(c.redact(text), "\uFFFD")
	f := b.newFitter()
	f.results, f.calls = []CallResult{{ID: c.id, Name: c.tool.Name}}, make([]Call, 1)
	f.calls[0].id, f.calls[0].tool, f.calls[0].turn = c.id, c.tool, c.turn // a copy, because another goroutine may use the textInfo of the call
	if c.needsFence(out) && !out.result.OwnText {
		text, f.calls[0].textInfo.fence = c.neutralize(text), c.newFence(out)
	}
	if handle = f.spillText(0, text, c.budget); handle != "" {
		f.saveSpillNote(0, handle, 0)
	}
	return handle
}

// excerpt returns the beginning of a text without secrets. It has at most limit
// code points and ends with an ellipsis if it is not complete. It reads only
// the necessary part of a very long text.
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
	return redact.Placeholder // the beginning may end within a secret
}

// truncate returns the text with at most limit code points. It ends with an
// ellipsis if it is not complete.
func truncate(text string, limit int) string {
	if measure.Offset(text, limit) == len(text) {
		return text
	}
	return text[:measure.Offset(text, limit-1)] + ellipsis
}

// sanitizeMessage returns the text of a progress event or log record, redacted,
// truncated and, for an untrusted tool, neutralized.
func (c *Call) sanitizeMessage(text string) string {
	text = c.excerpt(text, maxMessageChars)
	if c.tool.Untrusted == nil {
		return text
	}
	return truncate(c.neutralize(text), maxMessageChars)
}

// omittedData returns the JSON that replaces the data of a log record that is
// too large.
func omittedData(size int) []byte {
	return fmt.Appendf(nil, `{"omitted":"%d bytes of data; at most %d are delivered"}`, size, maxLogDataBytes)
}
