package runtime

import (
	"bytes"
	"encoding/json"
	"unicode/utf8"

	"github.com/toolgen/toolgen/internal/wire"
)

// argsForm is the arguments of a call in one of three JSON forms. The fields of
// the other forms are nil.
type argsForm struct {
	JSON   json.RawMessage
	Text   *string
	Base64 *[]byte
}

// jsonFields returns the members of the JSON form.
func (c *ToolCall) jsonFields(args *argsForm) []wire.Field {
	return []wire.Field{
		{Name: "id", Value: &c.ID, Optional: true},
		{Name: "name", Value: &c.Name},
		{Name: "args", Value: &args.JSON, Optional: true},
		{Name: "args_text", Value: &args.Text, Optional: true},
		{Name: "args_base64", Value: &args.Base64, Optional: true},
	}
}

// MarshalJSON writes {"version":1,"id":"…","name":"…","args":{…}}. The
// arguments keep every byte, because a model may write invalid arguments. The
// member "args" has them if encoding/json writes them unchanged: they must be
// compact JSON in valid UTF-8, without <, >, &, U+2028 and U+2029. Otherwise
// "args_text" has them as a string, or "args_base64" if they are not valid
// UTF-8. Empty arguments have no member.
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

// isEncodedUnchanged reports whether encoding/json writes the JSON text
// unchanged.
func isEncodedUnchanged(text json.RawMessage) bool {
	written, err := json.Marshal(text)
	return err == nil && bytes.Equal(written, text) && utf8.Valid(text)
}

// UnmarshalJSON reads the form of MarshalJSON. For calls that people write, the
// version is optional, and "args" may be any JSON value with white space.
// "name" is required. A missing "id" or missing arguments are read as empty. An
// unknown member is an error, because a call with a misspelled member must not
// run without its arguments. Two forms of the arguments are an error, and so
// are the problems that [FormError] lists. After an error, c is unchanged.
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

// jsonFields returns the members of the JSON form.
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

// MarshalJSON writes
// {"version":1,"id":…,"name":…,"result":{…},"duration_ns":…}, and the repairs,
// the truncation and the request for approval if they are set.
// [Result.MarshalJSON] says which data of the result it omits.
func (r CallResult) MarshalJSON() ([]byte, error) {
	return wire.Marshal(callResultVersion, r.jsonFields()...)
}

// UnmarshalJSON reads the form of MarshalJSON. For any other text it returns a
// [*FormError] and leaves r unchanged. It reads an empty list of repairs as
// nil.
func (r *CallResult) UnmarshalJSON(data []byte) error {
	return wire.Unmarshal(data, callResultVersion, r.jsonFields()...)
}
