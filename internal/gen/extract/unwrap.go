package extract

import (
	"regexp"
	"strings"
)

// listMarker matches the beginning of a line that is an item of a list.
var listMarker = regexp.MustCompile(`^\s*([-*+•]|\d+[.)])\s`)

// unwrap joins the lines of each paragraph and of each list item of a comment,
// because the width of the source has no meaning to a model. Code, which is
// indented, headings and list items keep their lines.
func unwrap(text string) string {
	var lines []string
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, " \t\r\n")
		if last := len(lines) - 1; last >= 0 && continues(lines[last], line) {
			lines[last] += " " + strings.TrimLeft(line, " \t")
		} else {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n")
}

// continues reports whether a line belongs to the paragraph or list item before it.
func continues(before, line string) bool {
	if before == "" || line == "" || listMarker.MatchString(line) || strings.HasPrefix(before, "# ") || strings.HasPrefix(line, "# ") {
		return false
	}
	if item := listMarker.FindString(before); item != "" {
		return indentation(line) >= len(item) || indentation(line) == 0 && indentation(before) == 0
	}
	return indentation(before) == 0 && indentation(line) == 0
}

// indentation returns the number of spaces and tabs at the beginning of a line.
func indentation(line string) int { return len(line) - len(strings.TrimLeft(line, " \t")) }
