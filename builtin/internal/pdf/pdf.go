// Package pdf returns the text of PDF documents (ISO 32000-2).
//
// It reads hostile files: objects are found by a scan of the file instead of its tables of
// offsets, nothing is allocated by a size that the file declares, and a document that needs more
// than the limits below ends early. The functions are safe for concurrent use.
package pdf

import (
	"context"
	"errors"
	"fmt"

	"github.com/toolgen/toolgen/builtin/internal/texts"
)

// The limits of a document. What is beyond is left out, and a note says so.
const (
	// MaxPages is the maximum number of pages that are read.
	MaxPages = 2000
	// MaxTextBytes is the maximum length of the text of all pages.
	MaxTextBytes = 2 << 20

	maxStream    = 32 << 20 // bytes of one stream after decompression
	maxDepth     = 40       // of nested values
	maxFormDepth = 8        // of nested forms
	maxPageDepth = 40       // of the tree of pages
)

// limits bound the work on one document.
type limits struct {
	values    int // objects, operands and entries of tables
	operators int // of all pages, and the bytes of their strings
	decoded   int // bytes of all streams after decompression
}

var defaultLimits = limits{values: 2 << 20, operators: 3 << 20, decoded: 64 << 20}

// The errors of [Text].
var (
	// ErrEncrypted means that a password is needed.
	ErrEncrypted = errors.New("the PDF is encrypted")
	// ErrNoPages means that the file is damaged, or no PDF.
	ErrNoPages = errors.New("the PDF has no pages that can be read")
)

// errLimit ends the work on a document that needs more than a limit.
var errLimit = errors.New("pdf: limit")

// Document is the text of a document.
type Document struct {
	Title string
	// Pages are the texts of the pages, in the order in which the file draws them.
	Pages []string
	// Notes say what the pages do not have.
	Notes []string
}

// reader has the objects of a document, and what is left of the limits.
type reader struct {
	ctx     context.Context
	objects map[int]any
	order   []int // the numbers of the objects, in the order of the file
	trailer dict
	fonts   map[ref]*font
	left    limits

	unreadable int // characters without a known meaning
	lacking    map[string]bool
	limited    bool
}

// Text returns the text of a document. data may be the beginning of a file. It fails with
// [ErrEncrypted] or [ErrNoPages], or if the context ends.
func Text(ctx context.Context, data []byte) (*Document, error) {
	return textWithin(ctx, data, defaultLimits)
}

func textWithin(ctx context.Context, data []byte, l limits) (*Document, error) {
	r := &reader{ctx: ctx, objects: map[int]any{}, trailer: dict{}, fonts: map[ref]*font{}, left: l, lacking: map[string]bool{}}
	r.guard(func() { r.scan(data) })
	if r.trailer["Encrypt"] != nil {
		return nil, ErrEncrypted
	}
	d := &Document{}
	var pages []page
	r.guard(func() {
		pages = r.pages()
		d.Title = textOf(r.dict(r.trailer["Info"])["Title"])
	})
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if len(pages) == 0 {
		return nil, ErrNoPages
	}
	r.readPages(d, pages)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	r.addNotes(d, len(pages))
	return d, nil
}

// readPages sets the texts of the pages, up to the limits.
func (r *reader) readPages(d *Document, pages []page) {
	left := MaxTextBytes
	for _, p := range pages[:min(len(pages), MaxPages)] {
		if left <= 0 || r.limited || r.ctx.Err() != nil {
			return
		}
		w := &writer{left: left}
		r.guard(func() { r.readPage(p, w) })
		text := w.text()
		left -= len(text)
		d.Pages = append(d.Pages, text)
	}
}

// addNotes adds what the pages do not have.
func (r *reader) addNotes(d *Document, pages int) {
	if len(d.Pages) < pages || r.limited {
		d.Notes = append(d.Notes, fmt.Sprintf("cut: only the first %d of %d pages are shown, because the document is too long or too complex", len(d.Pages), pages))
	}
	if r.unreadable > 0 {
		d.Notes = append(d.Notes, "not shown: "+texts.Count(r.unreadable, "character")+" of fonts that do not say what their characters mean")
	}
	for what := range r.lacking {
		d.Notes = append(d.Notes, "not shown: parts with the unsupported compression "+what)
		break
	}
}

// guard calls f until it ends, or until a limit or the context ends it.
func (r *reader) guard(f func()) {
	defer func() {
		if x := recover(); x != nil {
			if x != errLimit { //nolint:errorlint // the value of this package's own panic
				panic(x)
			}
			r.limited = true
		}
	}()
	f()
}

// spend subtracts from a limit, and ends the work if nothing is left of it.
func (r *reader) spend(left *int, n int) {
	if *left -= n; *left < 0 || r.ctx.Err() != nil {
		panic(errLimit)
	}
}
