package browser

import (
	"bytes"
	"context"
	"io"
	"os"
	"strings"

	"github.com/chromedp/cdproto/browser"

	"github.com/toolgen/toolgen/builtin/web"
)

// pdfMagic is the beginning of a PDF.
var pdfMagic = []byte("%PDF-")

// isPDF reports whether the file of a complete download is a PDF.
func (s *session) isPDF(d *download) bool {
	if s.chromium == nil {
		return false
	}
	f, err := os.Open(s.pathOf(d))
	if err != nil {
		return false
	}
	defer f.Close()
	head := make([]byte, len(pdfMagic))
	_, err = io.ReadFull(f, head)
	return err == nil && bytes.Equal(head, pdfMagic)
}

// downloadedPDF returns the number of the first PDF that was downloaded after the first
// downloads of the session; 0 for none.
func (s *session) downloadedPDF(after int) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, d := range s.downloads[min(after, len(s.downloads)):] {
		if d.state == browser.DownloadProgressStateCompleted && s.isPDF(d) {
			return d.number
		}
	}
	return 0
}

// countDownloads returns the number of downloads of the session.
func (s *session) countDownloads() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.downloads)
}

// viewPDF returns the text of a download that is a PDF.
func (s *session) viewPDF(ctx context.Context, show part) (*Page, error) {
	path, err := s.downloadPath(show.download)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	d := s.downloads[show.download-1]
	name, address, isPDF := d.name, d.url, s.isPDF(d)
	s.mu.Unlock()
	if !isPDF {
		return nil, fieldFailure(ReasonNoDownload, "download", "download %d is not a PDF: browser_file saves it", show.download)
	}
	data, err := readStart(path, web.MaxPDFBytes)
	if err != nil {
		return nil, err
	}
	text, title, notes, err := web.PDFText(ctx, data, s.redact)
	if err != nil {
		return nil, failure(ReasonLoadFailed, "the text of %s cannot be read: %w", quote(s.redact(name), 100), err)
	}
	if title == "" {
		title = clean(s.redact(name), 200)
	}
	view := &Page{URL: printable(s.redact(ascii(address))), Title: title}
	view.takeNotes(s)
	view.Notes = append(view.Notes, notes...)
	view.showLines(strings.SplitAfter(replaceReferences(text, "(at)"), "\n"), show)
	return view, nil
}

// withPDF returns the text of a PDF with the notes of a page, or the page if the PDF cannot be
// read.
func (s *session) withPDF(ctx context.Context, page *Page, number int) *Page {
	shown, err := s.viewPDF(ctx, part{download: number})
	if err != nil {
		page.Notes = append(page.Notes, err.Error())
		return page
	}
	shown.Notes = append(page.Notes, shown.Notes...)
	shown.fromPage = append(page.fromPage, shown.fromPage...)
	return shown
}

// readStart returns the first bytes of a file.
func readStart(path string, limit int64) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, limit))
}
