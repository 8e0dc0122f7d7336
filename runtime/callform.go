package runtime

import (
	"bytes"
	"encoding/json"
	"unicode/utf8"

	"github.com/toolgen/toolgen/internal/wire"
)

// argsForm has the arguments of a call in one of their three forms; the others are
// nil.
type argsForm struct {
	JSON   json.RawMessage
	Text   *string
	Base64 *[]byte
}

func (c *ToolCall) jsonFields(args *argsForm) []wire.Field {
	return []wire.Field{
		{Name: "id", Value: &c.ID, Optional: true},
		{Name: "name", Value: &c.Name},
		{Name: "args", Value: &args.JSON, Optional: true},
		{Name: "args_text", Value: &args.Text, Optional: true},
		{Name: "args_base64", Value: &args.Base64, Optional: true},
	}
}

// MarshalJSON writes {"version":1,"id":"…","name":"…","args":{…}}, so that no byte of
// the arguments changes: a model may write arguments that are cut off. The member
// "args" has them if they are JSON that encoding/json writes unchanged: compact, in
// valid UTF-8, and without <, >, &, U+2028 and U+2029. Otherwise "args_text" has them
// as a string, or "args_base64" if they are not valid UTF-8. Empty arguments have no
// member.
func (c ToolCall) MarshalJSON() ([]byte, error) {
	var args argsForm
	switch text := string(c.Args); {
	case text == "":
	case isEncodedUnchanged(c.Args):
		args.JSON = c.Args
	case utf8.ValidString(text):
		args.Text = &text
	default:
		args.Base64 = (*[]byte)(&c.Args)
	}
	return wire.Marshal(toolCallVersion, c.jsonFields(&args)...)
}

// isStable reports whether encoding/json writes the JSON text as it is, in any
// value.
func isEncodedUnchanged(text json.RawMessage) bool {
	written, err := json.Marshal(text)
	return err == nil && bytes.Equal(written, text) && utf8.Valid(text)
}

// UnmarshalJSON reads what MarshalJSON writes, and calls that people write by hand:
// the version may be missing, and "args" may be any JSON value, with white space.
// "name" is required; without "id" and arguments these are empty. An unknown member is
// an error, because a call whose arguments have a misspelt name must not run without
// them; so are two forms of the arguments, and what [FormError] lists. After an error
// c is as before.
func (c *ToolCall) UnmarshalJSON(data []byte) error {
	var (
		call ToolCall
		args argsForm
	)
	if err := wire.UnmarshalDefault(data, toolCallVersion, call.jsonFields(&args)...); err != nil {
		return err
	}
	forms := 0
	if args.JSON != nil {
		forms, call.Args = forms+1, args.JSON
	}
	if args.Text != nil {
		forms, call.Args = forms+1, json.RawMessage(*args.Text)
	}
	if args.Base64 != nil {
		forms, call.Args = forms+1, *args.Base64
	}
	if forms > 1 {
		return formValueError("args", "want only one of args, args_text and args_base64")
	}
	if len(call.Args) == 0 {
		call.Args = nil
	}
	*c = call
	return nil
}

func (r *CallResult) jsonFields() []wire.Field {
	return []wire.Field{
		{Name: "id", Value: &r.ID},
		{Name: "name", Value: &r.Name},
		{Name: "result", Value: &r.Result},
		{Name: "duration_ns", Value: &r.Duration},
		{Name: "repairs", Value: &r.Repairs, Optional: true},
		{Name: "truncated", Value: &r.Truncated, Optional: true},
		{Name: "approval", Value: &r.Approval, Optional: true},
	}
}

// MarshalJSON writes {"version":1,"id":…,"name":…,"result":{…},"duration_ns":…}, and
// the repairs, the truncation and the request for consent where there are any.
// [Result.MarshalJSON] says what a result leaves out.
func (r CallResult) MarshalJSON() ([]byte, error) {
	return wire.Marshal(callResultVersion, r.jsonFields()...)
}

// UnmarshalJSON reads what MarshalJSON writes; anything else is a [*FormError], after
// which r is as before. An empty list of repairs is read as nil.
func (r *CallResult) UnmarshalJSON(data []byte) error {
	return wire.Unmarshal(data, callResultVersion, r.jsonFields()...)
}
