package reducers

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/toolgen/toolgen/internal/cut"
	"github.com/toolgen/toolgen/runtime"
)

const (
	// maxMatchesPerFile is the number of matches of a file that are kept when
	// several files have too many.
	maxMatchesPerFile = 10
	// maxMatches is the maximum number of matches of which none is left out.
	maxMatches = 60
	// maxMatchLine is the maximum length of a line, in code points.
	maxMatchLine = 300
)

// SearchFiles returns the reducer of the tool "search_files". Matches are lines
// such as "path:line: text", or lines such as "  line: text" after a line with the
// path. Consecutive matches of the first kind of one file are grouped under its
// path; lines of more than 300 code points are cut in the middle. Other lines are
// kept, such as the one that says that the search stopped early. Failures are not
// reduced.
//
// When several files have more than 60 matches together, or the text is over 8 KB,
// the first 10 matches of each file are kept. A mark has the number of the others
// and the path of a search that shows them. All matches are kept when they are in
// one file.
func SearchFiles() runtime.Reducer {
	return &reducer{tool: "search_files", clean: completePass, pass: func(call runtime.ReduceContext) Pass {
		return chain([]Pass{groupPass(call), CutLongLines(maxMatchLine)})
	}}
}

// completePass returns the pass that groups the matches and leaves out none.
func completePass(runtime.ReduceContext) Pass {
	return chain([]Pass{StripEscapes, func(text string) string { return groupMatches(text, false) }})
}

// groupPass returns the pass that groups the matches. The marks of the matches that
// it leaves out say how to see them.
func groupPass(runtime.ReduceContext) Pass {
	group := func(text string) string { return groupMatches(text, hasTooManyMatches(text)) }
	return chain([]Pass{StripEscapes, group})
}

// hasTooManyMatches reports whether several files have matches, and together too
// many.
func hasTooManyMatches(text string) bool {
	count, groups, first := 0, 0, ""
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		m, ok := parseMatch(line)
		switch {
		case ok && (groups == 0 || m.path != first):
			groups, first = groups+1, m.path
			count++
		case ok, isGrouped(line, ':'):
			count++
		case isPathLine(line):
			groups, first = groups+1, line
		}
	}
	return groups > 1 && (count > maxMatches || len(text) > largeText)
}

// match is a match of a search. The rest is the text of its line after the path.
type match struct{ path, rest string }

// groupMatches groups the matches of each file. When hasTooMany is true, only the
// first matches of each file are kept.
func groupMatches(text string, hasTooMany bool) string {
	if strings.Contains(text, "\x00") {
		return text
	}
	g := grouper{hasTooMany: hasTooMany}
	g.out.Grow(len(text))
	for line := range strings.Lines(text) {
		g.add(line)
	}
	g.flush()
	if !strings.HasSuffix(text, "\n") {
		return strings.TrimSuffix(g.out.String(), "\n")
	}
	return g.out.String()
}

// grouper writes the lines of a search, and collects the matches of one file at a
// time.
type grouper struct {
	out        strings.Builder
	hasTooMany bool
	path       string  // the file of the matches; empty if there is no group
	header     string  // the line with the path, as it was; empty for matches with their path
	group      []match // with the lines before and after matches, as they were
}

// add adds a line with its line end.
func (g *grouper) add(line string) {
	content := strings.TrimRight(line, "\r\n")
	m, ok := parseMatch(content)
	switch {
	case g.header != "" && isGroupLine(content):
		g.group = append(g.group, match{g.path, strings.TrimPrefix(content, "  ")})
	case ok:
		if m.path != g.path || g.header != "" {
			g.flush()
			g.path = m.path
		}
		g.group = append(g.group, m)
	default:
		g.flush()
		if isPathLine(content) {
			g.path, g.header = content, line
			return
		}
		g.out.WriteString(line)
	}
}

// flush writes the collected matches. A line that was taken for a path, and has no
// matches, is written as it was.
func (g *grouper) flush() {
	if len(g.group) == 0 {
		g.out.WriteString(g.header)
	}
	writeGroup(&g.out, g.group, g.header != "", g.hasTooMany)
	g.path, g.header, g.group = "", "", g.group[:0]
}

// isPathLine reports whether a line can be the path above a group of matches: it is
// not indented, and is no summary and no mark in brackets.
func isPathLine(line string) bool {
	if line == "" || line[0] == ' ' {
		return false
	}
	ends := line[:1] + line[len(line)-1:]
	return ends != "()" && ends != "[]"
}

// isGroupLine reports whether a line is a match, a line before or after one, or a
// separator, below the path of its file.
func isGroupLine(line string) bool {
	return isGrouped(line, ':') || isGrouped(line, '-') || line == "  --"
}

// isGrouped reports whether a line is a line of a group with this mark after its
// number.
func isGrouped(line string, mark byte) bool {
	number, ok := strings.CutPrefix(line, "  ")
	digits := len(number) - len(strings.TrimLeft(number, "0123456789"))
	return ok && digits > 0 && digits < 11 && len(number) > digits && number[digits] == mark
}

// summaryLine matches the beginning of the line that has the numbers of matches and
// files, in which the place where a search ended looks like a match.
var summaryLine = regexp.MustCompile(`^\((?:\d[\d,]* matching lines? in|no (?:file )?match)`)

// parseMatch splits "path:12: text" into the path and "12: text". A line that
// begins with a space is not a match, because grouped matches do, nor is the summary.
func parseMatch(line string) (m match, ok bool) {
	if summaryLine.MatchString(line) {
		return m, false
	}
	for from := 0; from < min(len(line), 1024); {
		colon := strings.IndexByte(line[from:], ':')
		if colon < 0 {
			return m, false
		}
		colon += from
		number := line[colon+1:]
		digits := len(number) - len(strings.TrimLeft(number, "0123456789"))
		if digits > 0 && digits < 10 && strings.HasPrefix(number[digits:], ":") {
			return match{line[:colon], number}, colon > 0 && line[0] != ' '
		}
		from = colon + 1
	}
	return m, false
}

// writeGroup writes the matches of a file: one match that was not below a path as it
// was, others under their path.
func writeGroup(out *strings.Builder, group []match, isGrouped, hasTooMany bool) {
	switch {
	case len(group) == 0:
		return
	case len(group) == 1 && !isGrouped:
		out.WriteString(group[0].path + ":" + group[0].rest + "\n")
		return
	}
	out.WriteString(group[0].path + "\n")
	kept, mark := group, ""
	if hasTooMany {
		kept, mark = firstMatches(group)
	}
	for _, m := range kept {
		out.WriteString("  " + m.rest + "\n")
	}
	out.WriteString(mark)
}

// firstMatches returns the matches of a file that are kept and the mark that
// replaces the others. It returns all matches when the mark is not shorter.
func firstMatches(group []match) (kept []match, mark string) {
	end, count := len(group), 0
	for i, m := range group {
		if isGrouped("  "+m.rest, ':') {
			if count++; count == maxMatchesPerFile {
				end = i + 1
			}
		}
	}
	for end < len(group) && isGrouped("  "+group[end].rest, '-') { // the lines after the last match
		end++
	}
	if count <= maxMatchesPerFile {
		return group, ""
	}
	mark = "  " + cut.Mark(otherMatches.countText(count-maxMatchesPerFile), "") + "\n"
	saved := -utf8.RuneCountInString(mark)
	for _, m := range group[end:] {
		saved += len("  ") + utf8.RuneCountInString(m.rest) + len("\n")
	}
	if saved < minSaved {
		return group, ""
	}
	return group[:end], mark
}
