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
	return Result{Code: code.known(), Error: text}
}

// text returns the text that the model sees: Value or Error.
func (r *Result) text() *string {
	if r.OK {
		return &r.Value
	}
	return &r.Error
}

// resultJSON is the JSON form of a result. A success always has a value, a
// failure always an error and a code, even when they are empty.
type resultJSON struct {
	OK          bool            `json:"ok"`
	Value       *string         `json:"value,omitempty"`
	Error       *string         `json:"error,omitempty"`
	Code        Code            `json:"code,omitempty"`
	Field       string          `json:"field,omitempty"`
	Reason      string          `json:"reason,omitempty"`
	ConflictKey string          `json:"conflict_key,omitempty"`
	Structured  json.RawMessage `json:"structured,omitempty"`
	Parts       []Part          `json:"parts,omitempty"`
	CostUSD     float64         `json:"cost_usd,omitempty"`
}

// MarshalJSON writes {"ok":true,"value":…} or {"ok":false,"error":…,"code":…}
// with the optional members that are set. Cause is never written, and neither
// is structured content that is not JSON: it must not spoil the others' results.
func (r Result) MarshalJSON() ([]byte, error) {
	if !json.Valid(r.Structured) {
		r.Structured = nil
	}
	form := resultJSON{OK: r.OK, Structured: r.Structured, Parts: r.Parts, CostUSD: r.CostUSD}
	if r.OK {
		form.Value = &r.Value
	} else {
		form.Error, form.Code = &r.Error, r.Code.known()
		form.Field, form.Reason, form.ConflictKey = r.Field, r.Reason, r.ConflictKey
	}
	return appendJSON(nil, form)
}

// UnmarshalJSON reads what MarshalJSON writes.
func (r *Result) UnmarshalJSON(data []byte) error {
	var form resultJSON
	if err := json.Unmarshal(data, &form); err != nil {
		return err
	}
	*r = Result{
		OK: form.OK, Structured: form.Structured, Parts: form.Parts, CostUSD: form.CostUSD,
		Code: form.Code, Field: form.Field, Reason: form.Reason, ConflictKey: form.ConflictKey,
	}
	if form.Value != nil {
		r.Value = *form.Value
	}
	if form.Error != nil {
		r.Error = *form.Error
	}
	return nil
}
