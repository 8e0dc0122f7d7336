package search

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/toolgen/toolgen/builtin/internal/texts"
)

// Match is a matching line.
type Match struct {
	// Path is the file's path relative to the working directory.
	Path string `json:"path"`
	// Line is the line number; the first line is 1.
	Line int `json:"line"`
	// Text is the line, or the part around the match if the line is long.
	// Characters that cannot be shown are replaced by U+FFFD.
	Text string `json:"text"`
	// Before and After are the lines before and after the match, except those
	// of another match.
	Before []string `json:"before,omitempty"`
	After  []string `json:"after,omitempty"`
}

// Result is the result of search_files, in the order of the walk.
type Result struct {
	Matches []Match `json:"matches"`
	// FilesMatched and FilesSearched are numbers of files. FilesSearched
	// includes files that were not read to their end because there were enough
	// matches. It excludes binary files.
	FilesMatched  int `json:"files_matched"`
	FilesSearched int `json:"files_searched"`
	// Skipped describes what was not searched.
	Skipped SkipReport `json:"skipped"`
	// Stopped is the reason why the search ended early. It is empty if the
	// search is complete.
	Stopped StopReason `json:"stopped,omitempty"`
	// Hint suggests a change of the arguments if nothing was found. It may be
	// empty.
	Hint string `json:"hint,omitempty"`
}

// String returns the result for a model: matches as "path:line: text", the
// lines before and after them as "path-line- text" with "--" between groups,
// and a summary.
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
			path, name = m.Path, displayName(m.Path)
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

// writeLines writes consecutive lines of a file; number is the first line number.
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

// textSize returns the length of a match in the text of a result, in code
// points. name is the length of its path as it is shown.
func (m *Match) textSize(name int) int {
	return (name+lineOverhead)*(1+len(m.Before)+len(m.After)) + countChars(m.Before) + utf8.RuneCountInString(m.Text) + countChars(m.After)
}

// lineOverhead is the maximum length of a line in the text of a result, in
// code points, without its path and its text.
const lineOverhead = len(":1234567890: \n")

// summary returns the last line of the text.
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
		text += "; stopped early by " + string(r.Stopped) + ": " + stopAdvice[r.Stopped]
	}
	if r.Hint != "" {
		text += "; " + r.Hint
	}
	return text + ")"
}

// likelyRegexp matches queries that contain syntax of regular expressions and
// are unlikely to be literal text.
var likelyRegexp = regexp.MustCompile(`\\[bdswBDSW.()]|\.[*+]|\w\|\w|^\^|\w\$$`)

// emptyResultHint returns the hint for a search without matches.
func emptyResultHint(args *Args) string {
	if !args.Regexp && likelyRegexp.MatchString(args.SearchQuery) {
		return "search_query was searched as literal text: set regexp to true if it is a regular expression"
	}
	return ""
}
