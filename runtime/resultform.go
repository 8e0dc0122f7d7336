package runtime

import (
	"encoding/json"
	"unicode/utf8"

	"github.com/toolgen/toolgen/internal/wire"
)

// resultText has the members of a result's text: a success has value, and a
// failure has error and code. The members are present even if they are empty.
type resultText struct {
	Value, Error *string
	Code         *Code
}

// jsonFields returns the members of the JSON form.
func (r *Result) jsonFields(text *resultText) []wire.Field {
	return []wire.Field{
		{Name: "ok", Value: &r.OK},
		{Name: "value", Value: &text.Value, Optional: true},
		{Name: "error", Value: &text.Error, Optional: true},
		{Name: "code", Value: &text.Code, Optional: true},
		{Name: "field", Value: &r.Field, Optional: true},
		{Name: "reason", Value: &r.Reason, Optional: true},
		{Name: "conflict_key", Value: &r.ConflictKey, Optional: true},
		{Name: "structured", Value: &r.Structured, Optional: true},
		{Name: "parts", Value: &r.Parts, Optional: true},
		{Name: "keep_end", Value: &r.KeepEnd, Optional: true},
		{Name: "own_text", Value: &r.OwnText, Optional: true},
		{Name: "lead", Value: &r.Lead, Optional: true},
		{Name: "note", Value: &r.Note, Optional: true},
		{Name: "cost_usd", Value: &r.CostUSD, Optional: true},
	}
}

// MarshalJSON writes {"ok":true,"value":…} or {"ok":false,"error":…,"code":…}
// and the other members that are set. The form has no version, because a result
// is in a [CallResult], which has one. It omits Cause, the error of a success,
// the value of a failure, an invalid cost, and structured content that is not
// JSON in valid UTF-8, which would make the form unreadable.
func (r Result) MarshalJSON() ([]byte, error) {
	if !json.Valid(r.Structured) || !utf8.Valid(r.Structured) {
		r.Structured = nil
	}
	r.CostUSD = validCost(r.CostUSD)
	text := resultText{Value: &r.Value}
	if !r.OK {
		text = resultText{Error: &r.Error, Code: new(r.Code.normalize())}
	}
	return wire.Marshal(0, r.jsonFields(&text)...)
}

// UnmarshalJSON reads the form of MarshalJSON. For any other text it returns a
// [*FormError] and leaves r unchanged. An unknown code becomes
// [ExecutionFailed].
func (r *Result) UnmarshalJSON(data []byte) error {
	var (
		result Result
		text   resultText
	)
	if err := wire.Unmarshal(data, 0, result.jsonFields(&text)...); err != nil {
		return err
	}
	for _, member := range []struct {
		name        string
		given, want bool
	}{
		{"value", text.Value != nil, result.OK},
		{"error", text.Error != nil, !result.OK},
		{"code", text.Code != nil, !result.OK},
	} {
		switch {
		case member.want && !member.given:
			return &FormError{Problem: FormMissing, Member: member.name}
		case member.given && !member.want:
			return formValueError(member.name, "a success has a value, and a failure an error and a code")
		}
	}
	if result.OK {
		result.Value = *text.Value
	} else {
		result.Error, result.Code = *text.Error, text.Code.normalize()
	}
	*r = result
	return nil
}
