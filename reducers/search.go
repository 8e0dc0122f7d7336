package reducers

import (
	"strings"

	"github.com/toolgen/toolgen/runtime"
)

const (
	// matchesShown is how many matches of a file stay.
	matchesShown = 10
	// matchLength is how long a line of a match may be, in code points.
	matchLength = 300
)

// SearchFiles reduces the results of the tool "search_files", and of others
// that print "path:line: text": matches of one file in a row are grouped under its path,
// at most 10 of them, with the number of the others; lines of more than 300
// characters are cut inside. Other lines, such as that the search stopped
// early, stay. Failures are left alone.
func SearchFiles() runtime.Reducer {
	return &reducer{tool: "search_files", pass: func(runtime.ReduceContext) Pass {
		return chain([]Pass{StripEscapes, groupMatches, CutLongLines(matchLength)})
	}}
}

// match is a line of a search.
type match struct{ path, rest string }

// groupMatches groups the matches of each file.
func groupMatches(text string) string {
	if strings.Contains(text, "\x00") {
		return text
	}
	var out strings.Builder
	var group []match
	for line := range strings.Lines(text) {
		m, ok := matchOf(strings.TrimRight(line, "\r\n"))
		if len(group) > 0 && (!ok || m.path != group[0].path) {
			writeGroup(&out, group)
			group = group[:0]
		}
		if ok {
			group = append(group, m)
		} else {
			out.WriteString(line)
		}
	}
	writeGroup(&out, group)
	if !strings.HasSuffix(text, "\n") {
		return strings.TrimSuffix(out.String(), "\n")
	}
	return out.String()
}

// matchOf takes "path:12: text" apart: the path, and "12: text". A path has no
// space at its beginning: our own lines have.
func matchOf(line string) (m match, ok bool) {
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

// writeGroup writes the matches of a file: a single one as it was, several ones
// under the path.
func writeGroup(out *strings.Builder, group []match) {
	if len(group) == 0 {
		return
	}
	if len(group) == 1 {
		out.WriteString(group[0].path + ":" + group[0].rest + "\n")
		return
	}
	out.WriteString(group[0].path + "\n")
	for _, m := range group[:min(len(group), matchesShown)] {
		out.WriteString("  " + m.rest + "\n")
	}
	if more := len(group) - matchesShown; more > 0 {
		out.WriteString("  " + gap(moreMatches.count(more)) + "\n")
	}
}
