// Package printed keeps the output of programs for the results of tools.
package printed

import (
	"io"
	"strings"
	"sync"

	"github.com/toolgen/toolgen/builtin/internal/texts"
)

const (
	// maxKept is the maximum number of bytes of the output that are kept. The
	// runtime cuts the text to the budget, and keeps all of it for read_result.
	maxKept = 8 << 20
	// margin is the number of bytes at each side of omitted bytes in which the
	// rest of a secret is recognized. They are omitted, too.
	margin = 64 << 10
)

// Text keeps the beginning and the end of the text that is written to it, 4 MiB of
// each. It is safe for concurrent use.
type Text struct {
	mu    sync.Mutex
	half  int    // the maximum length of head and of tail, in bytes
	head  []byte // the first bytes
	tail  []byte // the last bytes; a ring buffer when it is full
	next  int    // the index of the oldest byte in a full tail
	total int64  // the number of bytes that were written
}

// New returns an empty text.
func New() *Text { return &Text{half: maxKept / 2} }

// Read reads a stream to its end, and adds all bytes.
func (t *Text) Read(stream io.Reader) {
	buffer := make([]byte, 32<<10)
	for {
		n, err := stream.Read(buffer)
		t.add(buffer[:n])
		if err != nil {
			return
		}
	}
}

// Add adds a text.
func (t *Text) Add(text string) { t.add([]byte(text)) }

// Total returns the number of bytes that were added.
func (t *Text) Total() int64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.total
}

// add adds bytes to the text.
func (t *Text) add(p []byte) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.total += int64(len(p))
	n := min(len(p), t.half-len(t.head))
	t.head = append(t.head, p[:n]...)
	p = p[n:]
	n = min(len(p), t.half-len(t.tail))
	t.tail = append(t.tail, p[:n]...)
	p = p[n:]
	p = p[max(0, len(p)-t.half):]
	for len(p) > 0 {
		n := copy(t.tail[t.next:], p)
		p, t.next = p[n:], (t.next+n)%len(t.tail)
	}
}

// omitted returns the number of bytes that are neither in head nor in tail.
func (t *Text) omitted() int64 { return t.total - int64(len(t.head)) - int64(len(t.tail)) }

// Shortener returns text[start:end] without secrets, as runtime.Call.Excerpt
// does.
type Shortener func(text string, start, end int) string

// Excerpt returns the bytes that were kept, as text without invalid UTF-8 and NUL
// characters, and the number of bytes that are not in it. A note replaces those
// bytes. The text is cut between lines, unless the line at the cut is long, and
// has no part of a secret at the cut.
func (t *Text) Excerpt(shorten Shortener) (text string, omitted int64) {
	head, tail := string(t.head), string(t.tail[t.next:])+string(t.tail[:t.next])
	omitted = t.omitted()
	if omitted == 0 {
		return texts.Valid(head + tail), 0
	}
	end := lineEnd(head[:len(head)-margin])
	start := margin + lineStart(tail[margin:])
	omitted += int64(len(head) - end + start)
	first, last := shorten(head, 0, end), shorten(tail, start, len(tail))
	if !strings.HasSuffix(first, "\n") {
		first += "\n"
	}
	return texts.Valid(first) + omittedOutput(omitted) + "\n" + texts.Valid(last), omitted
}

// omittedOutput returns the mark in place of output that is not kept.
func omittedOutput(bytes int64) string { return texts.Mark(texts.Group(bytes)+" bytes of output", "") }

// Lost returns what a tool says about output that is not kept; empty for none.
func Lost(bytes int64) string {
	if bytes == 0 {
		return ""
	}
	return texts.Mark(texts.Group(bytes)+" bytes of output", "not stored: write the output to a file, and read a part of it")
}

// lineEnd returns the index after the last line feed of the text, or after its
// last whole character when more than a quarter of the text is after that line
// feed.
func lineEnd(text string) int {
	if at := strings.LastIndexByte(text, '\n') + 1; at > len(text)*3/4 {
		return at
	}
	return len(texts.TrimPartialEnd(text))
}

// lineStart returns the index after the first line feed of the text, or of its
// first whole character when that line feed is not in its first quarter.
func lineStart(text string) int {
	if at := strings.IndexByte(text, '\n') + 1; at > 0 && at < len(text)/4 {
		return at
	}
	return len(text) - len(texts.TrimPartialStart(text))
}
