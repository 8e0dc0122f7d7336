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

func BenchmarkDecode(b *testing.B) {
	for _, call := range Calls() {
		b.Run(call.Name+"/valid", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if !json.Valid(call.Text) {
					b.Fatal("not JSON")
				}
			}
		})
		b.Run(call.Name+"/decode", func(b *testing.B) {
			b.ReportAllocs()
			d := new(decode.D)
			for b.Loop() {
				d.Reset(call.Text, decode.Options{})
				if call.Tool.Decode(d) == nil {
					b.Fatal(d.Err(call.Tool.Name))
				}
			}
		})
	}
}
