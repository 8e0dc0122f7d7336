package conformance

import (
	"errors"

	"github.com/toolgen/toolgen/runtime/arguments"
	"github.com/toolgen/toolgen/runtime/decode"
)

// Verdict is the result of decoding a text.
type Verdict struct {
	// Accepted reports whether the text was accepted.
	Accepted bool

	// Value is the decoded value: nil, bool, string, [encoding/json.Number], []any
	// or map[string]any.
	Value any

	// Problem is the first problem of a refused text.
	Problem arguments.Problem
}

// Judge decodes a text with the generated decoder of [Echo], as the value of its
// argument.
func Judge(text []byte) Verdict {
	text = append(append([]byte(`{"value":`), text...), '}')
	var d decode.D
	d.Reset(text, decode.Options{NoRepair: true, MaxBytes: len(text)})
	if args, ok := echoTool.Decode(&d).(*EchoArgs); ok {
		return Verdict{Accepted: true, Value: args.Value}
	}
	var e *arguments.Error
	if errors.As(d.Err(echoTool.Name), &e) && len(e.Problems) > 0 {
		return Verdict{Problem: e.Problems[0]}
	}
	return Verdict{Problem: arguments.Problem{Code: arguments.CodeUnexplained, Message: "refused without an error"}}
}
