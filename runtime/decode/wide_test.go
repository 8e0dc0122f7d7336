package decode_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime/arguments"
	"github.com/toolgen/toolgen/runtime/decode"
)

// wideArgs represents a struct of 70 properties, p0 to p69. The first and the last
// are required.
type wideArgs struct{ P [70]int }

var wideArgsType = decode.Type{Kind: decode.KindStruct}

func init() {
	for n := range len(wideArgs{}.P) {
		wideArgsType.Fields = append(wideArgsType.Fields, decode.Field{
			Key: fmt.Sprintf(`"p%d":`, n), Type: &decode.Type{Kind: decode.KindInt}, Required: n == 0 || n == 69,
		})
	}
}

func decodeWideArgs(d *decode.D, i int, v *wideArgs) int {
	var seen [2]uint64
	property, i := d.WideObject(i, &wideArgsType, seen[:])
	for ; property >= 0; property, i = d.WideProperty(i, property, &wideArgsType, seen[:]) {
		i = decode.Int(d, i, &v.P[property])
	}
	const required0, required1 = 1 << 0, 1 << (69 - 64)
	if seen[0]&required0 != required0 || seen[1]&required1 != required1 {
		return -1
	}
	return i
}

func decodeWide(d *decode.D) any {
	return decode.Arguments(d, &wideArgsType, decodeWideArgs)
}

func TestWideObject(t *testing.T) {
	var members []string
	for n := range 70 {
		members = append(members, fmt.Sprintf(`"p%d": %d`, n, n))
	}
	v := accept(t, "{"+strings.Join(members, ", ")+"}", decodeWide).(*wideArgs)
	for n, got := range v.P {
		if got != n {
			t.Errorf("p%d is %d", n, got)
		}
	}
	accept(t, `{"p69":1,"p0":2}`, decodeWide)

	tests := []struct {
		reason, text string
		want         arguments.Code
	}{
		{"the last is missing", `{"p0":1}`, arguments.CodeRequired},
		{"empty", `{}`, arguments.CodeRequired},
		{"the last is given twice", `{"p0":1,"p69":1,"p69":1}`, arguments.CodeDuplicate},
		{"unknown", `{"p0":1,"p69":1,"p70":1}`, arguments.CodeUnknown},
		{"malformed", `{"p0":1 "p69":1}`, arguments.CodeSyntax},
	}
	for _, test := range tests {
		t.Run(test.reason, func(t *testing.T) {
			e := problems(t, test.text, decode.Options{}, decodeWide)
			if e.Problems[0].Code != test.want {
				t.Errorf("got %v", e)
			}
		})
	}
}
