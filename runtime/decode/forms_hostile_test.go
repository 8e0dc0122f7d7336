package decode_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/internal/racetest"
	"github.com/toolgen/toolgen/runtime/arguments"
	"github.com/toolgen/toolgen/runtime/decode"
)

// TestHostileForms reads long texts. They would need minutes or gigabytes if a kind
// had an algorithm that is quadratic or that computes the value of long numbers.
func TestHostileForms(t *testing.T) {
	size := racetest.Fewer(1_500_000, 5)
	fill := func(head, part, tail string) string {
		return head + strings.Repeat(part, (size-len(head)-len(tail))/len(part)) + tail
	}
	var numbers, texts, objects, addrs strings.Builder
	for n := range size / 15 {
		fmt.Fprintf(&numbers, `%d,`, n)
		fmt.Fprintf(&texts, `"t%d",`, n)
		fmt.Fprintf(&objects, `{"key":"k%d","value":"v"},`, n)
		fmt.Fprintf(&addrs, `"::%x:%x":%d,`, n>>16, n&0xffff, n)
	}
	deep := strings.Repeat(`{"parts":[`, 30) + "X" + strings.Repeat(`],"kind":"group"}`, 30)
	padded := strings.Replace(deep, "X", fill(`{"side":1,"note":"`, "x", `","kind":"square"}`)[:size*2/3]+`","kind":"square"}`, 1)
	crowded := strings.Replace(deep, "X", strings.Repeat(`{"side":1,"kind":"square"},`, size/15)+`{"side":1,"kind":"square"}`, 1)
	promises := strings.Repeat(`{"":`, 60) + `{"` + strings.Repeat(":", 64) + `":1}` + strings.Repeat(`}`, 60)
	tests := []struct {
		reason, text string
		code         arguments.Code // of the first problem; empty if the text is accepted
	}{
		{"empty arrays instead of maps, then too many levels", `{"maps":[` + strings.Repeat("[],", 200_000) + `{"a":` + strings.Repeat("[", 500_000) + `}]}`, arguments.CodeRepairs},
		{"the same without a syntax error", `{"maps":[` + strings.Repeat("[],", 9_000) + `{"a":` + strings.Repeat("[", 80) + strings.Repeat("]", 80) + `}]}`, arguments.CodeDepth},
		{"names from which many members are estimated", fill(`{"maps":[`, promises+`,`, `{}]}`), ""},
		{"texts from which many members are estimated", fill(`{"maps":[`, `{"":"`+strings.Repeat(`\":`, 64)+`"},`, `{}]}`), ""},
		{"unique numbers", `{"points":[` + numbers.String() + `1e9]}`, ""},
		{"unique texts", `{"tags":[` + texts.String() + `"z"]}`, ""},
		{"one duplicate in many items", `{"points":[` + numbers.String() + `0.0]}`, arguments.CodeUnique},
		{"equal items", fill(`{"points":[`, `1,`, `1]}`), arguments.CodeUnique},
		{"long digits for a multiple", fill(`{"amount":0.`, `1`, `}`), arguments.CodeMultiple},
		{"long digits for a bound", fill(`{"amount":`, `9`, `}`), arguments.CodeMaximum},
		{"a long valid number", fill(`{"amount":1.5`, `0`, `}`), ""},
		{"long digits for a float", fill(`{"ratio":0.3`, `0`, `1}`), ""},
		{"long digits for an integer", fill(`{"step":5.`, `0`, `}`), ""},
		{"long digits for a custom type", fill(`{"big":1`, `0`, `}`), arguments.CodeFormat},
		{"a huge exponent", `{"amount":1e999999999}`, arguments.CodeMaximum},
		{"a huge negative exponent", `{"amount":1e-999999999}`, arguments.CodeMultiple},
		{"an exponent of many digits", fill(`{"amount":1e`, `9`, `}`), arguments.CodeMaximum},
		{"huge exponents, unique", `{"points":[1e-999999999,1e-9999999999]}`, ""},
		{"a long number of an enum", fill(`{"price":1.`, `0`, `}`), ""},
		{"unions with the discriminator last", `{"shape":` + nestedUnions(deep) + `}`, ""},
		{"nested unions with a long text", `{"shape":` + padded + `}`, ""},
		{"nested unions with many objects", `{"shape":` + crowded + `}`, ""},
		{"many unions without a discriminator", fill(`{"shapes":[`, `{},`, `{}]}`), arguments.CodeVariant},
		{"many unions with a wrong discriminator", fill(`{"shapes":[`, `{"kind":"x"},`, `{}]}`), arguments.CodeVariant},
		{"many members before the discriminator", `{"shape":{` + strings.Repeat(`"note":[[]],`, 300_000) + `"kind":"square"}}`, arguments.CodeType},
		{"brackets before the discriminator", fill(`{"shape":{"note":`, `[`, `,"kind":"square"}}`), arguments.CodeDepth},
		{"a text that does not end before the discriminator", fill(`{"shape":{"note":"`, `\"`, ``), arguments.CodeSyntax},
		{"entries", `{"labels":[` + objects.String() + `{"key":"","value":""}]}`, ""},
		{"entries with one key", fill(`{"labels":[`, `{"key":"a","value":""},`, `{"key":"a","value":""}]}`), arguments.CodeDuplicate},
		{"entries that are none", fill(`{"weights":[`, `{},`, `{}]}`), arguments.CodeType},
		{"keys that are read", `{"by_addr":{` + addrs.String() + `"f::2":"x"}}`, arguments.CodeType},
		{"long base64", fill(`{"data":"`, `AAAA`, `"}`), ""},
		{"long base64 with a fault", fill(`{"data":"`, `AAAA`, `*"}`), arguments.CodeFormat},
		{"a long text for an author", fill(`{"addr":"`, `1`, `"}`), arguments.CodeFormat},
		{"a long date", fill(`{"when":"2006-01-02T15:04:05.`, `1`, `Z"}`), ""},
		{"a long declared value", fill(`{"free":[`, `true,`, `true]}`), ""},
		{"a declared value in a string", fill(`{"free":"[`, `true,`, `true]"}`), ""},
		{"a declared value that is wrong", fill(`{"free":[`, `1,`, `1]}`), arguments.CodeAlternative},
	}
	for _, test := range tests {
		t.Run(test.reason, func(t *testing.T) {
			var d decode.D
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			d.Reset([]byte(test.text), decode.Options{MaxBytes: 8 << 20})
			v := decodeForms(&d)
			runtime.ReadMemStats(&after)
			if used := after.TotalAlloc - before.TotalAlloc; used > 4<<20+uint64(len(test.text))*maxMultiple {
				t.Errorf("%d bytes of text took %d bytes of memory, %d times as much", len(test.text), used, used/uint64(len(test.text)))
			}
			if used := after.StackSys - min(before.StackSys, after.StackSys); used > maxStack {
				t.Errorf("the stack grew by %d bytes", used)
			}
			if test.code == "" {
				if v == nil {
					t.Fatalf("%.300s", d.Err("tool"))
				}
				return
			}
			if v != nil {
				t.Fatal("accepted")
			}
			if e := d.Err("tool").(*arguments.Error); e.Problems[0].Code != test.code || len(e.Error()) > 10_000 {
				t.Errorf("%d bytes: %.300s", len(e.Error()), e)
			}
		})
	}
}

// maxMultiple is the maximum number of bytes that decoding may allocate per byte of
// the text.
const maxMultiple = 80

// maxStack is the maximum growth of the stack, in bytes.
const maxStack = 8 << 20

// nestedUnions replaces the X in nested unions by a variant.
func nestedUnions(deep string) string {
	return strings.Replace(deep, "X", `{"side":1,"kind":"square"}`, 1)
}
