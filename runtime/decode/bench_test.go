package decode_test

import (
	"encoding/json"
	"testing"

	"github.com/toolgen/toolgen/runtime/decode"
)

// target is a tool whose decoder is measured.
type target struct {
	name   string
	text   string
	decode func(*decode.D) any
	allocs float64 // the maximum number of allocations per call
}

var targets = []target{
	{"clock", clockText, decodeClock, 2},
	{"grep", grepText, decodeGrep, 4},
	{"plan", planText, decodePlan, 25},
}

func BenchmarkDecode(b *testing.B) {
	for _, t := range targets {
		b.Run(t.name, func(b *testing.B) {
			text := []byte(t.text)
			d := new(decode.D)
			b.ReportAllocs()
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				d.Reset(text, decode.Options{})
				if t.decode(d) == nil {
					b.Fatal(d.Err(t.name))
				}
			}
		})
	}
}

// BenchmarkValid checks only the syntax, by the standard library, for comparison.
func BenchmarkValid(b *testing.B) {
	for _, t := range targets {
		b.Run(t.name, func(b *testing.B) {
			text := []byte(t.text)
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				if !json.Valid(text) {
					b.Fatal("not valid")
				}
			}
		})
	}
}
