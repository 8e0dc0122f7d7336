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

	selectedLines []byte
	lineFeeds     int  // the number of line feeds so far
	unterminated  bool // the text so far does not end with a line feed
	limitReached  bool // the limit was reached before the last selected line
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
		_, part = c.splitLine(part)
	}
	for len(part) > 0 && (c.last == 0 || c.lineFeeds < c.last) && !c.limitReached {
		if c.limitReached = len(c.selectedLines) >= c.limit; c.limitReached {
			break
		}
		var line []byte
		line, part = c.splitLine(part)
		c.selectedLines = append(c.selectedLines, line...)
	}
	c.lineFeeds += bytes.Count(part, lineFeed)
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
// the first line is longer, it returns the beginning of that line.
func (c *lineCollector) excerpt(limit int) excerpt {
	text := string(c.selectedLines)
	e := excerpt{last: min(c.first, c.total()+1) - 1}
	end := 0
	for line := range strings.Lines(text) {
		isComplete := strings.HasSuffix(line, "\n") || !c.limitReached
		if limit -= utf8.RuneCountInString(line); limit < 0 || !isComplete {
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
	text = text[:end]
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

// notice returns a line in brackets that says what is not shown and how to
// read the next lines. It is empty if all requested lines are shown.
func (e excerpt) notice(last, total int) string {
	var parts []string
	if e.invalid {
		parts = append(parts, "invalid bytes are shown as \uFFFD")
	}
	if e.partial {
		parts = append(parts, fmt.Sprintf("line %d is too long, only its beginning is shown; use search_files to find text in it", e.last))
	}
	if last == 0 || last > total {
		last = total
	}
	if e.last < last {
		parts = append(parts, fmt.Sprintf("lines up to %d of %d are shown; for the next lines, call read_file with start_line=%d", e.last, total, e.last+1))
	}
	if len(parts) == 0 {
		return ""
	}
	start := ""
	if e.text != "" && !strings.HasSuffix(e.text, "\n") {
		start = "\n"
	}
	return start + "[" + strings.Join(parts, "; ") + "]"
}
