package web_test

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/toolgen/toolgen/builtin/web"
	"github.com/toolgen/toolgen/runtime"
)

// FuzzPage reads any page in each format: the result comes in time, is valid
// UTF-8, and has no invisible characters and no text of a comment, a script or a
// hidden element.
func FuzzPage(f *testing.F) {
	for _, p := range pages {
		f.Add(string(testdata(f, p.file)))
	}
	for _, markup := range []string{
		"<p>a<b>b<p>c</b>d", "<table><td><table><td>x</table>y", "<svg><svg></svg>SECRET</svg>", "<p style='display:none'>SECRET</p>",
		"<style>.a{}@layer{.b{opacity:0}}</style><i class=b>SECRET", "<x.y hidden>SECRET</x.y>", "<!-->x<!--SECRET--!>", "<ruby>a<rt>b<rt>c", "<optgroup><optgroup>x",
		"[[[\n[a](b)", "\a*\a", "<pre>```\n</pre>", "<a href=' java\nscript:x'>y</a>", "&#0;&#7;&#x200b;", "<textarea><p></textarea>",
	} {
		f.Add(markup)
	}
	f.Fuzz(func(t *testing.T, markup string) {
		if strings.Contains(markup, hiddenWord) {
			t.Skip()
		}
		const hidden = "<p hidden>" + hiddenWord + "</p><!-- " + hiddenWord + " --><script>" + hiddenWord + "</script>"
		base := site(t, staticHandler("text/html; charset=utf-8", []byte("<!doctype html><title>T</title>"+hidden+"<div>"+markup)))
		for _, format := range []web.Format{web.FormatMarkdown, web.FormatText} {
			r := fetch(t, base, format)
			text := r.Result.Value + r.Result.Error
			if !r.Result.OK && (r.Result.Code != runtime.ExecutionFailed || r.Result.Reason == runtime.ReasonPanic || r.Result.Reason == runtime.ReasonTimeout) {
				t.Fatalf("%+v", r.Result)
			}
			if !utf8.ValidString(text) || strings.Contains(text, hiddenWord) || strings.ContainsFunc(text, isInvisible) {
				t.Fatalf("%s: %q", format, text)
			}
		}
	})
}

const hiddenWord = "QXZJHIDDEN"

// isInvisible reports control characters, tags and marks that reverse text.
func isInvisible(r rune) bool {
	return unicode.IsControl(r) && r != '\n' && r != '\t' || r >= 0xE0000 && r <= 0xE0FFF || r >= 0x202A && r <= 0x202E || r == 0x200B
}
