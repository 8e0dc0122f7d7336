package project

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/toolgen/toolgen/builtin/internal/texts"
)

// dedent takes away the white space that all lines begin with, but for empty
// ones and the first, which loses its own.
func dedent(text string) string {
	text = strings.Trim(text, "\n")
	first, rest, several := strings.Cut(text, "\n")
	if !several {
		return strings.TrimLeft(text, " \t")
	}
	common, found := "", false
	for line := range strings.SplitSeq(rest, "\n") {
		indent := line[:len(line)-len(strings.TrimLeft(line, " \t"))]
		if indent == line {
			continue
		}
		if !found {
			common, found = indent, true
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

// middle is a text of at most that many bytes, whose middle is left out where it
// is longer.
func middle(text string, most int) string {
	if len(text) <= most {
		return text
	}
	const mark = "[… %d bytes left out …]"
	room := max(most-len(mark)-8, 2)
	head, tail := texts.TrimPartialEnd(text[:room*2/3]), texts.TrimPartialStart(text[len(text)-room/3:])
	return head + fmt.Sprintf(mark, len(text)-len(head)-len(tail)) + tail
}

// excerpt keeps the first and the last lines that are added to it, a quarter of
// its limit and three. The zero value keeps 2 and 6 KiB.
type excerpt struct {
	limit      int // bytes; zero means maxExcerpt
	head, tail []string
	headBytes  int
	tailBytes  int
	omitted    int // bytes
}

const (
	maxExcerpt = 8 << 10
	// maxExcerptLine is how much of one line stands in an excerpt, in bytes.
	maxExcerptLine = 1000
)

func (e *excerpt) add(line string) {
	line = middle(line, maxExcerptLine)
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

// size is how many bytes are kept.
func (e *excerpt) size() int { return e.headBytes + e.tailBytes }

// lines are those kept.
func (e *excerpt) lines() []string { return slices.Concat(e.head, e.tail) }

// String is what was kept, and in its place how much was not.
func (e *excerpt) String() string {
	parts := e.head
	if e.omitted > 0 {
		parts = append(parts[:len(parts):len(parts)], fmt.Sprintf("[… %d bytes left out]", e.omitted))
	}
	return strings.Join(append(parts[:len(parts):len(parts)], e.tail...), "\n")
}

// plain is a line of a program's output as text: without the escapes of
// terminals, what was overwritten, and characters that cannot be shown.
func plain(line string) string {
	line = strings.TrimSuffix(line, "\r")
	if strings.ContainsRune(line, '\x1b') {
		line = unescaped(line)
	}
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

// plainLines is the same of several lines.
func plainLines(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = plain(line)
	}
	return strings.Join(lines, "\n")
}

// unescaped is a line without escape sequences: CSI up to its final byte, OSC up
// to its terminator, others of two bytes.
func unescaped(line string) string {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(line, "\x1b")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		line = afterEscape(rest)
	}
}

func afterEscape(rest string) string {
	switch {
	case rest == "":
		return ""
	case rest[0] == '[':
		for i := 1; i < len(rest); i++ {
			if '@' <= rest[i] && rest[i] <= '~' {
				return rest[i+1:]
			}
		}
		return ""
	case rest[0] == ']':
		if at := strings.IndexAny(rest, "\a\x1b"); at >= 0 {
			return strings.TrimPrefix(rest[at:], "\a")
		}
		return ""
	}
	_, size := utf8.DecodeRuneInString(rest)
	return rest[size:]
}
