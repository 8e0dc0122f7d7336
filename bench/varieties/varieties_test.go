package varieties

import (
	"encoding/json"
	"testing"

	"github.com/toolgen/toolgen/runtime/decode"
)

func TestCallsAreValid(t *testing.T) {
	for _, call := range Calls() {
		if !json.Valid(call.Text) {
			t.Errorf("%s: the text is not JSON: %s", call.Name, call.Text)
		}
		var d decode.D
		d.Reset(call.Text, decode.Options{})
		if args := call.Tool.Decode(&d); args == nil {
			t.Errorf("%s: %v", call.Name, d.Err(call.Tool.Name))
		}
	}
}
