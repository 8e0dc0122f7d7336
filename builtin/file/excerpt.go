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

// collector reads a file from its beginning to its end in parts, keeps the lines
// asked for, up to a limit, and counts all of them.
type collector struct {
	first, last int // lines to keep; last is 0 for all
	limit       int // bytes, about

	kept  []byte
	seen  int  // line feeds so far
	open  bool // what was read does not end with one
	short bool // the limit was reached before the end of the lines asked for
}

// readAll reads to the end, or until the context ends.
func (c *collector) readAll(ctx context.Context, r io.Reader) error {
	buffer := make([]byte, chunk)
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

// add takes the next part of the file.
func (c *collector) add(part []byte) {
	if len(part) == 0 {
		return
	}
	c.open = part[len(part)-1] != '\n'
	for len(part) > 0 && c.seen+1 < c.first {
		_, part = c.line(part)
	}
	for len(part) > 0 && (c.last == 0 || c.seen < c.last) && !c.short {
		if c.short = len(c.kept) >= c.limit; c.short {
			break
		}
		var line []byte
		line, part = c.line(part)
		c.kept = append(c.kept, line...)
	}
	c.seen += bytes.Count(part, lineFeed)
}

var lineFeed = []byte{'\n'}

// line splits the part behind its first line feed.
func (c *collector) line(part []byte) (line, rest []byte) {
	end := bytes.IndexByte(part, '\n') + 1
	if end == 0 {
		return part, nil
	}
	c.seen++
	return part[:end], part[end:]
}

// total is how many lines the file has.
func (c *collector) total() int {
	if c.open {
		return c.seen + 1
	}
	return c.seen
}

// excerpt are the lines that are shown.
type excerpt struct {
	text    string
	to      int  // the last of them; one less than the first when there is none
	partial bool // of this one, only the beginning
	invalid bool // some of its bytes were not text
}

// excerpt is as many of the lines kept as have no more than room code points:
// whole ones, but for a first one that does not fit by itself.
func (c *collector) excerpt(room int) excerpt {
	text := string(c.kept)
	e := excerpt{to: min(c.first, c.total()+1) - 1}
	end := 0
	for line := range strings.Lines(text) {
		whole := strings.HasSuffix(line, "\n") || !c.short
		if room -= utf8.RuneCountInString(line); room < 0 || !whole {
			break
		}
		end += len(line)
		e.to++
	}
	if end == 0 && text != "" {
		end, e.partial = len(text), true
		if room < 0 {
			end = len(texts.Prefix(text, room+utf8.RuneCountInString(firstLine(text))))
		}
		e.to++
	}
	text = text[:end]
	e.text = texts.Valid(text)
	e.invalid = e.text != text
	return e
}

// firstLine is the text up to its first line feed, included.
func firstLine(text string) string {
	for line := range strings.Lines(text) {
		return line
	}
	return ""
}

// notice is one line in brackets that says what is not shown and how to read
// on; empty where all that was asked for is there.
func (e excerpt) notice(last, total int) string {
	var parts []string
	if e.invalid {
		parts = append(parts, "bytes that are not text are shown as \uFFFD")
	}
	if e.partial {
		parts = append(parts, fmt.Sprintf("line %d is too long, only its beginning is shown; search_files finds text in it", e.to))
	}
	if last == 0 || last > total {
		last = total
	}
	if e.to < last {
		parts = append(parts, fmt.Sprintf("lines up to %d of %d fitted; to read on, call read_file with start_line=%d", e.to, total, e.to+1))
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
