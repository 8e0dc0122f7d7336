package file

import (
	"context"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/toolgen/toolgen/builtin/internal/names"
	"github.com/toolgen/toolgen/builtin/internal/texts"
)

// Limits of diagnoses.
const (
	// maxPlaces is how many places, and lines of one place, are shown.
	maxPlaces = 10
	// maxLine is how much of a line is shown, in code points.
	maxLine = 160
)

// ambiguous says where a text occurs that should occur once.
func ambiguous(in *loaded, old string, count int) error {
	var places strings.Builder
	line, counted, at := 1, 0, strings.Index(in.text, old)
	for range min(count, maxPlaces) {
		line += strings.Count(in.text[counted:at], "\n")
		counted = at
		fmt.Fprintf(&places, "\n  line %d: %s", line, short(lineAt(in.text, at)))
		at = next(in.text, old, at)
	}
	if count > maxPlaces {
		fmt.Fprintf(&places, "\n  and %d more", count-maxPlaces)
	}
	return texts.Failed("TEXT_AMBIGUOUS", "old_text", "old_text occurs %d times in %s, and must occur once: add lines around it that tell the place, or set replace_all to replace all of them%s",
		count, names.Shown(in.name), &places)
}

// missing says why a text does not occur: other white space, or other words.
func missing(ctx context.Context, in *loaded, old string) error {
	if in.text == "" {
		return texts.Failed("TEXT_NOT_FOUND", "old_text", "%s is empty: there is nothing to replace; write_file writes it", names.Shown(in.name))
	}
	if err := otherSpace(in, old); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return nearest(ctx, in, old)
}

// otherSpace is the error for a text that occurs with other white space; nil
// where it does not.
func otherSpace(in *loaded, old string) error {
	wanted := squeeze(old)
	squeezed := squeeze(in.text)
	i := strings.Index(squeezed, wanted)
	if wanted == "" || i < 0 {
		return nil
	}
	start, end := unsqueeze(in.text, i), unsqueeze(in.text, i+len(wanted)-1)+1
	more := ""
	if n := strings.Count(squeezed, wanted); n > 1 {
		more = fmt.Sprintf(" (and %d more such places)", n-1)
	}
	difference := compare(strings.TrimFunc(old, isBlank), in.text[start:end])
	// Of the lines around it, the whole lines.
	start, end = linesBack(in.text, start, 0), linesOn(in.text, end-1, 0)
	first := 1 + strings.Count(in.text[:start], "\n")
	return texts.Failed("WHITE_SPACE_DIFFERS", "old_text", "old_text is not in %s, but at line %d it is with other white space%s: %s. Give old_text exactly as it is in the file (· is a space, → a tab, ␍ a carriage return, ¶ a line feed).\nold_text:\n%s\n%s, from line %d:\n%s",
		names.Shown(in.name), first, more, difference, marked(old), names.Shown(in.name), first, marked(in.text[start:end]))
}

// differences are what white space can differ in: texts that are equal in the
// form differ in no more than that.
var differences = []struct {
	name string
	form func(string) string
}{
	{`the white space around it differs`, func(s string) string { return s }},
	{`lines end with CRLF (\r\n) in one and LF (\n) in the other`, unixLines},
	{"there are spaces or tabs at the ends of lines", eachLine(func(l string) string { return strings.TrimRightFunc(l, isBlank) })},
	{"the indentation differs (tabs, spaces or how many)", eachLine(strings.TrimSpace)},
}

func unixLines(s string) string { return strings.ReplaceAll(s, "\r\n", "\n") }

func eachLine(form func(string) string) func(string) string {
	return func(s string) string {
		var b strings.Builder
		for line := range strings.SplitSeq(s, "\n") {
			b.WriteString(form(line) + "\n")
		}
		return b.String()
	}
}

// compare says what two texts differ in that are equal but for white space.
func compare(a, b string) string {
	for _, d := range differences {
		if d.form(a) == d.form(b) {
			return d.name
		}
	}
	return "the white space within lines differs"
}

// isBlank says that a character shows nothing.
func isBlank(r rune) bool {
	return unicode.IsSpace(r) || r == '\u200b' || r == '\u2060' || r == '\ufeff'
}

// squeeze is a text without white space.
func squeeze(text string) string {
	var b strings.Builder
	b.Grow(len(text))
	for i, r := range text {
		if !isBlank(r) {
			_, n := utf8.DecodeRuneInString(text[i:]) // a byte that is not UTF-8 stays
			b.WriteString(text[i : i+n])
		}
	}
	return b.String()
}

// unsqueeze is the index in a text of byte i of what squeeze made of it.
func unsqueeze(text string, i int) int {
	for at, r := range text {
		if isBlank(r) {
			continue
		}
		_, n := utf8.DecodeRuneInString(text[at:])
		if i < n {
			return at + i
		}
		i -= n
	}
	return len(text)
}

// marks make white space visible.
var marks = strings.NewReplacer(" ", "·", "\t", "→", "\r", "␍", "\n", "¶", "\u00a0", "<U+00A0>", "\u200b", "<U+200B>", "\ufeff", "<U+FEFF>",
	"\u2060", "<U+2060>", "\u3000", "<U+3000>", "\u202f", "<U+202F>", "\f", "<U+000C>", "\v", "<U+000B>")

// marked is the beginning of a text with its white space made visible.
func marked(text string) string { return listed(text, marks.Replace) }

// listed is the beginning of a text, a line to a line.
func listed(text string, form func(string) string) string {
	var b strings.Builder
	n := 0
	for line := range strings.Lines(text) {
		if n++; n > maxPlaces {
			fmt.Fprintf(&b, "  and %s", texts.Counted(lineCount(text)-maxPlaces, "more line"))
			return b.String()
		}
		b.WriteString("  " + texts.Cut(form(line), maxLine) + "\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// short is a line without the white space around it, cut.
func short(line string) string { return texts.Cut(strings.TrimFunc(line, isBlank), maxLine) }

// lineAt is the line of i.
func lineAt(text string, i int) string {
	return text[linesBack(text, i, 0):linesOn(text, i, 0)]
}
