package project

import (
	"cmp"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/builtin/internal/texts"
	"github.com/toolgen/toolgen/internal/ansi"
)

// dedent removes the common indentation of all lines except empty lines and the
// first line, whose whole indentation is removed.
func dedent(text string) string {
	text = strings.Trim(text, "\n")
	first, rest, hasMore := strings.Cut(text, "\n")
	if !hasMore {
		return strings.TrimLeft(text, " \t")
	}
	common, hasCommon := "", false
	for line := range strings.SplitSeq(rest, "\n") {
		indent := line[:len(line)-len(strings.TrimLeft(line, " \t"))]
		if indent == line {
			continue
		}
		if !hasCommon {
			common, hasCommon = indent, true
		}
		for !strings.HasPrefix(indent, common) {
			common = common[:len(common)-1]
		}
	}
	if own := first[:len(first)-len(strings.TrimLeft(first, " \t"))]; len(own) < len(common) && own != "" {
		common = own
	}
	lines := strings.Split(rest, "\n")
	for i, line := range lines {
		lines[i] = strings.TrimPrefix(line, common)
	}
	return strings.TrimLeft(first, " \t") + "\n" + strings.Join(lines, "\n")
}

// cutMiddle returns a text of at most limit bytes. In the middle of a longer text,
// a mark has the number of the bytes that were left out.
func cutMiddle(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	kept := max(limit-maxMark, 2)
	head, tail := texts.TrimPartialEnd(text[:kept*2/3]), texts.TrimPartialStart(text[len(text)-kept/3:])
	return head + omittedBytes(len(text)-len(head)-len(tail)) + tail
}

// maxMark is more than the length of the mark of omitted bytes.
const maxMark = 32

// omittedBytes returns the mark of omitted bytes.
func omittedBytes(n int) string { return texts.Mark(texts.Group(int64(n))+" bytes", "") }

// excerpt keeps the first and the last lines that are added to it: one quarter and
// three quarters of its limit. The zero value keeps 2 KiB and 6 KiB.
type excerpt struct {
	limit      int // in bytes; zero means maxExcerpt
	head, tail []string
	headBytes  int
	tailBytes  int
	omitted    int  // the number of bytes that were left out
	isCut      bool // a line was cut
}

// Limits of an excerpt, in bytes.
const (
	maxExcerpt = 8 << 10
	// maxExcerptLine is the maximum length of a line in an excerpt.
	maxExcerptLine = 1000
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
		e.omitted += len(e.tail[0]) + 1
		e.tailBytes -= len(e.tail[0]) + 1
		e.tail[0] = ""
		e.tail = e.tail[1:]
	}
}

// size returns the number of bytes that are kept.
func (e *excerpt) size() int { return e.headBytes + e.tailBytes }

// lines returns the lines that are kept.
func (e *excerpt) lines() []string { return slices.Concat(e.head, e.tail) }

// linesWithMark returns the lines that are kept, and a mark in place of the others.
func (e *excerpt) linesWithMark() []string {
	if e.omitted == 0 {
		return e.lines()
	}
	return slices.Concat(e.head, []string{omittedBytes(e.omitted)}, e.tail)
}

// String returns the lines that are kept, and a mark in place of the others.
func (e *excerpt) String() string { return strings.Join(e.linesWithMark(), "\n") }

// plainText returns a line of output without escape sequences, overwritten text and
// control characters.
func plainText(line string) string {
	line = strings.TrimSuffix(line, "\r")
	line = ansi.Strip(line)
	if at := strings.LastIndexByte(line, '\r'); at >= 0 {
		line = line[at+1:]
	}
	line = strings.ToValidUTF8(line, "\uFFFD")
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\t' || r == 0x7f {
			return -1
		}
		return r
	}, line)
}

// plainLines applies plainText to all lines of a text.
func plainLines(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = plainText(line)
	}
	return strings.Join(lines, "\n")
}
