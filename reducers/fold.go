package reducers

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// minRepeats is the minimum number of consecutive equal lines that are folded.
const minRepeats = 4

// FoldRepeats replaces at least four consecutive equal lines by the first one and
// a mark with the number of the others, and at least three empty lines by one.
// Notices of cut texts and the marks of this package are not folded.
func FoldRepeats(text string) string { return applyUntilStable(text, foldRepeats) }

// foldRepeats runs one round of FoldRepeats.
func foldRepeats(text string) string {
	if !hasRepeats(text) {
		return text
	}
	var out strings.Builder
	for text != "" {
		line := firstLine(text)
		run, n := line, 1
		for len(line)*(n+1) <= len(text) && text[len(run):len(run)+len(line)] == line {
			run, n = text[:len(run)+len(line)], n+1
		}
		out.WriteString(foldRun(run, line, n))
		text = text[len(run):]
	}
	return out.String()
}

// firstLine returns the first line of the text with its line feed.
func firstLine(text string) string {
	if end := strings.IndexByte(text, '\n'); end >= 0 {
		return text[:end+1]
	}
	return text
}

// hasRepeats reports whether a line is equal to the line before it.
func hasRepeats(text string) bool {
	before := "\x00"
	for line := range strings.Lines(text) {
		if line == before {
			return true
		}
		before = line
	}
	return false
}

// foldRun returns the text that replaces a run of n equal lines, or the run when
// that text is not shorter.
func foldRun(run, line string, n int) string {
	body := strings.TrimRight(line, "\r\n")
	switch {
	case body == "" && n >= 3:
		return line
	case body == "" || n < minRepeats || isNotice(line) || isMark(body):
		return run
	}
	mark := fmt.Sprintf("%s%d more times]\n", foldStart, n-1)
	if utf8.RuneCountInString(mark) >= utf8.RuneCountInString(run)-utf8.RuneCountInString(line) {
		return run
	}
	return line + mark
}
