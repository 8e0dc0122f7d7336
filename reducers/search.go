package reducers

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

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
	// maxGlob is the maximum length of a glob in a mark, in bytes.
	maxGlob = 120
)

// SearchFiles returns the reducer of the tool "search_files". Matches are lines
// such as "path:line: text". Consecutive matches of one file are grouped under its
// path; lines of more than 300 code points are cut in the middle. Other lines are
// kept, such as the one that says that the search stopped early. Failures are not
// reduced.
//
// When several files have more than 60 matches together, or the text is over 8 KB,
// the first 10 matches of each file are kept. A mark has the number of the others
// and the arguments dir and glob of a search that shows them. All matches are kept
// when they are in one file, and when the glob of the search has no wildcards.
func SearchFiles() runtime.Reducer {
	return &reducer{tool: "search_files", pass: func(call runtime.ReduceContext) Pass {
		isOneFile := globNamesFile(call.Args)
		group := func(text string) string { return groupMatches(text, !isOneFile && hasTooManyMatches(text)) }
		return chain([]Pass{StripEscapes, group, CutLongLines(maxMatchLine)})
	}}
}

// wildcards are the special characters of a glob. globEscaper writes them in
// brackets, because JSON needs another backslash for a backslash.
const wildcards = "*?[{}"

var (
	globEscaper      = strings.NewReplacer("*", "[*]", "?", "[?]", "[", "[[]", "{", "[{]", "}", "[}]")
	escapedWildcards = strings.NewReplacer("[*]", "", "[?]", "", "[[]", "", "[{]", "", "[}]", "")
)

// globNamesFile reports whether the call has a glob without wildcards.
func globNamesFile(args json.RawMessage) bool {
	var call struct {
		Glob string `json:"glob"`
	}
	return json.Unmarshal(args, &call) == nil && call.Glob != "" && !strings.ContainsAny(escapedWildcards.Replace(call.Glob), wildcards)
}

// hasTooManyMatches reports whether several files have matches, and together too
// many.
func hasTooManyMatches(text string) bool {
	count, first, hasSeveral := 0, "", false
	for line := range strings.Lines(text) {
		if m, ok := parseMatch(strings.TrimRight(line, "\r\n")); ok {
			if count++; count == 1 {
				first = m.path
			}
			hasSeveral = hasSeveral || m.path != first
		}
	}
	return hasSeveral && (count > maxMatches || len(text) > largeText)
}

// match is a match of a search. The rest is the text of its line after the path.
type match struct{ path, rest string }

// groupMatches groups the matches of each file. When hasTooMany is true, only the
// first matches of each file are kept.
func groupMatches(text string, hasTooMany bool) string {
	if strings.Contains(text, "\x00") {
		return text
	}
	var out strings.Builder
	var group []match
	for line := range strings.Lines(text) {
		m, ok := parseMatch(strings.TrimRight(line, "\r\n"))
		if len(group) > 0 && (!ok || m.path != group[0].path) {
			writeGroup(&out, group, hasTooMany)
			group = group[:0]
		}
		if ok {
			group = append(group, m)
		} else {
			out.WriteString(line)
		}
	}
	writeGroup(&out, group, hasTooMany)
	if !strings.HasSuffix(text, "\n") {
		return strings.TrimSuffix(out.String(), "\n")
	}
	return out.String()
}

// parseMatch splits "path:12: text" into the path and "12: text". A line that
// begins with a space is not a match, because grouped matches do.
func parseMatch(line string) (m match, ok bool) {
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

// writeGroup writes the matches of a file: one match as it was, several matches
// under their path.
func writeGroup(out *strings.Builder, group []match, hasTooMany bool) {
	if len(group) == 0 {
		return
	}
	if len(group) == 1 {
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
	if len(group) <= maxMatchesPerFile {
		return group, ""
	}
	rest := group[maxMatchesPerFile:]
	mark = "  " + gapMark(otherMatches.countText(len(rest))) + " " + followUpAdvice(group[0].path) + "\n"
	saved := -utf8.RuneCountInString(mark)
	for _, m := range rest {
		saved += len("  ") + utf8.RuneCountInString(m.rest) + len("\n")
	}
	if saved < minSaved {
		return group, ""
	}
	return group[:maxMatchesPerFile], mark
}

// followUpAdvice returns the text that says how to search one file. It does not
// repeat a path that the tool quotes, or a very long one.
func followUpAdvice(path string) string {
	glob := globEscaper.Replace(path)
	if strings.ContainsAny(path, "\"\\") || len(glob) > maxGlob {
		return "To see them, search again with dir and glob for this file alone."
	}
	return fmt.Sprintf(`To see them, search again with dir "." and glob "%s".`, glob)
}
