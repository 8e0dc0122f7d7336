package runtime

import (
	"bytes"
	"encoding/json"
)

// Object is the result of a tool that returns an object: v, as encoding/json
// writes it, is the structured content and, compact, the text. A v that
// cannot be encoded, or that is a nil pointer, is a failure.
func Object(v any) Result {
	data, err := appendJSON(nil, v)
	switch {
	case err != nil:
		return encodingFailure(err)
	case len(data) == 0 || data[0] != '{':
		return Fail(ExecutionFailed, "The tool returned %s where an object was due.", describeJSONKind(data))
	}
	return Result{OK: true, Value: string(data), Structured: data}
}

// Wrapped is the result of a tool that returns anything but an object: the
// text is v alone, the structured content is {"result": v}.
func Wrapped(v any) Result {
	const head = `{"result":`
	data, err := appendJSON([]byte(head), v)
	if err != nil {
		return encodingFailure(err)
	}
	return Result{OK: true, Value: string(data[len(head):]), Structured: append(data, '}')}
}

// WithText returns r with another text, for values that have a String method.
// A failure stays as it is.
func (r Result) WithText(s string) Result {
	if r.OK {
		r.Value = s
	}
	return r
}

func encodingFailure(err error) Result {
	result := Fail(ExecutionFailed, "The tool's result cannot be written as JSON.")
	result.Cause = err
	return result
}

// appendJSON appends v in the compact form of encoding/json, without escaping
// <, > and &, which models read badly and count dearly.
func appendJSON(dst []byte, v any) ([]byte, error) {
	buffer := bytes.NewBuffer(dst)
	encoder := json.NewEncoder(buffer)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(buffer.Bytes(), []byte("\n")), nil
}

// kindOfJSON names the kind of an encoded value by its first byte.
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
