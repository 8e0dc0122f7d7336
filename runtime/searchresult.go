package runtime

import (
	"fmt"
	"math"
	"strings"
	"unicode/utf8"

	"github.com/toolgen/toolgen/internal/cut"
	"github.com/toolgen/toolgen/internal/measure"
	"github.com/toolgen/toolgen/internal/untrusted"
)

// maxFoundChars is the maximum length of a line that a search shows, in code
// points. Of a longer line, the text around the first match is shown.
const maxFoundChars = 300

// search returns the lines of the range that contain the query in any case, as
// many as fit into the budget, each with its number and its start. It reads the
// text from its beginning, because the numbers count all lines.
func (r *spillReader) search(query string) Result {
	start, end := r.start, r.end
	if end < 0 {
		end = math.MaxInt
	}
	r.start = 0
	text, total, refusal := r.get(end)
	switch {
	case refusal != nil:
		return *refusal
	case start >= total:
		return startError(start, total)
	}
	s := lineSearch{query: strings.ToLower(query), start: start, limit: r.limit("\n" + foundNote(widest-1, widest, widest)), isUntrusted: r.fence != nil}
	s.searchText(text)
	if s.found == 0 {
		return Text(foundNote(0, 0, 0))
	}
	shown := strings.TrimSuffix(s.out.String(), "\n")
	if r.fence != nil {
		shown = r.fence.Enclose(shown)
	}
	return Text(shown + "\n" + foundNote(s.shown, s.found, s.next))
}

// foundNote returns the note after the lines of a search. next is the start of
// the first line that is not shown.
func foundNote(shown, found, next int) string {
	switch {
	case found == 0:
		return "[no line contains the query]"
	case shown < found:
		return fmt.Sprintf("[%d of %s; call %s with this query and start %d for the next ones, or without query to read from a start]",
			shown, cut.Count(found, "matching line"), ReadResultTool, next)
	}
	return fmt.Sprintf("[%s; to read around a line, call %s with a start and without query]", cut.Count(found, "matching line"), ReadResultTool)
}

// lineSearch is a search for the lines that contain a text.
type lineSearch struct {
	query       string // in lower case
	start       int    // lines before this position are counted, but not searched
	limit       int    // the maximum length of out in code points
	isUntrusted bool   // the lines are neutralized

	out          strings.Builder
	shown, found int
	next         int // the position of the first line that did not fit; 0 if all fit
}

// searchText searches all lines of a text.
func (s *lineSearch) searchText(text string) {
	number, at := 0, 0
	for line := range strings.Lines(text) {
		number++
		chars, _ := measure.Chars(line)
		if at+chars > s.start {
			s.searchLine(strings.TrimRight(line, "\r\n"), number, at)
		}
		at += chars
	}
}

// searchLine adds a line if it contains the query and fits. at is the position of
// the line in code points.
func (s *lineSearch) searchLine(line string, number, at int) {
	lower := strings.ToLower(line) // has as many code points as the line
	match := strings.Index(lower, s.query)
	if match < 0 {
		return
	}
	s.found++
	if s.next > 0 {
		return
	}
	shown, skipped := aroundMatch(line, utf8.RuneCountInString(lower[:match]))
	if s.isUntrusted {
		shown = untrusted.Neutralize(shown)
	}
	entry := fmt.Sprintf("line %d, start %d: %s\n", number, at+skipped, shown)
	length := utf8.RuneCountInString(entry)
	if length > s.limit && s.shown > 0 {
		s.next = max(at, 1)
		return
	}
	s.limit -= length
	s.out.WriteString(entry)
	s.shown++
}

// aroundMatch returns the part of a line around a match, whose position is in
// code points, and how many code points before it are not shown.
func aroundMatch(line string, match int) (shown string, skipped int) {
	chars, _ := measure.Chars(line)
	if chars <= maxFoundChars {
		return line, 0
	}
	skipped = min(max(0, match-maxFoundChars/4), chars-maxFoundChars)
	shown = line[measure.Offset(line, skipped):]
	end := measure.Offset(shown, maxFoundChars)
	if end < len(shown) {
		shown = shown[:end] + ellipsis
	}
	if skipped > 0 {
		shown = ellipsis + shown
	}
	return shown, skipped
}
