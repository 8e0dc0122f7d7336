package runtime

import (
	"bytes"
	"encoding/json"
	"reflect"

	"github.com/toolgen/toolgen/runtime/generated"
)

// Object returns the result of a tool that returns an object. The structured
// content is v as encoding/json writes it, and the text is its compact form. If
// v cannot be encoded, or is a nil pointer, the result is a failure. If v is an
// [OwnTexter], a [ResultSourcer], a [ResultFuller], a [ResultLeader] or a [ResultNoter],
// its methods set Result.OwnText, Result.Source, Result.Full, Result.Lead and
// Result.Note.
func Object(v any) Result { return ObjectIn(v, nil) }

// ObjectIn is Object for generated code. The function rewrites the JSON of v to the
// form that arguments have; nil means that there is nothing to rewrite.
func ObjectIn(v any, rewrite func(*generated.Rewriter)) Result {
	data, err := encode(v, rewrite)
	switch {
	case err != nil:
		return encodingFailure(err)
	case len(data) == 0 || data[0] != '{':
		return Fail(ExecutionFailed, "The tool returned %s but must return an object.", describeJSONKind(data))
	}
	result := Result{OK: true, Value: string(data), Structured: data}
	result.setOrigin(v)
	return result
}

// setOrigin sets OwnText, Source, Full, Lead and Note from the value, unless that is nil.
func (r *Result) setOrigin(v any) {
	if value := reflect.ValueOf(v); value.Kind() == reflect.Pointer && value.IsNil() {
		return
	}
	if x, ok := v.(OwnTexter); ok {
		r.OwnText = x.OwnText()
	}
	if x, ok := v.(ResultSourcer); ok {
		r.Source = x.ResultSource()
	}
	if x, ok := v.(ResultFuller); ok {
		r.Full = x.ResultFull()
	}
	if x, ok := v.(ResultLeader); ok {
		r.Lead = x.ResultLead()
	}
	if x, ok := v.(ResultNoter); ok {
		r.Note = x.ResultNote()
	}
}

// An OwnTexter is a value that a tool with untrusted output returns. OwnText
// reports whether the text of the value has only words of the tool and of the
// arguments of the call, such as a message that nothing was found: the text has no
// fence then.
type OwnTexter interface{ OwnText() bool }

// A ResultSourcer is a value that a tool with untrusted output returns.
// ResultSource returns the origin of the value if the arguments do not have it,
// such as the address of the page that a browser shows; see Result.Source.
type ResultSourcer interface{ ResultSource() string }

// A ResultFuller is a value that a tool returns, and whose text is shortened. ResultFull
// returns the whole text, or an empty text if the text is whole; see Result.Full.
type ResultFuller interface{ ResultFull() string }

// A ResultLeader is a value that a tool returns. ResultLead returns what the tool says
// before the text of the value, such as which part of a file it is; see Result.Lead.
type ResultLeader interface{ ResultLead() string }

// A ResultNoter is a value that a tool returns. ResultNote returns what the tool says
// about the text of the value, such as how to read on; see Result.Note.
type ResultNoter interface{ ResultNote() string }

// Wrapped returns the result of a tool that returns a value other than an
// object: the text is v, and the structured content {"result": v}. The methods of
// an [OwnTexter], a [ResultSourcer] and the others are used as in [Object].
func Wrapped(v any) Result { return WrappedIn(v, nil) }

// WrappedIn is Wrapped for generated code; see [ObjectIn].
func WrappedIn(v any, rewrite func(*generated.Rewriter)) Result {
	const head = `{"result":`
	value, err := encode(v, rewrite)
	if err != nil {
		return encodingFailure(err)
	}
	data := make([]byte, 0, len(head)+len(value)+len("}"))
	data = append(append(append(data, head...), value...), '}')
	result := Result{OK: true, Value: string(value), Structured: data}
	result.setOrigin(v)
	return result
}

// encode returns the JSON of a value, rewritten by the function unless that is nil.
func encode(v any, rewrite func(*generated.Rewriter)) ([]byte, error) {
	data, err := appendJSON(nil, v)
	if err != nil || rewrite == nil {
		return data, err
	}
	w := generated.NewRewriter(data)
	rewrite(w)
	return w.Finish(), nil
}

// WithText returns a copy of r with another text, for values that have a String
// method. A failure does not change.
func (r Result) WithText(s string) Result {
	if r.OK {
		r.Value = s
	}
	return r
}

// encodingFailure returns the result of a tool whose value cannot be encoded.
func encodingFailure(err error) Result {
	result := Fail(ExecutionFailed, "The tool's result cannot be written as JSON.")
	result.Cause = err
	return result
}

// appendJSON appends v in the compact form of encoding/json. It does not escape
// <, > and &, because models read the escapes badly and they need many tokens.
func appendJSON(dst []byte, v any) ([]byte, error) {
	buffer := bytes.NewBuffer(dst)
	encoder := json.NewEncoder(buffer)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(buffer.Bytes(), []byte("\n")), nil
}

// describeJSONKind returns the kind of an encoded value with an article, such
// as "an array".
func describeJSONKind(data []byte) string {
	if len(data) == 0 {
		return "nothing"
	}
	switch data[0] {
	case '[':
		return "an array"
	case '"':
		return "a string"
	case 'n':
		return "null"
	case 't', 'f':
		return "a boolean"
	}
	return "a number"
}
