package cut_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/toolgen/toolgen/internal/cut"
)

func TestCutJSON(t *testing.T) {
	var numbers []string
	for i := range 100 {
		numbers = append(numbers, fmt.Sprint(i))
	}
	var (
		list = "[" + strings.Join(numbers, ",") + "]" // 291 code points
		long = strings.Repeat("x", 300)
	)
	tests := []struct {
		reason, text string
		limit        int
		want         string // NOTICE is the notice
	}{
		{"an array ends with the notice", list, 49, `[0,1,2,3,4,5,6,7,8,9,10,11,"NOTICE"]`},
		{"one code point less drops an element", list, 48, `[0,1,2,3,4,5,6,7,8,9,10,"NOTICE"]`},
		{"an object ends with a member that holds it", `{"a":1,"b":` + list + `}`, 41, `{"a":1,"b":[0,1,2,"NOTICE"]}`},
		{"a member is kept whole or not at all", `{"a":1,"b":2,"c":3,"d":4,"e":5,"f":6,"g":7,"h":8}`, 38, `{"a":1,"b":2,"…":"NOTICE"}`},
		{"nothing fits but the notice", list, 23, `["NOTICE"]`},
		{"what is open is closed, the innermost first", `[[{"a":[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16]}]]`, 38, `[[{"a":[1,2,3,"NOTICE"]}]]`},
		{"what is closed stays closed", `[[1,2],{"a":3},` + list[1:], 50, `[[1,2],{"a":3},0,1,2,3,4,5,"NOTICE"]`},
		{"brackets and quotes in strings mean nothing", `["}]\"",",[{",` + list[1:], 50, `["}]\"",",[{",0,1,2,3,4,5,6,"NOTICE"]`},
		{"one long string is cut inside rather than lost", `{"path":"f","text":"` + long + `"}`, 70, `{"path":"f","text":"` + long[:27] + `\nNOTICE"}`},
		{"a string that fits, but not with the notice after it", `{"text":"` + long + `"}`, 310, `{"text":"` + long[:226] + `\nNOTICE"}`},
		{"also when a short element follows", `{"text":"` + long + `","n":1}`, 315, `{"text":"` + long[:231] + `\nNOTICE"}`},
		{"also when white space follows", `{"text":"` + long[:20] + `"` + strings.Repeat(" ", 60) + `}`, 70, `{"text":"` + long[:20] + `\nNOTICE"}`},
		{"but not when elements fill half of the limit", `{"path":"` + long[:40] + `","text":"` + long + `"}`, 80, `{"path":"` + long[:40] + `","…":"NOTICE"}`},
		{"a name is never cut", `{"` + long + `":1}`, 70, `{"…":"NOTICE"}`},
		{"a string alone", `"` + long + `"`, 50, `"` + long[:27] + `\nNOTICE"`},
		{"an escape is never cut", `["` + strings.Repeat(`\u00e9`, 40) + `"]`, 50, `["` + strings.Repeat(`\u00e9`, 4) + `\nNOTICE"]`},
		{"nor a pair of surrogates", `["` + strings.Repeat(`\ud83d\ude00`, 40) + `"]`, 48, `["\ud83d\ude00\nNOTICE"]`},
		{"nor a code point", `["` + strings.Repeat(`漢`, 140) + `"]`, 30, `["` + strings.Repeat(`漢`, 5) + `\nNOTICE"]`},
		{"white space between elements does not matter", "[\n  1,\n  2,\n  3,\n  4" + strings.Repeat(" ", 100) + "]", 50, "[\n  1,\n  2,\n  3,\"NOTICE\"]"},
	}
	for _, test := range tests {
		t.Run(test.reason, func(t *testing.T) {
			got, kept := jsonInput(test.text, test.limit).Cut()
			if shown := noticeForm.ReplaceAllString(got, "NOTICE"); shown != test.want {
				t.Errorf("the text is\n%s, want\n%s", shown, test.want)
			}
			if omitted := strings.ReplaceAll(noticeForm.FindStringSubmatch(got)[1], ",", ""); omitted != fmt.Sprint(utf8.RuneCountInString(test.text)-kept) {
				t.Errorf("%s are omitted, %d are kept of %d", omitted, kept, utf8.RuneCountInString(test.text))
			}
			if n := utf8.RuneCountInString(got); n > test.limit {
				t.Errorf("%d code points, at most %d", n, test.limit)
			}
			if !json.Valid([]byte(got)) {
				t.Errorf("the text is not JSON: %s", got)
			}
		})
	}
}

