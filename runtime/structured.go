package runtime

import (
	"bytes"
	"encoding/json"
)

// Object returns the result of a tool that returns an object. The structured
// content is v as encoding/json writes it, and the text is its compact form. If
// v cannot be encoded, or is a nil pointer, the result is a failure.
func Object(v any) Result {
	data, err := appendJSON(nil, v)
	switch {
	case err != nil:
		return encodingFailure(err)
	case len(data) == 0 || data[0] != '{':
		return Fail(ExecutionFailed, "The tool returned %s but must return an object.", describeJSONKind(data))
	}
	return Result{OK: true, Value: string(data), Structured: data}
}

// Wrapped returns the result of a tool that returns a value other than an
// object: the text is v, and the structured content {"result": v}.
func Wrapped(v any) Result {
	const head = `{"result":`
	data, err := appendJSON([]byte(head), v)
	if err != nil {
		return encodingFailure(err)
	}
	return Result{OK: true, Value: string(data[len(head):]), Structured: append(data, '}')}
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
