package browser

import (
	"fmt"
	"slices"
	"strings"

	"github.com/chromedp/cdproto/cdp"
)

// shownPage is what the session knows of a page that the model has seen.
type shownPage struct {
	tab      *tab
	document cdp.LoaderID
	lines    []string
}

const (
	// maxEdits is the maximum number of lines that differ between two pages which
	// are compared. Pages with more differences are shown completely.
	maxEdits = 400
	// maxChanged is the part of a page that may have changed, in percent.
	maxChanged = 50
)

// edit is a line of a comparison: '-' for one that is gone, '+' for a new one.
type edit struct {
	kind byte
	line int // index in the new page
	text string
}

// changes returns the lines that differ between two pages as text; ok is false
// where so much has changed that the whole page is shorter to read.
func changes(before, after []string) (text string, ok bool) {
	edits, ok := compare(before, after)
	if !ok || 100*len(edits) > maxChanged*max(len(after), 10) {
		return "", false
	}
	var b strings.Builder
	last := -2
	for _, e := range edits {
		if e.line > last+1 && e.line > 0 {
			fmt.Fprintf(&b, "  %s", strings.TrimLeft(after[e.line-1], " ")) // the line before, which has not changed
		}
		fmt.Fprintf(&b, "%c %s", e.kind, strings.TrimLeft(e.text, " "))
		last = e.line
		if e.kind == '-' {
			last-- // the next new line is in its place
		}
	}
	if b.Len() > maxSnapshotChars {
		return "", false
	}
	return b.String(), true
}

// compare returns the shortest list of edits between two lists of lines, by the
// algorithm of Myers; ok is false if there are more than maxEdits.
func compare(before, after []string) (edits []edit, ok bool) {
	start := 0
	for start < len(before) && start < len(after) && before[start] == after[start] {
		start++
	}
	end := 0
	for end < min(len(before), len(after))-start && before[len(before)-1-end] == after[len(after)-1-end] {
		end++
	}
	a, b := before[start:len(before)-end], after[start:len(after)-end]
	traces, ok := search(a, b)
	if !ok {
		return nil, false
	}
	edits = backtrack(a, b, traces)
	for i := range edits {
		edits[i].line += start
	}
	return edits, true
}

// search returns how far each diagonal reaches after each number of edits.
func search(a, b []string) (traces []map[int]int, ok bool) {
	reached := map[int]int{1: 0}
	for edits := 0; edits <= min(maxEdits, len(a)+len(b)); edits++ {
		next := make(map[int]int, edits+2)
		for k := -edits; k <= edits; k += 2 {
			x := reached[k-1] + 1
			if k == -edits || k != edits && reached[k-1] < reached[k+1] {
				x = reached[k+1]
			}
			for x < len(a) && x-k < len(b) && a[x] == b[x-k] {
				x++
			}
			next[k] = x
			if x >= len(a) && x-k >= len(b) {
				return append(traces, next), true
			}
		}
		traces, reached = append(traces, next), next
	}
	return nil, false
}

// backtrack returns the edits that lead to the end.
func backtrack(a, b []string, traces []map[int]int) (edits []edit) {
	x, y := len(a), len(b)
	for n := len(traces) - 1; n > 0; n-- {
		k, reached := x-y, traces[n-1]
		isAdded := k == -n || k != n && reached[k-1] < reached[k+1]
		from := k - 1
		if isAdded {
			from = k + 1
		}
		x = reached[from]
		y = x - from
		if isAdded {
			edits = append(edits, edit{'+', y, b[y]})
		} else {
			edits = append(edits, edit{'-', y, a[x]})
		}
	}
	slices.Reverse(edits)
	return edits
}

// matches returns the lines that contain a text, each with its number and the
// lines around it, from a line number on. next is the number of the first line
// that did not fit, or 0.
func matches(lines []string, wanted string, from int) (text string, next int) {
	var b strings.Builder
	wanted, last := foldSpace(wanted), max(from-2, -1)
	for i := max(from-1, 0); i < len(lines); i++ {
		if !strings.Contains(foldSpace(lines[i]), wanted) {
			continue
		}
		if b.Len() > maxSnapshotChars {
			return b.String(), i + 1
		}
		start, end := around(lines, i)
		for j := max(start, last+1); j <= end; j++ {
			fmt.Fprintf(&b, "%d: %s", j+1, lines[j])
			last = j
		}
	}
	return b.String(), 0
}

// maxAround is the maximum number of lines of an element that are shown because one of
// them has a text.
const maxAround = 12

// around returns the first and the last line to show for a line: all lines of the
// element around it, such as a row of a table with its buttons, if there are few, or
// else one line before and one after.
func around(lines []string, i int) (start, end int) {
	indent := indentOf(lines[i])
	start, end = i, i
	for start > 0 && indentOf(lines[start]) >= indent && i-start < maxAround {
		start--
	}
	for end+1 < len(lines) && indentOf(lines[end+1]) >= indent && end-start < maxAround {
		end++
	}
	if indent == 0 || indentOf(lines[start]) >= indent || end-start >= maxAround {
		return max(i-1, 0), min(i+1, len(lines)-1)
	}
	return start, end
}

// indentOf returns the number of spaces at the beginning of a line.
func indentOf(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }

// foldSpace returns a text in lower case with single spaces, for comparisons.
func foldSpace(text string) string { return strings.ToLower(strings.Join(strings.Fields(text), " ")) }
