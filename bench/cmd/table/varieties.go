package main

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"testing"
	"text/tabwriter"

	"github.com/toolgen/toolgen/bench/varieties"
	"github.com/toolgen/toolgen/runtime/decode"
)

// kinds prints the table of the decoder with calls of many kinds. The ratios are medians of the rounds, in each of which
// json.Valid and the decoder are measured one after the other, and are followed by their quartiles.
func kinds(w io.Writer, rounds int) error {
	fmt.Fprint(w, "Calls of many kinds:\n\n")
	table := tabwriter.NewWriter(w, 0, 0, 1, ' ', 0)
	fmt.Fprintln(table, "|\targuments\t|\tbytes\t|\tjson.Valid\t|\ttoolgen decode\t|\tratio\t|\tallocations\t|")
	fmt.Fprintln(table, "|\t---\t|\t--:\t|\t--:\t|\t--:\t|\t--:\t|\t--:\t|")
	calls, logarithms := varieties.Calls(), 0.0
	for _, call := range calls {
		var valid, decoded cost
		for range rounds {
			if err := valid.add(func(b *testing.B) { measureValid(b, call.Text) }); err != nil {
				return fmt.Errorf("%s: %w", call.Name, err)
			}
			if err := decoded.add(func(b *testing.B) { measureDecoder(b, call) }); err != nil {
				return fmt.Errorf("%s: %w", call.Name, err)
			}
		}
		ratios := decoded.ratiosTo(&valid)
		logarithms += math.Log(median(ratios))
		fmt.Fprintf(table, "|\t%s\t|\t%d\t|\t%.0f ns\t|\t%.0f ns\t|\t%s\t|\t%.0f\t|\n",
			call.Name, len(call.Text), median(valid.nanoseconds), median(decoded.nanoseconds), spreadText(ratios), median(decoded.allocs))
	}
	fmt.Fprintf(table, "|\tgeometric mean\t|\t\t|\t\t|\t\t|\t%.2f\t|\t\t|\n", math.Exp(logarithms/float64(len(calls))))
	if err := table.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintln(w)
	return err
}

// measureValid measures json.Valid.
func measureValid(b *testing.B, text []byte) {
	for b.Loop() {
		if !json.Valid(text) {
			b.FailNow()
		}
	}
}

// measureDecoder measures the generated decoder.
func measureDecoder(b *testing.B, call varieties.Call) {
	b.ReportAllocs()
	d := new(decode.D)
	for b.Loop() {
		d.Reset(call.Text, decode.Options{})
		if call.Tool.Decode(d) == nil {
			b.FailNow()
		}
	}
}
