package conformance

import (
	"errors"

	"github.com/toolgen/toolgen/runtime/decode"
)

// Verdict says what became of one text.
type Verdict struct {
	// Accepted says that it was read.
	Accepted bool

	// Value is what was read: nil, bool, string, [encoding/json.Number], []any
	// or map[string]any.
	Value any

	// Problem is the first reason for which it was refused.
	Problem decode.Problem
}

// Judge gives a text to the generated decoder of [Echo], as the argument's
// value.
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
