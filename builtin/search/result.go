package search

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/toolgen/toolgen/builtin/internal/names"
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

// FileCount is the number of matching lines of a file.
type FileCount struct {
	Path  string `json:"path"`
	Count int    `json:"count"`
}

// Result is the result of search_files, in the order of the walk.
type Result struct {
	Matches []Match `json:"matches"`
	// Counts are the numbers of matching lines in the mode "counts", which has no
	// matches.
	Counts []FileCount `json:"counts,omitempty"`
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
	// Next is the argument after of a search that continues one that ended early.
	// It is empty if nothing was searched.
	Next string `json:"next,omitempty"`
	// Hint says why nothing was found, or suggests a change of the arguments. It
	// may be empty.
	Hint string `json:"hint,omitempty"`

	stopText string // describes an early end; empty for a complete search
}

// String returns the matches for a model. A single match of a file is
// "path:line: text". Several matches, and matches with context lines, are indented
// after a line with the path: "line: text", "line- text" for the lines before and
// after them, and "--" between lines that are not adjacent.
func (r *Result) String() string {
	var b strings.Builder
	for _, c := range r.Counts {
		fmt.Fprintf(&b, "%s: %d\n", displayName(c.Path), c.Count)
	}
	for from := 0; from < len(r.Matches); {
		to := from + 1
		for to < len(r.Matches) && r.Matches[to].Path == r.Matches[from].Path {
			to++
		}
		writeGroup(&b, r.Matches[from:to])
		from = to
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// writeGroup writes the matches of one file.
func writeGroup(b *strings.Builder, group []Match) {
	name := displayName(group[0].Path)
	if m := &group[0]; len(group) == 1 && len(m.Before)+len(m.After) == 0 {
		fmt.Fprintf(b, "%s:%d: %s\n", name, m.Line, m.Text)
		return
	}
	hasContext := false
	for i := range group {
		hasContext = hasContext || len(group[i].Before)+len(group[i].After) > 0
	}
	b.WriteString(name + "\n")
	last := 0
	for i := range group {
		m := &group[i]
		if hasContext && i > 0 && m.Line-len(m.Before) != last+1 {
			b.WriteString(groupSeparator)
		}
		writeLines(b, "-", m.Line-len(m.Before), m.Before)
		writeLines(b, ":", m.Line, []string{m.Text})
		writeLines(b, "-", m.Line+1, m.After)
		last = m.Line + len(m.After)
	}
}

// groupSeparator is the line between lines of a file that are not adjacent.
const groupSeparator = "  --\n"

// writeLines writes consecutive lines of a file; number is the first line number.
func writeLines(b *strings.Builder, mark string, number int, lines []string) {
	for i, text := range lines {
		b.WriteString("  ")
		b.WriteString(strconv.Itoa(number + i))
		b.WriteString(mark)
		b.WriteByte(' ')
		b.WriteString(text)
		b.WriteByte('\n')
	}
}

// textSize returns the maximum length of a match in the text of a result, in code
// points, without its path.
func (m *Match) textSize() int {
	n := lineOverhead*(1+len(m.Before)+len(m.After)) + countChars(m.Before) + utf8.RuneCountInString(m.Text) + countChars(m.After)
	if len(m.Before)+len(m.After) > 0 {
		n += len(groupSeparator)
	}
	return n
}

// lineOverhead is the maximum length of a line in the text of a result, in
// code points, without its text.
const lineOverhead = len("  1234567890: \n")

// ResultNote returns the summary. Names in it are quoted if they could be taken for
// words of the tool.
func (r *Result) ResultNote() string {
	var parts []string
	switch {
	case r.FilesMatched == 0 && r.Hint == "":
		parts = append(parts, "no matches")
	case len(r.Counts) > 0:
		total := 0
		for _, c := range r.Counts {
			total += c.Count
		}
		parts = append(parts, texts.Count(total, "matching line")+" in "+texts.Count(r.FilesMatched, "file"))
	case r.FilesMatched > 0:
		parts = append(parts, texts.Count(len(r.Matches), "matching line")+" in "+texts.Count(r.FilesMatched, "file"))
	}
	if r.Hint != "" {
		parts = append(parts, r.Hint)
	}
	if r.FilesSearched > 0 || r.Hint == "" {
		parts = append(parts, texts.Count(r.FilesSearched, "file")+" searched")
	}
	if left := r.Skipped.String(); left != "" {
		parts = append(parts, "left out: "+left)
	}
	if r.stopText != "" {
		parts = append(parts, r.stopText)
	}
	return "(" + strings.Join(parts, "; ") + ")"
}

// nextLocation returns the location after which a search that ended early can continue.
// lastFile is the last file that was searched completely. It is empty if nothing
// was searched.
func (r *Result) nextLocation(lastFile string) location {
	n := len(r.Matches)
	if n > 0 && (r.Stopped == StoppedByResults || r.Stopped == StoppedBySize) {
		return location{r.Matches[n-1].Path, r.Matches[n-1].Line}
	}
	return location{path: lastFile}
}

// likelyRegexp matches queries that contain syntax of regular expressions and
// are unlikely to be literal text.
var likelyRegexp = regexp.MustCompile(`\\[bdswBDSW.()]|\.[*+]|\w\|\w|^\^|\w\$$`)

// emptyResultHint returns why a search has no matches, if the reason is not that
// no line matches.
func (a *Args) emptyResultHint(w *walk) string {
	if w.selected == 0 && w.after.path == "" {
		return w.noFilesHint(a.Glob, a.Exclude)
	}
	if !a.Regexp && likelyRegexp.MatchString(a.Query) {
		return "no matches; query was searched as literal text: set regexp to true if it is a regular expression"
	}
	return ""
}

// noFilesHint returns the text for a search or a list that selects no file.
func (w *walk) noFilesHint(glob, exclude string) string {
	below := ""
	if w.root != "." {
		below = " below " + names.Quoted(w.root)
	}
	switch {
	case glob != "" && exclude != "":
		return "no file" + below + " matches glob " + strconv.Quote(glob) + " and not exclude " + strconv.Quote(exclude)
	case glob != "":
		return "no file" + below + " matches glob " + strconv.Quote(glob)
	case exclude != "":
		return "exclude " + strconv.Quote(exclude) + " leaves out all files" + below
	}
	return "there is no file" + below
}
