package runtime

import (
	"encoding/json"
	"fmt"
)

// Result is what a call yields: a success with a Value, or a failure with an
// Error and a Code. The zero value is a failure without a text; the executor
// answers it as execution_failed.
//
// Texts are UTF-8: the executor replaces each run of invalid bytes by U+FFFD.
// Their lengths and budgets are counted in Unicode code points.
type Result struct {
	// OK tells success from failure.
	OK bool
	// Value is the text of a success. It may be empty. The executor drops that
	// of a failure.
	Value string
	// Structured is the structured content, a JSON object; nil for none. It
	// survives cutting and reducing. The executor does not copy it, nor Parts,
	// but for the cache: a tool must not change them once it has returned them.
	Structured json.RawMessage
	// Parts are the content that follows the text, in order: further texts,
	// images, audio, links and embedded resources; see [Part]. Consumers that
	// do not know them ignore them. A failure may have parts, too.
	Parts []Part
	// CostUSD is what the call cost, in US dollars. The executor takes what is
	// negative or not a number for zero.
	CostUSD float64

	// Error is the text of a failure, shown to the model verbatim.
	Error string
	// Code classifies the failure.
	Code Code
	// Field is the argument at fault, as a path such as "edits[2].line".
	Field string
	// Reason is a code of the tool's own, such as HTTP_404, or the check that
	// refused the call.
	Reason string
	// ConflictKey names what changed, for StaleWrite.
	ConflictKey string
	// Cause is the underlying error. It is for logs: the model never sees it,
	// and the JSON form leaves it out. The executor takes secrets out of its
	// text; unwrapping it still gives the error itself.
	Cause error
}

// Text is a success with that text.
func Text(s string) Result { return Result{OK: true, Value: s} }

// Fail is a failure with that code and a formatted text. An unknown code
// becomes execution_failed.
func Fail(code Code, format string, args ...any) Result {
	text := format
	if len(args) > 0 {
		text = fmt.Sprintf(format, args...)
	}
	return Result{Code: code.normalize(), Error: text}
}

// text returns the text that the model sees: Value or Error.
func (r *Result) text() *string {
	if r.OK {
		return &r.Value
	}
	return &r.Error
}
