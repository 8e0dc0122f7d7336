package decode_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/internal/racetest"
	"github.com/toolgen/toolgen/runtime/arguments"
	"github.com/toolgen/toolgen/runtime/decode"
)

// TestHostile reads long texts that would need minutes or gigabytes if an algorithm
// were quadratic.
func TestHostile(t *testing.T) {
	size := racetest.Fewer(1_500_000, 5)
	fill := func(head, part, tail string) string {
		return head + strings.Repeat(part, (size-len(head)-len(tail))/len(part)) + tail
	}
	var distinct strings.Builder
	for n := range size / 15 {
		fmt.Fprintf(&distinct, `"k%d":1,`, n)
	}
	tests := []struct {
		reason, text string
		code         arguments.Code // of the first problem; empty if the text is accepted
	}{
		{"distinct names in any value", `{"any":{` + distinct.String() + `"z":1}}`, ""},
		{"distinct names in verbatim text", `{"raw":{` + distinct.String() + `"z":1}}`, ""},
		{"a duplicate among many", `{"raw":{` + distinct.String() + `"k0":1}}`, arguments.CodeDuplicate},
		{"distinct unknown names", `{` + distinct.String() + `"z":1}`, arguments.CodeUnknown},
		{"one unknown name", fill(`{`, `"x":1,`, `"x":1}`), arguments.CodeUnknown},
		{"items of the wrong type", fill(`{"ints":[`, `[],`, `[]]}`), arguments.CodeType},
		{"a long integer", fill(`{"int64":1`, `0`, `}`), arguments.CodeRange},
		{"a long fraction", fill(`{"float64":0.1`, `0`, `}`), ""},
		{"a long exponent", fill(`{"int64":1e`, `9`, `}`), arguments.CodeRange},
		{"backslashes", fill(`{"text":"`, `\\`, `"}`), ""},
		{"quotes", fill(`{"text":"`, `\"`, `"}`), ""},
		{"backslashes without an end", fill(`{"text":"`, `\\`, ``), arguments.CodeSyntax},
		{"colons in a map", fill(`{"by_name":{"`, `:`, `":[]}}`), ""},
		{"small objects from which many items are estimated", fill(`{"tree":{"value":1,"children":[`, `{"value":1},`, `{"value":1}]}}`), ""},
		{"a long name", fill(`{"`, `x`, `":1}`), arguments.CodeUnknown},
		{"a long unknown value", fill(`{"x":[`, `{},`, `{}]}`), arguments.CodeUnknown},
		{"white space", fill(`{`, ` `, `}`), ""},
		{"lines before a fault", fill(`{`, "\n", `]`), arguments.CodeSyntax},
		{"brackets in a string instead of an array", fill(`{"ints":"`, `[`, `"}`), arguments.CodeType},
		{"strings within strings", `{"tree":` + nestedObjects(18) + `}`, arguments.CodeType},
	}
	for _, test := range tests {
		t.Run(test.reason, func(t *testing.T) {
			if test.code == "" {
				accept(t, test.text, decodeKinds)
				return
			}
			e := problems(t, test.text, decode.Options{}, decodeKinds)
			if e.Problems[0].Code != test.code || len(e.Error()) > 10_000 {
				t.Errorf("%d bytes: %.300s", len(e.Error()), e)
			}
		})
	}
}

// Each repair is recorded with its path. The memory of the path must not depend on
// the length of the names.
func TestManyRepairsInsideALongName(t *testing.T) {
	long := strings.Repeat("k", 2_000_000)
	text := `{"runs":{"` + long + `":[` + strings.Repeat(`"1",`, 9_999) + `"1"]}}`
	v, made := repair(t, text, decodeRuns)
	if n := len(v.(*runsArgs).Runs[long]); n != 10_000 || len(made) != n {
		t.Errorf("%d items, %d repairs", n, len(made))
	}
}

type runsArgs struct{ Runs map[string][]int }

func decodeRuns(d *decode.D) any {
	runs := decode.Type{Kind: decode.KindMap, Elem: &decode.Type{Kind: decode.KindSlice, Elem: &decode.Type{Kind: decode.KindInt}}}
	described := decode.Type{Kind: decode.KindStruct, Fields: []decode.Field{{Key: `"runs":`, Type: &runs}}}
	return decode.Arguments(d, &described, func(d *decode.D, i int, v *runsArgs) int {
		property, i, seen := d.Object(i, &described)
		for ; property >= 0; property, i, _ = d.Property(i, property, seen, &described) {
			i = decode.Map(d, i, &v.Runs, func(d *decode.D, i int, v *[]int) int {
				return decode.Slice(d, i, v, 0, decode.Unbounded, decode.Int)
			})
		}
		return i
	})
}

// nestedObjects returns objects in strings in objects, with that many levels.
func nestedObjects(levels int) string {
	text := `5`
	for range levels {
		text = fmt.Sprintf(`{"value":1,"children":%s}`, text)
		text = `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text) + `"`
	}
	return text
}

// A text is refused if the reader refuses it, also if the review finds no problem.
func TestUnexplainedRefusal(t *testing.T) {
	refuse := func(*decode.D, int, *noArgs) int { return -1 }
	for _, text := range []string{`{}`, `{"zone":null}`} {
		var d decode.D
		d.Reset([]byte(text), decode.Options{})
		if v := decode.Arguments(&d, &clockArgsType, refuse); v != nil {
			t.Fatalf("accepted %s", text)
		}
		e, ok := d.Err("tool").(*arguments.Error)
		if !ok || e.Problems[0].Code != arguments.CodeUnexplained || !strings.Contains(e.Error(), "run go generate") || d.Repairs() != nil {
			t.Errorf("%s: %v", text, d.Err("tool"))
		}
	}
}

// A pattern that does not compile matches no text.
func TestInvalidPattern(t *testing.T) {
	p := decode.Pattern{Expr: "("}
	if _, ok := p.Check("("); ok {
		t.Error("matches")
	}
}
