package decode

import (
	"strings"
	"unsafe"
)

// A D reads the bytes that [D.Reset] gets without a copy. These bytes belong to the caller. A string that becomes a part
// of the value, and everything that a review reads, must therefore be a copy. Numbers, booleans, times and enums need
// none.

// lend sets the text to bytes of the caller.
func (d *D) lend(args []byte) {
	d.text, d.lent = unsafe.String(unsafe.SliceData(args), len(args)), len(args) > 0
}

// own replaces a text that belongs to the caller by a copy.
func (d *D) own() {
	if d.lent {
		d.copyText()
	}
}

// copyText does the work of own that is done once.
//
//go:noinline
func (d *D) copyText() {
	lent := d.text
	if d.short != nil && len(lent) <= len(d.short) {
		d.text = unsafe.String(&d.short[0], copy(d.short[:], lent))
		d.short = nil
	} else {
		d.text = strings.Clone(lent)
	}
	d.lent = false
	if d.spans != nil && d.spans.text == lent {
		d.spans.text = d.text // so that comparisons remain fast
	}
}

// ShortText is memory for a copy of a short text.
type ShortText [64]byte

// WithText is a value and memory for a copy of its text, in one allocation.
type WithText[T any] struct {
	Value T
	Text  ShortText
}

// ShortText makes d use the memory for the value at i, which is read next. It returns i.
func (d *D) ShortText(i int, t *ShortText) int {
	d.short = t
	return i
}

// The first string of a long text is copied alone if it is short: the next one is often a long string with escapes, which
// is a copy already, and needs no copy of the text.
const (
	longText    = 2000 // bytes
	shortString = 64   // bytes
)

// keep returns the string s, which str read at i, with an index after it that may be negative. The result does not belong
// to the caller.
//
//go:noinline
func (d *D) keep(s string, i, end int) string {
	if len(s)+len(`""`) != end-i { // s had escapes, or str failed
		return s
	}
	if !d.kept && len(s) <= shortString && len(d.text) >= longText {
		d.kept = true
		return strings.Clone(s)
	}
	d.copyText()
	return d.text[i+1 : i+1+len(s)]
}
