package project

import (
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
