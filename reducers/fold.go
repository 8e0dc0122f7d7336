package reducers

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// leastRepeats is how many equal lines in a row are worth folding.
const leastRepeats = 4

// FoldRepeats leaves of four and more equal lines in a row the first one and
// how often it came again, and of three and more empty lines one. Notices of
// cut texts and our own marks are not folded.
func FoldRepeats(text string) string { return settle(text, foldRepeats) }

func foldRepeats(text string) string {
	if !repeats(text) {
		return text
	}
	var out strings.Builder
	for text != "" {
		line := firstLine(text)
		run, n := line, 1
		for len(line)*(n+1) <= len(text) && text[len(run):len(run)+len(line)] == line {
			run, n = text[:len(run)+len(line)], n+1
		}
		out.WriteString(folded(run, line, n))
		text = text[len(run):]
	}
	return out.String()
}

// firstLine is the first line of the text with its line feed.
func firstLine(text string) string {
	if end := strings.IndexByte(text, '\n'); end >= 0 {
		return text[:end+1]
	}
	return text
}

// repeats says whether any line is equal to the one before it.
func repeats(text string) bool {
	before := "\x00"
	for line := range strings.Lines(text) {
		if line == before {
			return true
		}
		before = line
	}
	return false
}

// folded is the run of n equal lines, or what stands for it.
func folded(run, line string, n int) string {
	body := strings.TrimRight(line, "\r\n")
	switch {
	case body == "" && n >= 3:
		return line
	case body == "" || n < leastRepeats || isNotice(line) || ourMark(body):
		return run
	}
	mark := fmt.Sprintf("%s%d more times]\n", foldStart, n-1)
	if utf8.RuneCountInString(mark) >= utf8.RuneCountInString(run)-utf8.RuneCountInString(line) {
		return run
	}
	return line + mark
}
