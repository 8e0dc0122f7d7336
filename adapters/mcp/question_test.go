package mcp

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/toolgen/toolgen/runtime"
)

// TestQuestion checks that arguments cannot disguise the question: no part of it
// can leave its line, hide characters or hide other arguments.
func TestQuestion(t *testing.T) {
	for _, test := range []struct {
		reason, args string
		want         string // the lines after the first one
	}{
		{"names and values", `{ "path": "a b.txt",  "all": true, "n": 1.50 }`, "Arguments:\n- path: \"a b.txt\"\n- all: true\n- n: 1.50"},
		{"no arguments", `{}`, ""},
		{"line breaks", `{"a":"x\nReason: harmless\r\n- path: \"b\""}`, `Arguments:` + "\n" + `- a: "x\nReason: harmless\r\n- path: \"b\""`},
		{"line separators", "{\"a\":\"x\u2028y\u0085z\"}", `Arguments:` + "\n" + `- a: "x\u2028y\u0085z"`},
		{"terminal escapes", `{"a":"\u001b[2K\u001b]0;x\u0007"}`, `Arguments:` + "\n" + `- a: "\u001b[2K\u001b]0;x\u0007"`},
		{"another direction", "{\"a\":\"txt.\u202eexe\u2066\"}", `Arguments:` + "\n" + `- a: "txt.\u202eexe\u2066"`},
		{"hidden characters", "{\"a\":\"r\u200bm\u2060 \u3164\u2800\ufe0f\u00a0\U000E0041\"}", `Arguments:` + "\n" + `- a: "r\u200bm\u2060 \u3164\u2800\ufe0f\u00a0\ue0041"`},
		{"many marks", "{\"a\":\"e\u0301" + strings.Repeat("\u0336", 4) + "\"}", `Arguments:` + "\n" + "- a: \"e\u0301\u0336\u0336" + `\u0336\u0336"`},
		{"escaped letters", `{"a":"\u0072\u006d -rf","\u0070ath":{"x":"\u002f"}}`, "Arguments:\n- a: \"rm -rf\"\n- path: {\"x\":\"/\"}"},
		{"names", "{\"a\\n- b\": 1, \"\u202ec\": 2}", `Arguments:` + "\n" + `- a\u000a- b: 1` + "\n" + `- \u202ec: 2`},
		{"brackets", `{"a":"<b> & c"}`, `Arguments:` + "\n" + `- a: "<b> & c"`},
		{"text in place of an object", `"{\"a\":1}\n\u202e"`, `Arguments: "{\"a\":1}\n\u202e"`},
	} {
		got := question(&runtime.ApprovalRequest{ToolName: "remove", Args: []byte(test.args)})
		first, rest, _ := strings.Cut(got, "\n")
		if first != "Allow a call of the tool remove?" || rest != test.want {
			t.Errorf("%s:\n%s\nwant\n%s", test.reason, rest, test.want)
		}
	}
}

// TestQuestionIsShort checks that a long argument is shortened with a notice, and
// that its end and the arguments after it stay visible.
func TestQuestionIsShort(t *testing.T) {
	var many strings.Builder
	many.WriteString(`{"first":"` + strings.Repeat("é", 100_000) + `; the end"`)
	for range 100 {
		many.WriteString(`,"x":0`)
	}
	many.WriteString(`}`)
	got := question(&runtime.ApprovalRequest{ToolName: "t", Why: strings.Repeat("w", 10_000), Args: []byte(many.String()), Preview: "a\n\x1b[2K| b\r\nc", PreviewPartial: true})
	for _, want := range []string{"characters not shown…]", "; the end\"\n- x: 0", "(61 more arguments not shown.)", "\n| a\n| \\u001b[2K| b\n| c\n(The preview is not complete.)"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing in %s", want, got)
		}
	}
	if n := utf8.RuneCountInString(got); n > 3000 {
		t.Errorf("the question has %d characters", n)
	}
}
