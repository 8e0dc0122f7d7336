package search

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/toolgen/toolgen/builtin/internal/texts"
)

// Match is a line that matches.
type Match struct {
	// Path is the file's, from the working directory on.
	Path string `json:"path"`
	// Line is the line's number, from 1.
	Line int `json:"line"`
	// Text is the line, or of a long one the part around the match. Characters
	// that cannot be shown are U+FFFD.
	Text string `json:"text"`
	// Before and After are the lines around it, those that do not belong to
	// another match.
	Before []string `json:"before,omitempty"`
	After  []string `json:"after,omitempty"`
}

// Result is what a search found, in the order of the walk.
type Result struct {
	Matches []Match `json:"matches"`
	// FilesMatched and FilesSearched count files; one that was not read to its
	// end because there were enough matches is searched, a binary one is not.
	FilesMatched  int `json:"files_matched"`
	FilesSearched int `json:"files_searched"`
	// Skipped is what was not searched.
	Skipped Skipped `json:"skipped"`
	// Stopped is why the search ended early; empty for a complete one.
	Stopped Stop `json:"stopped,omitempty"`
	// Hint says what to try where nothing was found; it may be empty.
	Hint string `json:"hint,omitempty"`
}

// String is the result for a model: matches as "path:line: text", lines around
// them as "path-line- text" with "--" between groups, and a summary.
func (r *Result) String() string {
	var b strings.Builder
	context := false
	for i := range r.Matches {
		context = context || len(r.Matches[i].Before)+len(r.Matches[i].After) > 0
	}
	path, name, last := "", "", 0
	for i := range r.Matches {
		m := &r.Matches[i]
		if m.Path != path || i == 0 {
			path, name = m.Path, shown(m.Path)
			last = -1
		}
		if context && i > 0 && m.Line-len(m.Before) != last+1 {
			b.WriteString("--\n")
		}
		writeLines(&b, name, "-", m.Line-len(m.Before), m.Before)
		writeLines(&b, name, ":", m.Line, []string{m.Text})
		writeLines(&b, name, "-", m.Line+1, m.After)
		last = m.Line + len(m.After)
	}
	b.WriteString(r.summary())
	return b.String()
}

func writeLines(b *strings.Builder, name, mark string, number int, lines []string) {
	for i, text := range lines {
		b.WriteString(name)
		b.WriteString(mark)
		b.WriteString(strconv.Itoa(number + i))
		b.WriteString(mark)
		b.WriteByte(' ')
		b.WriteString(text)
		b.WriteByte('\n')
	}
}

// cost is how much of a result a match takes, in code points, where its path
// takes so many.
func (m *Match) cost(name int) int {
	return (name+frame)*(1+len(m.Before)+len(m.After)) + lengths(m.Before) + utf8.RuneCountInString(m.Text) + lengths(m.After)
}

// frame is what a line has beside its path and its text at most, in code
// points.
const frame = len(":1234567890: \n")

func (r *Result) summary() string {
	text := "(no matches; "
	if len(r.Matches) > 0 {
		text = fmt.Sprintf("(%s in %s; ", texts.Counted(len(r.Matches), "matching line"), texts.Counted(r.FilesMatched, "file"))
	}
	text += texts.Counted(r.FilesSearched, "file") + " searched"
	if left := r.Skipped.String(); left != "" {
		text += "; left out: " + left
	}
	if r.Stopped != "" {
		text += "; stopped early by " + string(r.Stopped) + ": " + advice[r.Stopped]
	}
	if r.Hint != "" {
		text += "; " + r.Hint
	}
	return text + ")"
}

// looksLikeRegexp are parts that stand in regular expressions, and hardly in
// what one looks for as it is.
var looksLikeRegexp = regexp.MustCompile(`\\[bdswBDSW.()]|\.[*+]|\w\|\w|^\^|\w\$$`)

// hint says what to try after a search that found nothing.
func hint(args *Args) string {
	if !args.Regexp && looksLikeRegexp.MatchString(args.SearchQuery) {
		return "search_query was taken as it stands: set regexp to true if it is a regular expression"
	}
	return ""
}
