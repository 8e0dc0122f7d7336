package project

import (
	"cmp"
	"slices"
	"strings"
)

// excerpt keeps the first and the last lines that are added to it: one quarter and
// three quarters of its limit. The zero value keeps 2 KiB and 6 KiB.
type excerpt struct {
	limit      int // in bytes; zero means maxExcerpt
	head, tail []string
	headBytes  int
	tailBytes  int
	omitted    int  // the number of bytes that were left out
	isCut      bool // a line was cut

	// secrets removes secrets, of which only a part may be in the lines that are kept; nil removes none.
	secrets redactor
	// afterHead and beforeTail are lines that were left out, in which the rest of such a secret is recognized.
	afterHead, beforeTail lineBuffer
}

// redactor removes secrets from texts, as runtime.Call does.
type redactor interface {
	Excerpt(text string, start, end int) string
	SafeEnd(text string) int
}

// lineBuffer has lines next to lines that are kept.
type lineBuffer struct {
	lines []string
	bytes int
}

// Limits of an excerpt, in bytes.
const (
	maxExcerpt = 8 << 10
	// maxExcerptLine is the maximum length of a line in an excerpt.
	maxExcerptLine = 1000
	// maxEdge is the maximum length of the lines that are stored next to those that are kept.
	maxEdge = 2 << 10
)

// add adds a line.
func (e *excerpt) add(line string) {
	e.isCut = e.isCut || len(line) > maxExcerptLine
	line = cutMiddle(line, maxExcerptLine)
	limit := cmp.Or(e.limit, maxExcerpt)
	if len(e.tail) == 0 && e.headBytes+len(line) < limit/4 {
		e.head = append(e.head, line)
		e.headBytes += len(line) + 1
		return
	}
	e.tail = append(e.tail, line)
	e.tailBytes += len(line) + 1
	for e.tailBytes > limit*3/4 && len(e.tail) > 1 {
		e.omit(e.tail[0])
		e.tail[0] = ""
		e.tail = e.tail[1:]
	}
}

// omit counts the first line of the tail as left out.
func (e *excerpt) omit(line string) {
	e.omitted += len(line) + 1
	e.tailBytes -= len(line) + 1
	if e.afterHead.bytes < maxEdge {
		e.afterHead.add(line)
	}
	e.beforeTail.add(line)
	for e.beforeTail.bytes > maxEdge {
		e.beforeTail.removeFirst()
	}
}

// add adds a line.
func (b *lineBuffer) add(line string) {
	b.lines = append(b.lines, line)
	b.bytes += len(line) + 1
}

// removeFirst removes the first line.
func (b *lineBuffer) removeFirst() {
	b.bytes -= len(b.lines[0]) + 1
	b.lines[0] = ""
	b.lines = b.lines[1:]
}

// size returns the number of bytes that are stored.
func (e *excerpt) size() int {
	return e.headBytes + e.tailBytes + e.afterHead.bytes + e.beforeTail.bytes
}

// lines returns the lines that are kept, without parts of secrets next to those that were left out.
func (e *excerpt) lines() []string { return slices.Concat(e.shownHead(), e.shownTail()) }

// linesWithMark returns the lines that are kept, and a mark in place of the others.
func (e *excerpt) linesWithMark() []string {
	if e.omitted == 0 {
		return e.lines()
	}
	return slices.Concat(e.shownHead(), []string{omittedBytes(e.omitted)}, e.shownTail())
}

// shownHead returns the first lines without secrets that continue after them.
func (e *excerpt) shownHead() []string {
	if e.omitted == 0 || e.secrets == nil || len(e.head) == 0 {
		return e.head
	}
	head := strings.Join(e.head, "\n")
	return strings.Split(e.secrets.Excerpt(head+"\n"+strings.Join(e.afterHead.lines, "\n"), 0, len(head)), "\n")
}

// shownTail returns the last lines without secrets that begin before them.
func (e *excerpt) shownTail() []string {
	if e.omitted == 0 || e.secrets == nil || len(e.tail) == 0 {
		return e.tail
	}
	text := strings.Join(append(slices.Clone(e.beforeTail.lines), e.tail...), "\n")
	start := len(text) - len(strings.Join(e.tail, "\n"))
	return strings.Split(e.secrets.Excerpt(text, start, len(text)), "\n")
}

// String returns the lines that are kept, and a mark in place of the others.
func (e *excerpt) String() string { return strings.Join(e.linesWithMark(), "\n") }
