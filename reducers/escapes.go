package reducers

import (
	"strings"

	"github.com/toolgen/toolgen/internal/ansi"
)

// StripEscapes removes the escape sequences of terminals (colors, movements of
// the cursor, titles, the addresses of hyperlinks), bells, and characters that a
// backspace removes. When a program overwrites a line with carriage returns to
// show its progress, only the last state of the line is kept.
//
// Other control characters are kept, and so are carriage returns at the ends of
// lines.
func StripEscapes(text string) string {
	return applyUntilStable(text, func(text string) string { return dropOverwritten(ansi.Strip(text)) })
}

// dropOverwritten keeps the last state of each line.
func dropOverwritten(text string) string {
	if !strings.Contains(text, "\r") {
		return text
	}
	return eachLine(text, dropOverwrittenParts)
}

// dropOverwrittenParts removes the parts of a line, separated by carriage
// returns, that the next part overwrites. Parts with different beginnings are
// kept, because they do not show progress.
func dropOverwrittenParts(line string) string {
	body, end := line, ""
	if trimmed := strings.TrimRight(line, "\r"); len(trimmed) < len(line) {
		body, end = trimmed, "\r"
	}
	if !strings.Contains(body, "\r") {
		return body + end
	}
	var out strings.Builder
	for body != "" {
		part, rest, found := strings.Cut(body, "\r")
		if !found || !isOverwritten(part, rest) {
			out.WriteString(part)
			if found {
				out.WriteByte('\r')
			}
		}
		body = rest
	}
	return out.String() + end
}

// isOverwritten reports whether a part of a line is an earlier state of the next
// one: it is empty, the next one begins with it, or it has a digit and both have
// the same words before the first digit.
func isOverwritten(part, next string) bool {
	before, hasDigit := wordsBeforeDigit(part)
	after, _ := wordsBeforeDigit(next)
	if before == "" && !hasDigit {
		return true
	}
	return hasDigit && before == after || strings.HasPrefix(next, part)
}

// wordsBeforeDigit returns the text of the first part of a line before its first
// digit, and whether there is a digit.
func wordsBeforeDigit(line string) (words string, hasDigit bool) {
	i := strings.IndexAny(line, "0123456789\r")
	if i < 0 {
		return strings.TrimSpace(line), false
	}
	return strings.TrimSpace(line[:i]), line[i] != '\r'
}
