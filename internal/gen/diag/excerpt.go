package diag

import (
	"os"
	"strings"
	"unicode/utf8"
)

// maxExcerpt is the maximum number of code points of a source line in an excerpt.
const maxExcerpt = 160

// excerpts reads source lines. The zero value is ready to use.
type excerpts struct {
	lines map[string][]string
}

// of returns the source line of a diagnostic and a line with a caret under its
// column, or nothing if the line cannot be read or is very long.
func (e *excerpts) of(d *Diagnostic) []string {
	lines := e.file(d.Pos.Filename)
	if d.Pos.Line < 1 || d.Pos.Line > len(lines) || d.Pos.Column < 1 {
		return nil
	}
	line := strings.TrimRight(lines[d.Pos.Line-1], "\r")
	if utf8.RuneCountInString(line) > maxExcerpt || d.Pos.Column > len(line)+1 || !isPrintable(line) {
		return nil
	}
	return []string{line, caret(line, d)}
}

// file returns the lines of a file, or nil if it cannot be read.
func (e *excerpts) file(name string) []string {
	if known, ok := e.lines[name]; ok {
		return known
	}
	if e.lines == nil {
		e.lines = make(map[string][]string)
	}
	content, err := os.ReadFile(name)
	if err == nil {
		e.lines[name] = strings.Split(string(content), "\n")
	}
	return e.lines[name]
}

// isPrintable reports whether a terminal shows a line unchanged: it is valid UTF-8
// without control characters other than tabs.
func isPrintable(line string) bool {
	return utf8.ValidString(line) && !strings.ContainsFunc(line, func(r rune) bool { return r != '\t' && (r < ' ' || r == 0x7f || 0x80 <= r && r < 0xa0) })
}

// caret returns a line with a caret under the column of a diagnostic, and tildes up
// to its end in the same line. It repeats the tabs of the source line, so that both
// lines are aligned.
func caret(line string, d *Diagnostic) string {
	var b strings.Builder
	for _, r := range line[:d.Pos.Column-1] {
		if r != '\t' {
			r = ' '
		}
		b.WriteRune(r)
	}
	b.WriteByte('^')
	if d.End.Line == d.Pos.Line && d.End.Column > d.Pos.Column+1 && d.End.Column <= len(line)+1 {
		b.WriteString(strings.Repeat("~", max(0, utf8.RuneCountInString(line[d.Pos.Column-1:d.End.Column-1])-1)))
	}
	return b.String()
}
