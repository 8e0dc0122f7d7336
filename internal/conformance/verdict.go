package conformance

import (
	"errors"

	"github.com/toolgen/toolgen/runtime/arguments"
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
	Problem arguments.Problem
}

// Judge gives a text to the generated decoder of [Echo], as the argument's
// value.
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
