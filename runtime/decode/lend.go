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
	d.text = strings.Clone(lent)
	d.lent = false
	if d.spans != nil && d.spans.text == lent {
		d.spans.text = d.text // so that comparisons remain fast
	}
}

// Short strings of a text are copied alone if they are few, so that the rest of the text needs no copy: names, numbers,
// and strings with escapes, which are copies already. They are few as long as their copies take less time than one of the
// text. Of a long text it is only the first one, because a long text often has many strings, or a long one.
const (
	minKept     = 4    // strings that are copied alone
	perString   = 16   // bytes of the text for one more
	longText    = 1000 // bytes
	shortString = 64   // bytes
	sharedSize  = 512  // bytes for the short strings of several texts
	firstSize   = 128  // bytes for those of the first text
)

// keep returns the string s, which str read at i, with an index after it that may be negative. The result does not belong
// to the caller.
//
//go:noinline
func (d *D) keep(s string, i, end int) string {
	if len(s)+len(`""`) != end-i || s == "" { // s had escapes, or str failed
		return s
	}
	return d.keepPart(s, i+1)
}

// keepPart returns a copy of s, which is the part of the lent text from start on.
func (d *D) keepPart(s string, start int) string {
	if d.mayKeep() && len(s) <= shortString {
		d.kept++
		return d.copyShort(s)
	}
	d.copyText()
	return d.text[start : start+len(s)]
}

// mayKeep reports whether the next short string is copied alone.
func (d *D) mayKeep() bool {
	return d.kept == 0 || len(d.text) < longText && int(d.kept) < minKept+len(d.text)/perString
}

// copyShort copies a string, which must not be empty, to memory that it shares with other
// short strings.
func (d *D) copyShort(s string) string {
	if len(s) > cap(d.short)-len(d.short) {
		size := sharedSize
		if d.short == nil { // d may be for one text only
			size = min(len(d.text), firstSize)
		}
		d.short = make([]byte, 0, max(size, len(s)))
	}
	start := len(d.short)
	d.short = append(d.short, s...)
	return unsafe.String(&d.short[start], len(s))
}
