package terminal

import (
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/toolgen/toolgen/builtin/internal/texts"
)

const (
	// maxKept and minKept bound how many bytes of the output are kept.
	maxKept, minKept = 64 << 10, 2 << 10
	// reserved is left of the call's budget for the fence of untrusted text, the
	// mark of the cut and the line on how the command ended.
	reserved = 1000
)

// excerpt keeps the first half and the last half of what is written to it, so
// that the tail, which says most, survives however much there is. It is safe for
// concurrent use.
type excerpt struct {
	mu    sync.Mutex
	half  int
	head  []byte
	tail  []byte // a ring once it is full
	next  int    // where in the ring the oldest byte is
	total int64
}

// newExcerpt keeps as much as fits into a result of that many characters.
func newExcerpt(budget int) *excerpt {
	return &excerpt{half: min(max(budget-reserved, minKept), maxKept) / 2}
}

// readFrom takes in everything up to the end of a stream.
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

func (e *excerpt) write(p []byte) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.total += int64(len(p))
	room := min(len(p), e.half-len(e.head))
	e.head = append(e.head, p[:room]...)
	p = p[room:]
	room = min(len(p), e.half-len(e.tail))
	e.tail = append(e.tail, p[:room]...)
	p = p[room:]
	p = p[max(0, len(p)-e.half):]
	for len(p) > 0 {
		n := copy(e.tail[e.next:], p)
		p, e.next = p[n:], (e.next+n)%len(e.tail)
	}
}

// omitted is how many bytes are neither in the head nor in the tail.
func (e *excerpt) omitted() int64 { return e.total - int64(len(e.head)) - int64(len(e.tail)) }

// text is what was kept, as text: the cut lies between lines where there are
// any near it, invalid UTF-8 and NUL characters are replaced. It says how many
// bytes were left out.
func (e *excerpt) text() (text string, omitted int64) {
	head, tail := string(e.head), string(e.tail[e.next:])+string(e.tail[:e.next])
	omitted = e.omitted()
	if omitted == 0 {
		return texts.Valid(head + tail), 0
	}
	whole := head[:lineEnd(head)]
	rest := tail[lineStart(tail):]
	omitted += int64(len(head) - len(whole) + len(tail) - len(rest))
	if !strings.HasSuffix(whole, "\n") {
		whole += "\n"
	}
	return texts.Valid(whole) + fmt.Sprintf("[… %d bytes left out]\n", omitted) + texts.Valid(rest), omitted
}

// lineEnd is the end of the last line of the text, or of its last whole
// character when that line is longer than a quarter of it.
func lineEnd(text string) int {
	if at := strings.LastIndexByte(text, '\n') + 1; at > len(text)*3/4 {
		return at
	}
	return len(texts.TrimPartialEnd(text))
}

// lineStart is the same of the first line.
func lineStart(text string) int {
	if at := strings.IndexByte(text, '\n') + 1; at > 0 && at < len(text)/4 {
		return at
	}
	return len(text) - len(texts.TrimPartialStart(text))
}
