package reducers

import (
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/internal/cut"
)

// hunk is a position in the lines of a hunk.
type hunk struct {
	columns int // the number of signs at the beginning of a line: one for each old version
	// left is the sum of the numbers of lines that remain in all versions. A line is
	// counted once for each version that has it.
	left int
	last int // the number by which the last line decreased left
}

// parseHunk parses the first line of a hunk, such as "@@ -1,3 +1,4 @@ func main()"
// or, in the diff of a merge, "@@@ -1,3 -1,2 +1,4 @@@".
func parseHunk(line string) (h hunk, ok bool) {
	if !strings.HasPrefix(line, "@@") {
		return h, false
	}
	words := strings.Fields(line)
	h.columns = len(words[0]) - 1
	if strings.Trim(words[0], "@") != "" || len(words) < h.columns+3 || words[h.columns+2] != words[0] {
		return h, false
	}
	for i, word := range words[1 : h.columns+2] {
		sign := "-"
		if i == h.columns {
			sign = "+"
		}
		lines, ok := parseLineRange(word, sign)
		if !ok {
			return h, false
		}
		h.left += lines
	}
	return h, true
}

// parseLineRange returns the number of lines of a range such as "-3,4". A range
// without a number has one line.
func parseLineRange(word, sign string) (lines int, ok bool) {
	word, ok = strings.CutPrefix(word, sign)
	start, count, hasCount := strings.Cut(word, ",")
	if !ok || !isNumber(start) {
		return 0, false
	}
	if !hasCount {
		return 1, true
	}
	lines, err := strconv.Atoi(count)
	return lines, err == nil && lines >= 0 && lines < maxHunkLines
}

// maxHunkLines limits the number of lines of a hunk, so that sums cannot overflow.
const maxHunkLines = 1 << 24

// next reports whether the line belongs to the hunk, and advances the position.
// A mark of this package is counted as the lines that it replaces.
func (h *hunk) next(line string) bool {
	if strings.HasPrefix(line, `\ `) { // "\ No newline at end of file"
		return true
	}
	if h.left <= 0 {
		return false
	}
	lines, ok := h.markedLines(line)
	if !ok {
		lines, ok = h.versions(line)
		h.last = lines
	}
	h.left -= lines
	return ok
}

// versions returns how many versions have the line. ok is false if it is not a
// line of a hunk. Programs may have removed the space of an empty line.
func (h *hunk) versions(line string) (n int, ok bool) {
	signs := strings.TrimRight(line[:min(len(line), h.columns)], "\r")
	if strings.Trim(signs, " +-") != "" {
		return 0, false
	}
	if removed := strings.Count(signs, "-"); removed > 0 {
		return removed, true
	}
	return 1 + h.columns - strings.Count(signs, "+"), true
}

// isChanged reports whether a line of the hunk is an added or removed line.
func (h *hunk) isChanged(line string) bool {
	return strings.ContainsAny(line[:min(len(line), h.columns)], "+-")
}

// markedLines returns the number of lines that a mark replaces, each counted once
// for each version. ok is false if the line is not such a mark.
func (h *hunk) markedLines(line string) (lines int, ok bool) {
	line = strings.TrimRight(line, "\r")
	if number, isFold := strings.CutPrefix(line, foldStart); isFold {
		n, err := strconv.Atoi(strings.TrimSuffix(number, " more times]"))
		return min(n, maxHunkLines) * h.last, err == nil
	}
	number, _, _ := strings.Cut(strings.TrimPrefix(line, "["), " ")
	n, err := strconv.Atoi(strings.ReplaceAll(number, ",", ""))
	if err != nil || n < 0 || n > maxHunkLines {
		return 0, false
	}
	switch line {
	case cut.Mark(otherLines.countText(n), ""):
		return h.left, true // it replaces the rest of the hunk
	case cut.Mark(unchangedLine.countText(n), ""):
		return n * (h.columns + 1), true
	}
	return 0, false
}
