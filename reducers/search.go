package reducers

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/toolgen/toolgen/runtime"
)

const (
	// matchesShown is how many matches of a file stay when there are too many
	// in several.
	matchesShown = 10
	// manyMatches is how many in all are not yet too many.
	manyMatches = 60
	// matchLength is how long a line of a match may be, in code points.
	matchLength = 300
	// longestGlob is how long a glob may be, in bytes, that is given as advice.
	longestGlob = 120
)

// SearchFiles reduces the results of the tool "search_files", and of others
// that print "path:line: text": matches of one file in a row are grouped under
// its path; lines of more than 300 characters are cut inside. Other lines, such
// as that the search stopped early, stay. Failures are left alone.
//
// When several files have together more than 60 matches, or the text is over
// 8 KB, 10 matches of each stay, with the number of the others and the arguments
// dir and glob of a search that shows them: of a single file, and of a search
// whose glob has no wildcards, all matches stay.
func SearchFiles() runtime.Reducer {
	return &reducer{tool: "search_files", pass: func(call runtime.ReduceContext) Pass {
		named := namesFile(call.Args)
		group := func(text string) string { return groupMatches(text, !named && areTooMany(text)) }
		return chain([]Pass{StripEscapes, group, CutLongLines(matchLength)})
	}}
}

// wildcards are what is special in a glob, and literals stand for it, in
// brackets: a backslash would have to be escaped once more in JSON.
const wildcards = "*?[{}"

var (
	literals   = strings.NewReplacer("*", "[*]", "?", "[?]", "[", "[[]", "{", "[{]", "}", "[}]")
	noLiterals = strings.NewReplacer("[*]", "", "[?]", "", "[[]", "", "[{]", "", "[}]", "")
)

// namesFile says whether the call has a glob that is the name of a file.
func namesFile(args json.RawMessage) bool {
	var call struct {
		Glob string `json:"glob"`
	}
	return json.Unmarshal(args, &call) == nil && call.Glob != "" && !strings.ContainsAny(noLiterals.Replace(call.Glob), wildcards)
}

// areTooMany says whether several files have matches, and they are too many.
func areTooMany(text string) bool {
	found, first, several := 0, "", false
	for line := range strings.Lines(text) {
		if m, ok := matchOf(strings.TrimRight(line, "\r\n")); ok {
			if found++; found == 1 {
				first = m.path
			}
			several = several || m.path != first
		}
	}
	return several && (found > manyMatches || len(text) > largeText)
}

// match is a line of a search.
type match struct{ path, rest string }

// groupMatches groups the matches of each file, and leaves out those that are
// too many.
func groupMatches(text string, tooMany bool) string {
	if strings.Contains(text, "\x00") {
		return text
	}
	var out strings.Builder
	var group []match
	for line := range strings.Lines(text) {
		m, ok := matchOf(strings.TrimRight(line, "\r\n"))
		if len(group) > 0 && (!ok || m.path != group[0].path) {
			writeGroup(&out, group, tooMany)
			group = group[:0]
		}
		if ok {
			group = append(group, m)
		} else {
			out.WriteString(line)
		}
	}
	writeGroup(&out, group, tooMany)
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
func writeGroup(out *strings.Builder, group []match, tooMany bool) {
	if len(group) == 0 {
		return
	}
	if len(group) == 1 {
		out.WriteString(group[0].path + ":" + group[0].rest + "\n")
		return
	}
	out.WriteString(group[0].path + "\n")
	kept, mark := group, ""
	if tooMany {
		kept, mark = firstMatches(group)
	}
	for _, m := range kept {
		out.WriteString("  " + m.rest + "\n")
	}
	out.WriteString(mark)
}

// firstMatches are the matches of a file that stay, and what stands for the
// others; all of them when that is not shorter.
func firstMatches(group []match) (kept []match, mark string) {
	if len(group) <= matchesShown {
		return group, ""
	}
	rest := group[matchesShown:]
	mark = "  " + gap(moreMatches.count(len(rest))) + " " + adviceOn(group[0].path) + "\n"
	saved := -utf8.RuneCountInString(mark)
	for _, m := range rest {
		saved += len("  ") + utf8.RuneCountInString(m.rest) + len("\n")
	}
	if saved < leastSaved {
		return group, ""
	}
	return group[:matchesShown], mark
}

// adviceOn says how to search a file alone. A path that the tool has quoted, or
// a very long one, is not repeated.
func adviceOn(path string) string {
	glob := literals.Replace(path)
	if strings.ContainsAny(path, "\"\\") || len(glob) > longestGlob {
		return "To see them, search again with dir and glob for this file alone."
	}
	return fmt.Sprintf(`To see them, search again with dir "." and glob "%s".`, glob)
}
