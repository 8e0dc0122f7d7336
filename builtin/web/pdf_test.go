package web_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/builtin/web"
	"github.com/toolgen/toolgen/runtime"
)

// pdfOf returns a PDF whose pages show a text each.
func pdfOf(pages ...string) []byte {
	var b strings.Builder
	b.WriteString("%PDF-1.7\n1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj\n2 0 obj << /Type /Pages /Kids [")
	for i := range pages {
		fmt.Fprintf(&b, "%d 0 R ", 10+2*i)
	}
	b.WriteString("] >> endobj\n")
	for i, text := range pages {
		operators := "BT /F 12 Tf 72 720 Td (" + text + ") Tj ET"
		fmt.Fprintf(&b, "%d 0 obj << /Type /Page /Contents %d 0 R /Resources << /Font << /F << /Subtype /Type1 >> >> >> >> endobj\n", 10+2*i, 11+2*i)
		fmt.Fprintf(&b, "%d 0 obj << /Length %d >> stream\n%s\nendstream endobj\n", 11+2*i, len(operators), operators)
	}
	b.WriteString("3 0 obj << /Title (A paper) >> endobj\ntrailer << /Root 1 0 R /Info 3 0 R >>\n")
	return []byte(b.String())
}

func TestPDF(t *testing.T) {
	paper := pdfOf("Introduction", "The result is 42.", "")
	for _, declared := range []string{"application/pdf", "text/html", "application/octet-stream", ""} {
		r := fetch(t, site(t, staticHandler(declared, paper)), "")
		p := page(t, r)
		if p.ContentType != "application/pdf" || p.Title != "A paper" || p.Truncated ||
			!strings.Contains(r.Result.Value, "[page 1 of 3]\nIntroduction\n\n[page 2 of 3]\nThe result is 42.") {
			t.Errorf("%q: %+v\n%s", declared, p, r.Result.Value)
		}
	}
	long := pdfOf("Introduction", strings.Repeat("filler. ", 300), strings.Repeat("filler. ", 300), "The result is 42.")
	found := call(t, web.Tools()[0], nil, web.FetchArgs{URL: site(t, staticHandler("application/pdf", long)), Query: "result"})
	if !strings.Contains(found.Result.Value, "42") || strings.Contains(found.Result.Value, "Introduction") {
		t.Errorf("with a query: %s", found.Result.Value)
	}
	if r := fetch(t, site(t, staticHandler("application/pdf", pdfOf(""))), ""); !strings.Contains(r.Result.Value, "the PDF has no text") {
		t.Errorf("without text: %s", r.Result.Value)
	}
	failure(t, "raw", fetch(t, site(t, staticHandler("application/pdf", paper)), web.FormatRaw), runtime.ExecutionFailed, web.ReasonContentType)
	failure(t, "damaged", fetch(t, site(t, staticHandler("application/pdf", []byte("%PDF-1.7\n1 0 obj"))), ""), runtime.ExecutionFailed, web.ReasonPDF)
	locked := strings.Replace(string(paper), "/Info", "/Encrypt 3 0 R /Info", 1)
	if r := fetch(t, site(t, staticHandler("application/pdf", []byte(locked))), ""); !strings.Contains(r.Result.Error, "encrypted") {
		t.Errorf("encrypted: %s", r.Result.Error)
	}
}
