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

// The limits of diffs.
const (
	// contextLines is the number of lines before and after a change.
	contextLines = 3
	// maxComparedBytes is the maximum length of the texts that are compared
	// for a diff, old and new together.
	maxComparedBytes = 1 << 20
	// maxEncodedBytes is the maximum length of a diff as a JSON string. It
	// keeps the structured content of a result below the runtime's limit,
	// because a change that was made must not be reported as a failure.
	maxEncodedBytes = runtime.DefaultMaxStructuredBytes - 64<<10
	// maxShownChars is the maximum length of a diff in the text of a result,
	// in code points.
	maxShownChars = 4000
)

// diff is a unified diff, or the reason why there is none.
type diff struct{ text, omitted string }

// region is a range of complete lines of a file, and the lines that replace
// them.
type region struct {
	line, start   int // the number of lines and of bytes before the region
	before, after string
}

// diffOfReplacement returns the diff of a file in which a text is replaced; after
// is its new text. Only the regions around the replacements are compared, so that
// the diff is exact for any number of replacements.
func diffOfReplacement(in *textFile, after, old, new string) diff {
	regions, ok := changedRegions(in.text, old, new)
	if !ok {
		return tooLarge
	}
	if !in.redactRegions(regions, after) {
		return hasSecret
	}
	return unifiedDiff(in.name, in.name, regions)
}

// redactRegions removes secrets from the regions of a file, whose new text is
// after. A region may have only a part of a secret, such as a line of a private key,
// which the runtime does not recognize. redactRegions returns false if a secret
// has several lines, so that the numbers of the lines would not be right.
func (in *textFile) redactRegions(regions []region, after string) (ok bool) {
	changed := &textFile{name: in.name, text: after, shorten: in.shorten}
	shift := 0 // how much further the region is in the new text
	for i := range regions {
		r := &regions[i]
		length := len(r.after) - len(r.before)
		before := in.excerpt(r.start, r.start+len(r.before))
		now := changed.excerpt(r.start+shift, r.start+shift+len(r.after))
		if strings.Count(before, "\n") != strings.Count(r.before, "\n") || strings.Count(now, "\n") != strings.Count(r.after, "\n") {
			return false
		}
		r.before, r.after = before, now
		shift += length
	}
	return true
}

// diffOfContents returns the diff of two contents. An empty name means that
// the file does not exist.
// The diff has no secrets: shorten returns a part of a text without them, as
// runtime.Call.Excerpt does.
func diffOfContents(shorten func(string, int, int) string, oldName, newName, before, after string) diff {
	if len(before)+len(after) > maxComparedBytes {
		return tooLarge
	}
	all := []region{{before: before, after: after}}
	if !(&textFile{text: before, shorten: shorten}).redactRegions(all, after) {
		return hasSecret
	}
	return unifiedDiff(oldName, newName, all)
}

// tooLarge is the diff of a change that is too large, and hasSecret that of a
// change in or near a secret.
var (
	tooLarge  = diff{omitted: "the change is too large for a diff"}
	hasSecret = diff{omitted: "the changed lines, or those around them, have a secret"}
)

// changedRegions returns the regions of a file that contain a replaced text.
// ok is false if they exceed maxComparedBytes.
func changedRegions(before, old, new string) (regions []region, ok bool) {
	line, counted, total := 0, 0, 0
	for _, s := range changedSpans(before, old) {
		line += strings.Count(before[counted:s.start], "\n")
		counted = s.start
		r := region{line: line, start: s.start, before: before[s.start:s.end]}
		if total += len(r.before); total > maxComparedBytes {
			return nil, false
		}
		r.after = strings.ReplaceAll(r.before, old, new)
		if total += len(r.after); total > maxComparedBytes {
			return nil, false
		}
		regions = append(regions, r)
	}
	return regions, true
}

// span is a range of bytes; end is exclusive.
type span struct{ start, end int }

// changedSpans returns the ranges of complete lines around the occurrences of
// a text, with contextLines before and after. It takes linear time. The ranges
// do not touch, so replacing the text in each range replaces it in the
// complete file.
func changedSpans(text, old string) []span {
	var spans []span
	covered := -1 // an occurrence that ends before this index is in the last span with its context
	for at := strings.Index(text, old); at >= 0; at = nextIndex(text, old, at) {
		end := at + len(old)
		if end <= covered {
			continue
		}
		covered = lineEndAfter(text, end, 0)
		last := len(spans) - 1
		if last < 0 || at > spans[last].end {
			if start := lineStartBefore(text, at, contextLines); last < 0 || start > spans[last].end {
				spans = append(spans, span{start: start})
				last++
			}
		}
		spans[last].end = lineEndAfter(text, end, contextLines)
	}
	return spans
}

