package file

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/toolgen/toolgen/builtin/internal/texts"
)

// lineCollector reads a file in parts, keeps the selected lines up to a limit,
// and counts all lines.
type lineCollector struct {
	first, last int // the first and the last selected line; last is 0 for the end of the file
	limit       int // the approximate maximum length of selectedLines, in bytes

	before        []byte // the end of the text before the selected lines
	selectedLines []byte
	after         []byte // the beginning of the text after them
	lineFeeds     int    // the number of line feeds so far
	unterminated  bool   // the text so far does not end with a line feed
	limitReached  bool   // the limit was reached before the last selected line
}

// readAll reads the complete file. It stops if the context ends.
func (c *lineCollector) readAll(ctx context.Context, r io.Reader) error {
	buffer := make([]byte, bufferBytes)
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		n, err := r.Read(buffer)
		c.add(buffer[:n])
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// add adds the next part of the file.
func (c *lineCollector) add(part []byte) {
	if len(part) == 0 {
		return
	}
	c.unterminated = part[len(part)-1] != '\n'
	for len(part) > 0 && c.lineFeeds+1 < c.first {
		var line []byte
		line, part = c.splitLine(part)
		c.keepBefore(line[max(0, len(line)-secretWindow):])
	}
	for len(part) > 0 && (c.last == 0 || c.lineFeeds < c.last) && !c.limitReached {
		if c.limitReached = len(c.selectedLines) >= c.limit; c.limitReached {
			break
		}
		var line []byte
		line, part = c.splitLine(part)
		c.selectedLines = append(c.selectedLines, line...)
	}
	if len(c.selectedLines) > 0 {
		c.after = append(c.after, part[:min(len(part), secretWindow-len(c.after))]...)
	}
	c.lineFeeds += bytes.Count(part, lineFeed)
}

// secretWindow is the length of the text before and after the selected lines in
// which the rest of a secret is recognized.
const secretWindow = 4 << 10

// keepBefore adds text before the selected lines, and keeps its end.
func (c *lineCollector) keepBefore(text []byte) {
	kept := min(len(c.before), secretWindow-len(text))
	copy(c.before, c.before[len(c.before)-kept:])
	c.before = append(c.before[:kept], text...)
}

// lineFeed is the line end.
var lineFeed = []byte{'\n'}

// splitLine splits a part after its first line feed, and counts the line feed.
func (c *lineCollector) splitLine(part []byte) (line, rest []byte) {
	end := bytes.IndexByte(part, '\n') + 1
	if end == 0 {
		return part, nil
	}
	c.lineFeeds++
	return part[:end], part[end:]
}

// total returns the number of lines of the file.
func (c *lineCollector) total() int {
	if c.unterminated {
		return c.lineFeeds + 1
	}
	return c.lineFeeds
}

// excerpt is the text of the lines that are shown.
type excerpt struct {
	text    string
	last    int  // the number of the last line; one less than the first line if there is none
	partial bool // only the beginning of the last line is shown
	invalid bool // some bytes were not valid text
}

// excerpt returns as many complete lines as have at most limit code points. If
// the first line is longer, it returns the beginning of that line. Each line counts
// more code points more than it has. The text has no secrets: shorten returns a part of a text without them, as
// runtime.Call.Excerpt does.
func (c *lineCollector) excerpt(limit, more int, shorten func(text string, start, end int) string) excerpt {
	var all strings.Builder
	all.Grow(len(c.before) + len(c.selectedLines) + len(c.after))
	all.Write(c.before)
	all.Write(c.selectedLines)
	all.Write(c.after)
	start := len(c.before)
	text := all.String()[start : start+len(c.selectedLines)]
	e := excerpt{last: min(c.first, c.total()+1) - 1}
	end := 0
	for line := range strings.Lines(text) {
		isComplete := strings.HasSuffix(line, "\n") || !c.limitReached
		if limit -= utf8.RuneCountInString(line) + more; limit < 0 || !isComplete {
			break
		}
		end += len(line)
		e.last++
	}
	if end == 0 && text != "" {
		end, e.partial = len(text), true
		if limit < 0 {
			end = len(texts.Prefix(text, limit+utf8.RuneCountInString(firstLine(text))))
		}
		e.last++
	}
	text = shorten(all.String(), start, start+end)
	e.text = texts.Valid(text)
	e.invalid = e.text != text
	return e
}

// firstLine returns the first line of a text, including its line feed.
func firstLine(text string) string {
	for line := range strings.Lines(text) {
		return line
	}
	return ""
}

// notice returns the marks that say what is not shown and how to read the next
// lines. It is empty if all requested lines are shown. isShared reports that
// fewer lines are shown because of the other calls of the batch.
func (e excerpt) notice(last, total int, isShared bool) string {
	var marks []string
	if e.invalid {
		marks = append(marks, "[invalid bytes are shown as \uFFFD]")
	}
	if e.partial {
		marks = append(marks, texts.Mark(fmt.Sprintf("the end of line %d", e.last), "use search_files to find text in it"))
	}
	if last == 0 || last > total {
		last = total
	}
	if e.last < last {
		how := fmt.Sprintf("call read_file with start_line=%d", e.last+1)
		if last < total {
			how += fmt.Sprintf(" and end_line=%d", last)
		}
		if isShared {
			how = "the calls of a batch share the size of their results, so a call alone returns more; " + how
		}
		marks = append(marks, texts.Mark(texts.GroupedCount(last-e.last, "line"), how))
	}
	return strings.Join(marks, "\n")
}