// TestCutJSONFallsBack cuts texts that cannot stay valid JSON: they are cut like other texts.
func TestCutJSONFallsBack(t *testing.T) {
	digits := strings.Repeat("1", 100)
	tests := []struct {
		reason, text string
		limit        int
		want         string
	}{
		{"no room for the notice as an element", "[" + digits + "]", 21, withNotice("[", 101)},
		{"no room for the marker either", "[" + digits + "]", 5, "[1111"},
		{"a number alone", digits, 30, withNotice(digits[:11], 89)},
		{"the text is not JSON at its beginning", "[oops, " + digits + "]", 50, withNotice(("[oops, " + digits)[:31], 77)},
	}
	for _, test := range tests {
		if got, _ := jsonInput(test.text, test.limit).Cut(); got != test.want {
			t.Errorf("%s: the text is\n%q, want\n%q", test.reason, got, test.want)
		}
	}
}

// TestCutJSONDoesNotAllocatePerElement cuts after 20,000 elements.
func TestCutJSONDoesNotAllocatePerElement(t *testing.T) {
	in := jsonInput("["+strings.Repeat("1,", 50_000)+"1]", 40_000)
	if allocations := testing.AllocsPerRun(5, func() { in.Cut() }); allocations > 20 {
		t.Errorf("the cut allocates %v times", allocations)
	}
}

// FuzzCutJSON cuts texts at any limit. The short text is within the limit, is valid UTF-8 and begins with the
// code points that Cut reports. It is JSON with the notice as a string, or the result of a plain cut.
func FuzzCutJSON(f *testing.F) {
	f.Add(`{"a":[1,{"b":"c\"d"},[]],"e":"`+strings.Repeat("é", 60)+`"}`, 70)
	f.Add(`["\ud83d\ude00\ud83d\ude00\ud83d\ude00\ud83d\ude00\ud83d\ude00\ud83d\ude00\ud83d\ude00"]`, 50)
	f.Add(`[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[`, 39)
	f.Add(`}],"`, 1)
	f.Add(`0"`, 1)
	f.Fuzz(func(t *testing.T, text string, limit int) {
		total := utf8.RuneCountInString(text)
		if limit < 1 || limit >= total || limit > 120 || !utf8.ValidString(text) {
			return
		}
		in := jsonInput(text, limit)
		short, kept := in.Cut()
		if !utf8.ValidString(short) || utf8.RuneCountInString(short) > limit {
			t.Fatalf("%q is not UTF-8 or longer than %d", short, limit)
		}
		rest, ok := strings.CutPrefix(short, string([]rune(text)[:kept]))
		if !ok {
			t.Fatalf("%q does not begin with the first %d code points of %q", short, kept, text)
		}
		in.JSON = false
		plain, _ := in.Cut()
		asJSON := json.Valid([]byte(short)) && strings.Contains(rest, notice(total-kept)+`"`)
		if !asJSON && short != plain {
			t.Errorf("%q is neither JSON nor the plain cut %q", short, plain)
		}
	})
}

// jsonInput returns a JSON text with a limit.
func jsonInput(text string, limit int) cut.Input {
	return cut.Input{Text: text, Chars: utf8.RuneCountInString(text), Limit: limit, JSON: true}
}
