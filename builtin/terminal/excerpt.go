package terminal

import (
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/toolgen/toolgen/builtin/internal/texts"
)

const (
	// maxKept and minKept bound the number of bytes of the output that are kept.
	maxKept, minKept = 64 << 10, 2 << 10
	// reserved is the part of the call's budget, in code points, for the fence of
	// untrusted text, the note about omitted bytes and the line that says how the
	// command ended.
	reserved = 1000
)

// excerpt keeps the beginning and the end of the text that is written to it, up
// to the same number of bytes of each. It is safe for concurrent use.
type excerpt struct {
	mu    sync.Mutex
	half  int    // the maximum length of head and of tail, in bytes
	head  []byte // the first bytes
	tail  []byte // the last bytes; a ring buffer when it is full
	next  int    // the index of the oldest byte in a full tail
	total int64  // the number of bytes that were written
}

// newExcerpt returns an excerpt for a result of at most budget code points.
func newExcerpt(budget int) *excerpt {
	return &excerpt{half: min(max(budget-reserved, minKept), maxKept) / 2}
}

// readFrom reads a stream to its end.
func (e *excerpt) readFrom(stream io.Reader) {
	buffer := make([]byte, 32<<10)
	for {
		n, err := stream.Read(buffer)
		e.write(buffer[:n])
		if err != nil {
			return
		}
	}
}

// write adds bytes to the text.
func (e *excerpt) write(p []byte) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.total += int64(len(p))
	n := min(len(p), e.half-len(e.head))
	e.head = append(e.head, p[:n]...)
	p = p[n:]
	n = min(len(p), e.half-len(e.tail))
	e.tail = append(e.tail, p[:n]...)
	p = p[n:]
	p = p[max(0, len(p)-e.half):]
	for len(p) > 0 {
		n := copy(e.tail[e.next:], p)
		p, e.next = p[n:], (e.next+n)%len(e.tail)
	}
}

// omitted returns the number of bytes that are neither in head nor in tail.
func (e *excerpt) omitted() int64 { return e.total - int64(len(e.head)) - int64(len(e.tail)) }

// text returns the bytes that were kept, as text without invalid UTF-8 and NUL
// characters, and the number of bytes that are not in it. A note replaces those
// bytes. The text is cut between lines, unless the line at the cut is long.
func (e *excerpt) text() (text string, omitted int64) {
	head, tail := string(e.head), string(e.tail[e.next:])+string(e.tail[:e.next])
	omitted = e.omitted()
	if omitted == 0 {
		return texts.Valid(head + tail), 0
	}
	first := head[:lineEnd(head)]
	last := tail[lineStart(tail):]
	omitted += int64(len(head) - len(first) + len(tail) - len(last))
	if !strings.HasSuffix(first, "\n") {
		first += "\n"
	}
	return texts.Valid(first) + fmt.Sprintf("[… %d bytes left out]\n", omitted) + texts.Valid(last), omitted
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
