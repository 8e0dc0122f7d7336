package web_test

import (
	"strings"
	"testing"

	"github.com/toolgen/toolgen/builtin/web"
)

// The result of a page that has almost no text, but scripts, says how to see the text
// that they add.
func TestScriptedPages(t *testing.T) {
	const note = "Note: the page has little text, and scripts may add more: browser_open shows it"
	for _, c := range []struct {
		reason, body string
		want         bool
	}{
		{"a page that loads", "<div id=root>Loading...</div><SCRIPT src=app.js></SCRIPT>", true},
		{"no text", "<div id=root></div><script>start()</script>", true},
		{"a page with text", "<p>" + strings.Repeat("Enough text for an article. ", 20) + "</p><script>track()</script>", false},
		{"a short page without scripts", "<p>It works!</p>", false},
		{"data is not a program", `<p>It works!</p><script type="application/ld+json">{}</script>`, false},
	} {
		page := "<html><title>T</title><body>" + c.body + "</body></html>"
		for _, format := range []string{"markdown", "text"} {
			got := fetch(t, site(t, staticHandler("text/html", []byte(page))), web.Format(format)).Result
			if !got.OK || strings.Contains(got.Value, note) != c.want {
				t.Errorf("%s, %s: got %s%s", c.reason, format, got.Value, got.Error)
			}
		}
	}
}
