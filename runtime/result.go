package runtime

import (
	"encoding/json"
	"fmt"
)

// Result is the result of a call: a success with a Value, or a failure with an
// Error and a Code. The zero value is a failure without a text, which the
// executor completes as execution_failed.
//
// Texts are UTF-8: the executor replaces each run of invalid bytes by U+FFFD.
// Their lengths and budgets are in code points.
type Result struct {
	// OK reports whether the result is a success.
	OK bool
	// KeepEnd means that a cut keeps the beginning and the end of the text, and
	// not only its beginning. It is for the output of programs, whose last lines
	// are important. It has no effect on JSON and on a result with text parts.
	KeepEnd bool
	// OwnText means that the text has only words of the tool and of the arguments
	// of the call, such as "(no output)". It has no fence then, even if the output
	// of the tool is untrusted.
	OwnText bool
	// Value is the text of a success. It may be empty. The executor removes it
	// from a failure.
	Value string
	// Full is the whole text, if the tool itself has shortened Value or Error; empty
	// otherwise. The executor treats it as the text before a reducer: it stores it
	// in Options.Spill, and the result ends with a notice that says how to read it.
	// Full is shown if it is less than 100 code points longer. The executor removes
	// it from the result, and the JSON form does not have it.
	Full string
	// Lead and Note have words of the tool about the text: before it, such as which
	// part of a file it is, and after it, such as how a program ended, or how to read
	// on. They are outside of the fence of an untrusted text, so that the text cannot
	// imitate them, and are not cut with it. A name that others have chosen must be
	// quoted in them, on one line. They are redacted, neutralized and cut to 4096 code
	// points. [Registry.Fit] and the executor move them into the text. A text that is
	// JSON has none. If they need more than half of the budget of a text that must be
	// cut, the note is only in the stored text, and then the lead is cut. A result with words and
	// without a text has no fence.
	Lead, Note string
	// Source is the origin of the text if the output of the tool is untrusted: a
	// path, an address, a command or a query, for the fence. Empty means the source
	// that the arguments have, or else the name of the tool. It is redacted,
	// neutralized and cut to 256 code points. The executor removes it from the
	// result, and the JSON form does not have it.
	Source string
	// Structured is the structured content, a JSON object; nil if there is
	// none. The executor replaces each run of invalid UTF-8 in it by U+FFFD, as
	// in texts. Cutting and reducing do not change it. The executor copies
	// Structured and Parts only for the cache: a tool must not change them
	// after it has returned them.
	Structured json.RawMessage
	// Parts are the content after the text, in order: further texts, images,
	// audio, links and embedded resources; see [Part]. Consumers that do not
	// support parts ignore them. A failure may have parts, too.
	Parts []Part
	// CostUSD is the cost of the call in US dollars. The executor replaces a
	// value that is negative, infinite or not a number by zero.
	CostUSD float64

	// Error is the text of a failure. The model sees it unchanged.
	Error string
	// Code classifies the failure.
	Code Code
	// Field is the path of the invalid argument, such as "edits[2].line".
	Field string
	// Reason is the tool's own code, such as HTTP_404, or the check that
	// refused the call.
	Reason string
	// ConflictKey identifies the target that has changed, for StaleWrite.
	ConflictKey string
	// Cause is the underlying error. It is for logs: the model does not see it,
	// and the JSON form does not have it. The executor redacts its text;
	// unwrapping it returns the original error.
	Cause error
}

// Text returns a success with the text.
func Text(s string) Result { return Result{OK: true, Value: s} }

// Fail returns a failure with the code and a formatted text. An unknown code
// becomes execution_failed.
func Fail(code Code, format string, args ...any) Result {
	text := format
	if len(args) > 0 {
		text = fmt.Sprintf(format, args...)
	}
	return Result{Code: code.normalize(), Error: text}
}

// text returns a pointer to the text that the model sees: Value or Error.
func (r *Result) text() *string {
	if r.OK {
		return &r.Value
	}
	return &r.Error
}
