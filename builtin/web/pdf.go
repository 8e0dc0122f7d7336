package web

import (
	"context"
	"fmt"
	"strings"

	"github.com/toolgen/toolgen/builtin/internal/pdf"
)

// PDFText returns the text of a PDF with the numbers of its pages, its title, and notes about what
// the text does not have. data may be the beginning of a file. redact removes secrets.
func PDFText(ctx context.Context, data []byte, redact func(string) string) (text, title string, notes []string, err error) {
	d, err := pdf.Text(ctx, data)
	if err != nil {
		return "", "", nil, err
	}
	var b strings.Builder
	for i, page := range d.Pages {
		fmt.Fprintf(&b, "[page %d of %d]\n%s\n\n", i+1, len(d.Pages), page)
	}
	if strings.TrimSpace(strings.Join(d.Pages, "")) == "" {
		d.Notes = append(d.Notes, "the PDF has no text: its pages may be pictures")
	}
	return redact(removeInvisible(b.String())), shortLine(redact(d.Title), 300), d.Notes, nil
}

// readPDF sets the text of a page that is a PDF.
func (d *document) readPDF(ctx context.Context, p *Page, format Format) error {
	if format == FormatRaw {
		return d.failure(ReasonContentType, nil, "is a PDF, which has no source to show: leave out format")
	}
	text, title, notes, err := PDFText(ctx, d.body, func(text string) string { return redacted(d.call, text) })
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return d.quotingFailure(ReasonPDF, err, "cannot be read: %v", err)
	}
	p.text, p.Title = text, title
	for _, note := range notes {
		p.Truncated = p.Truncated || strings.HasPrefix(note, "cut:")
		p.note("%s", note)
	}
	return nil
}
