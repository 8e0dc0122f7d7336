package web_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/builtin/web"
	"github.com/toolgen/toolgen/runtime"
)

// With a query, only the passages with all of its words are returned, with their
// heading and the text around them.
func TestPassages(t *testing.T) {
	var body strings.Builder
	body.WriteString("<html><head><title>Manual</title></head><body><main><h1>Manual</h1>")
	for i := range 60 {
		fmt.Fprintf(&body, "<h2>Section %d</h2><p>Before %d.</p><p>The flux capacitor %d needs <b>Plutonium</b> grade %d.</p><p>After %d.</p>", i, i, i, i*7, i)
	}
	body.WriteString("</main></body></html>")
	url := site(t, write(body.String(), "Content-Type", "text/html"))
	find := func(query string) runtime.CallResult {
		return call(t, web.Tools()[0], nil, web.FetchArgs{URL: url, Query: query})
	}
	r := find("plutonium 294.")
	for _, want := range []string{"Note: 1 passage of ", "## Section 42", "Before 42.", "grade 294", "After 42.", " characters omitted]"} {
		if !strings.Contains(r.Result.Value, want) {
			t.Errorf("no %q in\n%s", want, r.Result.Value)
		}
	}
	if strings.Contains(r.Result.Value, "Section 41") || len(r.Result.Value) > 700 {
		t.Errorf("too much:\n%s", r.Result.Value)
	}
	if r = find("uranium"); !strings.Contains(r.Result.Value, "no passage of ") || !strings.Contains(r.Result.Value, "## Section 59") || strings.Contains(r.Result.Value, "Before 1.") {
		t.Errorf("nothing found:\n%s", r.Result.Value)
	}
	failure(t, "a blank query", find(" "), runtime.InputInvalid, "")
	text := site(t, write(strings.Repeat("a line without it\n", 500)+"the needle\n"+strings.Repeat("more\n", 500), "Content-Type", "text/plain"))
	r = call(t, web.Tools()[0], nil, web.FetchArgs{URL: text, Query: "NEEDLE"})
	if !strings.Contains(r.Result.Value, "a line without it\n\nthe needle\n\nmore") || len(r.Result.Value) > 500 {
		t.Errorf("a text of lines:\n%s", r.Result.Value)
	}
}
