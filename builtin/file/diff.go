package file

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"unicode/utf8"

	"github.com/aymanbagabas/go-udiff"

	"github.com/toolgen/toolgen/builtin/internal/texts"
	"github.com/toolgen/toolgen/runtime"
)

// Limits of diffs.
const (
	// contextLines is how many lines around a change are shown.
	contextLines = 3
	// maxCompared is how much text is compared for one diff, old and new together,
	// in bytes.
	maxCompared = 1 << 20
	// maxEncoded is how long a diff may be as a JSON string, in bytes. The
	// structured content of a result that has it is within the runtime's limit:
	// a change that was made must not be reported as a failure.
	maxEncoded = runtime.DefaultMaxStructuredBytes - 64<<10
	// maxShown is how much of a diff stands in the text of a result, in code points.
	maxShown = 4000
)

// diff is a unified diff, or why there is none.
type diff struct{ text, omitted string }

// region is a range of a file, from the beginning of a line to the end of one, and
// what becomes of it.
type region struct {
	line          int // lines before it
	before, after string
}

// patchDiff is the diff of a file in which a text is replaced. Only what is
// around the replacements is compared, so that it is exact however many there are.
func patchDiff(name, before, old, new string) diff {
	regions, ok := regionsOf(before, old, new)
	if !ok {
		return tooLarge
	}
	return unified(name, name, regions)
}

// diffOf is the diff of two contents; an empty name says that there is no file.
func diffOf(oldName, newName, before, after string) diff {
	if len(before)+len(after) > maxCompared {
		return tooLarge
	}
	return unified(oldName, newName, []region{{0, before, after}})
}

var tooLarge = diff{omitted: "the change is too large for a diff"}

// regionsOf are the changed lines of a file with those around them, apart where
// more lines than these lie between; not ok where they are too much to
// compare.
func regionsOf(before, old, new string) (regions []region, ok bool) {
	line, counted, total := 0, 0, 0
	for _, s := range spansOf(before, old) {
		line += strings.Count(before[counted:s.start], "\n")
		counted = s.start
		r := region{line: line, before: before[s.start:s.end]}
		if total += len(r.before); total > maxCompared {
			return nil, false
		}
		r.after = strings.ReplaceAll(r.before, old, new)
		if total += len(r.after); total > maxCompared {
			return nil, false
		}
		regions = append(regions, r)
	}
	return regions, true
}

// span is a range of bytes.
type span struct{ start, end int }

// spansOf are the ranges of whole lines around the occurrences of a text, in
// linear time. They do not touch, so that replacing in each is replacing in the whole.
func spansOf(text, old string) []span {
	var spans []span
	sure := -1 // what ends before it is in the last span, with the lines around it
	for at := strings.Index(text, old); at >= 0; at = next(text, old, at) {
		end := at + len(old)
		if end <= sure {
			continue
		}
		sure = linesOn(text, end, 0)
		last := len(spans) - 1
		if last < 0 || at > spans[last].end {
			if start := linesBack(text, at, contextLines); last < 0 || start > spans[last].end {
				spans = append(spans, span{start: start})
				last++
			}
		}
		spans[last].end = linesOn(text, end, contextLines)
	}
	return spans
}

// next is the occurrence after the one at i, or -1.
func next(text, old string, i int) int {
	from := i + len(old)
	i = strings.Index(text[from:], old)
	if i < 0 {
		return i
	}
	return from + i
}

// linesBack is where the line begins that is so many lines before that of i.
func linesBack(text string, i, lines int) int {
	for ; lines >= 0 && i >= 0; lines-- {
		i = strings.LastIndexByte(text[:i], '\n')
	}
	return i + 1
}

// linesOn is where the line ends that is so many lines behind that of i.
func linesOn(text string, i, lines int) int {
	for ; lines >= 0; lines-- {
		end := strings.IndexByte(text[i:], '\n') + 1
		if end == 0 {
			return len(text)
		}
		i += end
	}
	return i
}

// unified is the diff of the regions. The names are those of the old and the new
// file; one that is empty does not exist.
func unified(oldName, newName string, regions []region) diff {
	whole := udiff.UnifiedDiff{From: label("a/", oldName), To: label("b/", newName)}
	shift := 0 // how many lines more the new file has so far
	for _, r := range regions {
		part, err := udiff.ToUnifiedDiff("", "", r.before, udiff.Lines(r.before, r.after), contextLines)
		if err != nil {
			return diff{omitted: "the change could not be compared"}
		}
		for _, hunk := range part.Hunks {
			hunk.FromLine += r.line
			hunk.ToLine += r.line + shift
			whole.Hunks = append(whole.Hunks, hunk)
		}
		shift += lineCount(r.after) - lineCount(r.before)
	}
	text := whole.String()
	if !utf8.ValidString(text) {
		return diff{omitted: "the lines of the change are not UTF-8"}
	}
	if encodedLength(text) > maxEncoded {
		return tooLarge
	}
	return diff{text: text}
}

// encodedLength is the length of a text as a JSON string, in bytes, in the form
// in which the runtime writes it.
func encodedLength(text string) int {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if encoder.Encode(text) != nil {
		return math.MaxInt
	}
	return out.Len()
}

// lineCount is the number of lines of a text.
func lineCount(text string) int {
	n := strings.Count(text, "\n")
	if text != "" && !strings.HasSuffix(text, "\n") {
		n++
	}
	return n
}

// label is a name as it stands in a diff, in the way of git: in quotes where it
// has characters that need them, and with a tab behind one that has spaces.
func label(prefix, name string) string {
	if name == "" {
		return "/dev/null"
	}
	name = prefix + strings.TrimPrefix(name, "/")
	if strings.IndexFunc(name, needsQuotes) < 0 {
		if strings.Contains(name, " ") {
			name += "\t"
		}
		return name
	}
	var quoted strings.Builder
	for _, b := range []byte(name) {
		switch {
		case b == '"' || b == '\\':
			quoted.WriteString("\\" + string(rune(b)))
		case needsQuotes(rune(b)):
			fmt.Fprintf(&quoted, "\\%03o", b)
		default:
			quoted.WriteByte(b)
		}
	}
	return `"` + quoted.String() + `"`
}

func needsQuotes(r rune) bool { return r < ' ' || r == 0x7f || r == '"' || r == '\\' }

// preview is a diff for the text of a result, behind what it says: as many whole
// lines as fit.
func preview(d diff) string {
	if d.omitted != "" {
		return "\n(no diff: " + d.omitted + ")"
	}
	text := strings.TrimSuffix(d.text, "\n")
	if text == "" {
		return ""
	}
	if head := texts.Prefix(text, maxShown); len(head) < len(text) {
		kept := head[:strings.LastIndexByte(head, '\n')+1]
		text = kept + "(" + texts.Counted(lineCount(text[len(kept):]), "more line") + ")"
	}
	return "\n" + text
}
