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
	for _, want := range []string{"Note: 1 passage of ", "## Section 42", "Before 42.", "grade 294", "After 42.", " chars omitted]"} {
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

// A line that begins with # is a heading in Markdown only, and not in its code.
func TestHeadingsOfPassages(t *testing.T) {
	generated := "# This file was automatically generated\n\n"
	rest := strings.Repeat("filler\n\n", 100) + "the needle\n\n" + strings.Repeat("filler\n\n", 100)
	for _, c := range []struct {
		reason, path, contentType, body string
		want                            bool
	}{
		{"Markdown", "/", "text/markdown", generated + rest, true},
		{"Markdown that is declared as text", "/README.md", "text/plain", generated + rest, true},
		{"text", "/", "text/plain", generated + rest, false},
		{"a configuration", "/x.yaml", "text/yaml", generated + rest, false},
		{"code in Markdown", "/", "text/markdown", "```sh\nmake\n\n" + generated + "```\n\n" + rest, false},
		{"no heading but a directive", "/", "text/markdown", "#This file was automatically generated\n\n" + rest, false},
		{"code in a page", "/", "text/html", "<html><body><main><p>x</p><pre>make\n\n" + generated + "end</pre><p>" + strings.ReplaceAll(rest, "\n\n", "</p><p>") + "</p></main></body></html>", false},
	} {
		url := site(t, write(c.body, "Content-Type", c.contentType)) + c.path
		for _, query := range []string{"needle", "absent"} {
			r := call(t, web.Tools()[0], nil, web.FetchArgs{URL: url, Query: query})
			if got := strings.Contains(r.Result.Value, "automatically generated"); !r.Result.OK || got != c.want {
				t.Errorf("%s, %s: the line is a heading: %v\n%s%s", c.reason, query, got, r.Result.Value, r.Result.Error)
			}
		}
	}
	pdf := pdfOf("# This file was automatically generated", strings.Repeat("filler. ", 300), strings.Repeat("filler. ", 300), "The needle.")
	r := call(t, web.Tools()[0], nil, web.FetchArgs{URL: site(t, staticHandler("application/pdf", pdf)), Query: "needle"})
	if !strings.Contains(r.Result.Value, "The needle.") || strings.Contains(r.Result.Value, "automatically") {
		t.Errorf("a PDF: %s", r.Result.Value)
	}
}
