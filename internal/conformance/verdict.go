package conformance

import (
	"errors"

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
	Problem decode.Problem
}

// Judge decodes a text with the generated decoder of [Echo], as the value of its
// argument.
func Judge(text []byte) Verdict {
	arguments := append(append([]byte(`{"value":`), text...), '}')
	var d decode.D
	d.Reset(arguments, decode.Options{NoRepair: true, MaxBytes: len(arguments)})
	if args, ok := echoTool.Decode(&d).(*EchoArgs); ok {
		return Verdict{Accepted: true, Value: args.Value}
	}
	var e *decode.Error
	if errors.As(d.Err(echoTool.Name), &e) && len(e.Problems) > 0 {
		return Verdict{Problem: e.Problems[0]}
	}
	return Verdict{Problem: decode.Problem{Code: decode.CodeUnexplained, Message: "refused without an error"}}
}
