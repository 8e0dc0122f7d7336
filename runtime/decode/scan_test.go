package decode_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime/decode"
)

// The spans of a text have the ends of its objects and arrays.
func TestSpans(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	found := 0
	for range 200 {
		text := randomValue(random, 8)
		if !json.Valid([]byte(text)) {
			t.Fatalf("the test writes %s", text)
		}
		for i := range len(text) {
			end, ok := decode.SpanEnd(text, i)
			if !ok {
				continue
			}
			found++
			if value := text[i:max(i, end)]; len(value) < 64 || !json.Valid([]byte(value)) {
				t.Errorf("at %d of %s: %s", i, text, value)
			}
		}
	}
	if found < 100 {
		t.Errorf("only %d spans were found", found)
	}
}

// Malformed text has no wrong spans and causes no panic.
func TestSpansOfMalformedText(t *testing.T) {
	deep := strings.Repeat("[", 1000)
	for _, text := range []string{"", "]", "}}}", `{"a`, deep, deep + "]", strings.Repeat("]", 100) + deep, `{"a":"` + strings.Repeat("x", 100), strings.Repeat("[", 70) + strings.Repeat("]", 200)} {
		for i := range len(text) {
			if end, ok := decode.SpanEnd(text, i); ok && (end <= i || end > len(text)) {
				t.Errorf("%q at %d: %d", text, i, end)
			}
		}
	}
}

// Nested unions are decoded at each depth and with discriminators at each position.
func TestNestedUnions(t *testing.T) {
	text := `{"side":1,"note":"` + strings.Repeat("x", 500) + `","kind":"square"}`
	for level := range 30 {
		text = fmt.Sprintf(`{"parts":[%s,{"kind":"circle","radius":%d}],"kind":"group"}`, text, level+1)
	}
	v := accept(t, `{"shape":`+text+`}`, decodeForms).(*formsArgs).Shape.Shape
	for level := 30; level > 0; level-- {
		parts := v.(group).Parts
		if got := parts[1].Shape; got != (circle{float64(level)}) {
			t.Fatalf("level %d: %v", level, got)
		}
		v = parts[0].Shape
	}
	if v.(square).Side != 1 {
		t.Errorf("inside: %v", v)
	}
}

// randomValue returns a random JSON value.
func randomValue(random *rand.Rand, depth int) string {
	n := random.IntN(4)
	parts := make([]string, n)
	switch kind := random.IntN(4); {
	case depth == 0 || kind == 0:
		return []string{`"]}{\\\""`, "1", "null", `"` + strings.Repeat("x", random.IntN(80)) + `"`}[n]
	case kind == 1:
		for i := range parts {
			parts[i] = randomValue(random, depth-1)
		}
		return "[" + strings.Join(parts, ", ") + "]"
	default:
		for i := range parts {
			parts[i] = fmt.Sprintf(`"k%d[": %s`, i, randomValue(random, depth-1))
		}
		return "{ " + strings.Join(parts, ",") + "}"
	}
}
