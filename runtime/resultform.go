package runtime

import (
	"encoding/json"
	"unicode/utf8"

	"github.com/toolgen/toolgen/internal/wire"
)

// resultText has the members of which a success has the first, and a failure the
// other two, even when they are empty.
type resultText struct {
	Value, Error *string
	Code         *Code
}

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
		{Name: "cost_usd", Value: &r.CostUSD, Optional: true},
	}
}

// MarshalJSON writes {"ok":true,"value":…} or {"ok":false,"error":…,"code":…} and the
// other members that are set. It has no version of its own: that of a [CallResult]
// counts. Cause is never written, and neither are the error of a success, the value of
// a failure, a cost that is negative or not a number, and structured content that is
// not JSON in valid UTF-8: it must not make other results unreadable.
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

// UnmarshalJSON reads what MarshalJSON writes; anything else is a [*FormError], after
// which r is as before. An unknown code becomes [ExecutionFailed].
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
