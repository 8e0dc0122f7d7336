package decode_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/internal/racetest"
	"github.com/toolgen/toolgen/runtime/arguments"
)

// hostileSize is the approximate length of the texts in bytes.
const hostileSize = 250_000

// TestSchemaHostile reads long texts that would need minutes or gigabytes if an
// algorithm were quadratic. It checks only the memory: with quadratic time, the
// test does not end.
func TestSchemaHostile(t *testing.T) {
	size := racetest.Fewer(hostileSize, 5)
	many := func(part string) string { return strings.Repeat(part, size/len(part)) }
	numbered := func(format string) string {
		var b strings.Builder
		for n := 0; b.Len() < size; n++ {
			fmt.Fprintf(&b, format, n)
		}
		return b.String()
	}
	deep := strings.Repeat("[", 60) + many("1,") + "1" + strings.Repeat("]", 60)
	everyLevel := `{"uniqueItems":true}`
	for range 60 {
		everyLevel = `{"uniqueItems":true,"items":` + everyLevel + `}`
	}
	anyLevel := `{"type":"string"}`
	for range 10 { // after that, the schema has a thousand parts
		anyLevel = `{"anyOf":[{"minItems":7,"items":` + anyLevel + `},{"type":"array","items":` + anyLevel + `}]}`
	}
	tests := []struct {
		reason, schema, text string
		want                 bool
	}{
		{"a long number against bounds", `{"minimum":1,"maximum":1e9000000,"multipleOf":7}`, "7" + many("0"), true},
		{"a long fraction", `{"multipleOf":0.001}`, "0." + many("0") + "1", false},
		{"a long exponent", `{"maximum":5}`, "1e" + many("9"), false},
		{"a long negative exponent", `{"type":"integer"}`, "1e-" + many("9"), false},
		{"a long number in an enum", `{"enum":[1,2,3,4]}`, "1." + many("0") + "1", false},
		{"distinct numbers", `{"uniqueItems":true}`, "[" + numbered("%d,") + `"z"]`, true},
		{"distinct numbers with huge exponents", `{"uniqueItems":true}`, "[" + numbered("1e9999999999999999999%d,") + `"z"]`, true},
		{"distinct numbers with huge negative exponents", `{"uniqueItems":true}`, "[" + numbered("1e-%d9999999999999999999,") + `"z"]`, true},
		{"distinct strings", `{"uniqueItems":true}`, "[" + numbered(`"%d",`) + `"z"]`, true},
		{"distinct objects", `{"uniqueItems":true}`, "[" + numbered(`{"a":%d},`) + `"z"]`, true},
		{"objects with equal sums", `{"uniqueItems":true}`, "[" + numbered(`{"a%[1]d":1,"b%[1]d":2},`) + `"z"]`, true},
		{"equal items at the end", `{"uniqueItems":true}`, "[" + numbered("%d,") + `[],[]]`, false},
		{"distinct names", `{"properties":{"a":true},"additionalProperties":{"type":"integer"},"propertyNames":{"pattern":"^k"}}`, "{" + numbered(`"k%d":1,`) + `"kz":1}`, true},
		{"distinct unknown names", `{"properties":{"a":true},"additionalProperties":false}`, "{" + numbered(`"k%d":1,`) + `"z":1}`, false},
		{"a long object against many of an enum", `{"enum":[` + strings.Repeat(`{"k0":1},`, 500) + `{}]}`, "{" + numbered(`"k%d":1,`) + `"z":1}`, false},
		{"items of the wrong type", `{"items":{"type":"string"}}`, "[" + many("1,") + "1]", false},
		{"items that match no alternative", `{"items":{"anyOf":[{"type":"string"},{"minimum":5},{"multipleOf":7},{"required":["a"],"type":"object"}]}}`, "[" + many("1,") + "1]", false},
		{"items that match the last alternative", `{"items":{"oneOf":[{"type":"string"},{"minimum":5},{"multipleOf":7},{"const":1}]}}`, "[" + many("1,") + "1]", true},
		{"a level for each bracket", everyLevel, deep, false},
		{"alternatives on every level", anyLevel, strings.Repeat("[", 9) + many(`"a",`) + `"a"` + strings.Repeat("]", 9), racetest.Enabled}, // a shorter text needs few enough steps
		{"brackets in a string", `{"maxLength":1}`, `"` + many("[{") + `"`, false},
		{"escaped quotes", `{"items":{"minLength":1}}`, "[" + many(`"\"\\",`) + `"a"]`, true},
		{"backslashes", `{"pattern":"^a"}`, `["` + many(`\\`) + `"]`, true},
		{"white space", `{"items":{"type":"null"},"uniqueItems":true}`, "[" + many(" ") + "null]", true},
	}
	for _, test := range tests {
		t.Run(test.reason, func(t *testing.T) {
			s := mustConvert(t, test.schema)
			checkAllocations(t, size, func() { checkPasses(t, s, test.reason, test.text, test.want) })
			checkAllocations(t, 3*size, func() { checkDescribed(t, s, test.reason, test.text, test.want) })
		})
	}
}

// checkAllocations checks that a function allocates at allowed a small multiple of a
// size.
func checkAllocations(t *testing.T, size int, do func()) {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	do()
	runtime.ReadMemStats(&after)
	if used := after.TotalAlloc - before.TotalAlloc; used > uint64(64*size) {
		t.Errorf("%d bytes of memory for %d of text", used, size)
	}
}

// TestSchemaSteps checks that both passes refuse a value that needs too many
// steps, and that ordinary values need less than one percent of the steps.
func TestSchemaSteps(t *testing.T) {
	heavy := mustConvert(t, `{"items":{"allOf":[`+strings.Repeat(`{"items":{"type":"integer"}},`, 2000)+`{}]}}`)
	long := "[[" + strings.Repeat("1,", hostileSize/2) + "1]]"
	problems := heavy.Problems(long)
	if heavy.Accepts(long) || len(problems) != 1 || problems[0].Code != arguments.CodeTooLarge {
		t.Errorf("accepted, or refused for %v", problems)
	}
	if not := mustConvert(t, `{"not":{"items":{"allOf":[`+strings.Repeat(`{"items":{"type":"integer"}},`, 2000)+`false]}}}`); not.Accepts(long) || len(not.Problems(long)) == 0 {
		t.Error("a not with an exhausted budget accepts the value")
	}
	if short := "[[1,2,3]]"; !heavy.Accepts(short) {
		t.Error("a short text is refused")
	}
	for _, test := range schemaCases {
		taken, allowed := mustConvert(t, test.schema).Steps(test.value)
		if taken <= 0 || taken > allowed/100 {
			t.Errorf("%s: %d of %d steps", test.reason, taken, allowed)
		}
	}
}