// nextIndex returns the index of the occurrence after the one at index i, or
// -1.
func nextIndex(text, old string, i int) int {
	from := i + len(old)
	i = strings.Index(text[from:], old)
	if i < 0 {
		return i
	}
	return from + i
}

// lineStartBefore returns the start of the line that is the given number of
// lines before the line of index i.
func lineStartBefore(text string, i, lines int) int {
	for ; lines >= 0 && i >= 0; lines-- {
		i = strings.LastIndexByte(text[:i], '\n')
	}
	return i + 1
}

// lineEndAfter returns the end of the line that is the given number of lines
// after the line of index i.
func lineEndAfter(text string, i, lines int) int {
	for ; lines >= 0; lines-- {
		end := strings.IndexByte(text[i:], '\n') + 1
		if end == 0 {
			return len(text)
		}
		i += end
	}
	return i
}

// unifiedDiff returns the diff of the regions. The names are those of the old
// and the new file; an empty name means that the file does not exist.
func unifiedDiff(oldName, newName string, regions []region) diff {
	result := udiff.UnifiedDiff{From: diffLabel("a/", oldName), To: diffLabel("b/", newName)}
	shift := 0 // the number of lines that the earlier hunks add
	for _, r := range regions {
		part, err := udiff.ToUnifiedDiff("", "", r.before, udiff.Lines(r.before, r.after), contextLines)
		if err != nil {
			return diff{omitted: "the change could not be compared"}
		}
		for _, hunk := range part.Hunks {
			hunk.FromLine += r.line
			hunk.ToLine = hunk.FromLine + shift // that of the package ignores the lines between changes of one hunk
			shift += addedLines(hunk)
			result.Hunks = append(result.Hunks, hunk)
		}
	}
	text := result.String()
	if !utf8.ValidString(text) {
		return diff{omitted: "the lines of the change are not UTF-8"}
	}
	if encodedLength(text) > maxEncodedBytes {
		return tooLarge
	}
	return diff{text: text}
}

// addedLines returns how many lines more than before the file has after a hunk.
func addedLines(hunk *udiff.Hunk) (n int) {
	for _, line := range hunk.Lines {
		switch line.Kind {
		case udiff.Insert:
			n++
		case udiff.Delete:
			n--
		}
	}
	return n
}

// encodedLength returns the length of a text as a JSON string, as the runtime
// encodes it.
func encodedLength(text string) int {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if encoder.Encode(text) != nil {
		return math.MaxInt
	}
	return out.Len()
}

// lineCount returns the number of lines of a text.
func lineCount(text string) int {
	n := strings.Count(text, "\n")
	if text != "" && !strings.HasSuffix(text, "\n") {
		n++
	}
	return n
}

// diffLabel returns a file name for the header of a diff, in the form of git:
// quoted if it has special characters, and followed by a tab if it has spaces.
func diffLabel(prefix, name string) string {
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

// needsQuotes reports whether a character of a name must be quoted.
func needsQuotes(r rune) bool { return r < ' ' || r == 0x7f || r == '"' || r == '\\' }

// previewDiff returns the text of a diff that is added to a preview.
func previewDiff(d diff) string {
	if text := joinOmitted(d, d.lines()); text != "" {
		return "\n" + text
	}
	return ""
}

// joinOmitted returns the reason why there is no diff, or the lines of a diff.
func joinOmitted(d diff, lines string) string {
	if d.omitted != "" {
		return "(no diff: " + d.omitted + ")"
	}
	return lines
}

// lines returns the lines of the diff.
func (d diff) lines() string { return strings.TrimSuffix(d.text, "\n") }

// beginning returns the first complete lines of the diff, as many as a result shows.
func (d diff) beginning() string {
	text := d.lines()
	head := texts.Prefix(text, maxShownChars)
	if len(head) == len(text) {
		return text
	}
	return strings.TrimSuffix(head[:strings.LastIndexByte(head, '\n')+1], "\n")
}
