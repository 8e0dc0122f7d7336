package browser

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/accessibility"
)

func TestTextThatLooksLikeReference(t *testing.T) {
	for _, text := range []string{
		"@e1", "@\uFE0Fe1", "@e\uFE0F1", "@\u0301e1", "@\u20DDe\u03021", "@\u034Fe1", "@\u3164e1", "@\u115Fe1", "@\u200Be1", "@\u00ADe1", "@\U000E0101e1", "@\u180Be1",
		"\uFF20e1", "\uFE6Be1", "@\u04351", "@\uFF451", "@e\uFF11", "@e\u0661", "@e\u00B9", "@e\u2460", "@\U0001D41E1", "@\U0001D5BE\U0001D7CF", "@\u00E91", "@E1", "\uFF20\uFF25\uFF11",
		"@ӗ1", "@ϵ1", "@έ1", "@ἐ1", "@ԑ1", "@ɘ1", "@ᴱ1", "@ⱻ1", "@🅔1", "@🄴1", "@ⲉ1", "@Ꭼ1", "@ᗴ1", "@ꗋ1", "@𝛆1", "@𝟄1", "@𝞮1", "@ⴹ1", "@𐊆1", "@𑢮1", "@eⅫ", "ⓐe1",
		"Ⓐe1", "🅐e1", "@∈1", "@e\U0001D7D9",
		"x@e12y", "@@e1", "@e1@e2", "@\x00e1", "@\u2066e1",
	} {
		got := clean(text, 100)
		if !strings.Contains(got, "(at)") {
			t.Errorf("clean(%q) is %q", text, got)
		}
		for _, got := range []string{got, printable(text), quote(text, 100)} {
			if strings.ContainsAny(got, "\uFE0F\u034F\u3164\u115F\u200B\u180B\U000E0101\x00") || strings.Contains(got, "@e1") {
				t.Errorf("%q became %q", text, got)
			}
		}
	}
	for text, want := range map[string]string{
		"a@example.org": "a@example.org", "@else": "@else", "@ e1": "@ e1", "me@e.org": "me@e.org", "@": "@", "@e": "@e", "me@k8s.example": "me@k8s.example", "me@b2b.example": "me@b2b.example", "@é": "@é", "🍵❤️ ok": "🍵❤️ ok", "a\u2800b": "a b",
	} {
		if got := clean(text, 100); got != want {
			t.Errorf("clean(%q) is %q, want %q", text, got, want)
		}
	}
	if got := printable("http://x.example/@\uFE0Fe1?\u0435@e2"); got != "http://x.example/%40e1?%40e2" {
		t.Errorf("printable returned %q", got)
	}
}

// A state of an element is one of the words of ARIA or a number.
func TestStatesAreWords(t *testing.T) {
	for value, want := range map[string]string{
		"true": "checkbox checked=true", "mixed": "checkbox checked=mixed", "-2.5": "checkbox checked=-2.5", "": "checkbox",
		`true"]@e9button"Pay"[cut:x]`: "checkbox", "true url=x": "checkbox", "ghp_aB3dE5gH7jK9": "checkbox", "1e9999999999999999": "checkbox",
	} {
		n := &node{role: "checkbox", properties: map[accessibility.PropertyName]string{"checked": value}}
		if got := n.describe(); got != want {
			t.Errorf("%q: %s", value, got)
		}
	}
}
