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

// The limits of error texts.
const (
	// maxShownLines is the maximum number of positions and of quoted lines in
	// an error.
	maxShownLines = 10
	// maxLineChars is the maximum length of a line in an error, in code
	// points.
	maxLineChars = 160
)

// ambiguousError returns the error for a text that does not occur as often as
// expected. It lists the first positions.
func ambiguousError(in *textFile, e *edit, count int, starts []int) error {
	var positions strings.Builder
	line, counted := 1, 0
	for _, at := range starts {
		line += strings.Count(in.text[counted:at], "\n")
		counted = at
		fmt.Fprintf(&positions, "\n  line %d: %s", line, displayLine(in.excerpt(lineStartBefore(in.text, at, 0), lineEndAfter(in.text, at, 0))))
	}
	if count > len(starts) {
		fmt.Fprintf(&positions, "\n  and %d more", count-len(starts))
	}
	expected := "must occur once: add lines before or after it, or set replace_all to replace all occurrences"
	if e.count > 0 {
		expected = fmt.Sprintf("count is %d: change old_text or count", e.count)
	}
	return texts.Quoting(texts.Failure("TEXT_AMBIGUOUS", "old_text", "old_text occurs %s in %s, but %s%s", texts.Count(count, "time"), names.Quoted(in.name), expected, &positions))
}

// notFoundError returns the error for a text that does not occur. It says
// which white space differs, or quotes similar lines.
func notFoundError(ctx context.Context, in *textFile, old string) error {
	if in.text == "" {
		return texts.Failure("TEXT_NOT_FOUND", "old_text", "%s is empty, so there is nothing to replace: use write_file", names.Quoted(in.name))
	}
	if err := whiteSpaceError(in, old); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return similarLinesError(ctx, in, old)
}

// whiteSpaceError returns the error for a text that occurs with other white
// space, and nil if it does not.
func whiteSpaceError(in *textFile, old string) error {
	oldWords := removeWhiteSpace(old)
	fileWords := removeWhiteSpace(in.text)
	i := strings.Index(fileWords, oldWords)
	if oldWords == "" || i < 0 {
		return nil
	}
	start, end := originalIndex(in.text, i), originalIndex(in.text, i+len(oldWords)-1)+1
	more := ""
	if n := strings.Count(fileWords, oldWords); n > 1 {
		more = fmt.Sprintf(" (and %s)", texts.Count(n-1, "more occurrence"))
	}
	difference := whiteSpaceDifference(strings.TrimFunc(old, isBlank), in.text[start:end])
	// Extend the range to complete lines.
	start, end = lineStartBefore(in.text, start, 0), lineEndAfter(in.text, end-1, 0)
	first := 1 + strings.Count(in.text[:start], "\n")
	return texts.Quoting(texts.Failure("WHITE_SPACE_DIFFERS", "old_text", "old_text is not in %s, but line %d has the same text with other white space%s: %s. Give old_text exactly as in the file (· is a space, → a tab, ␍ a carriage return, ¶ a line feed).\nold_text:\n%s\n%s, from line %d on:\n%s",
		names.Quoted(in.name), first, more, difference, quoteWithWhiteSpace(old), names.Quoted(in.name), first, quoteWithWhiteSpace(in.excerpt(start, end))))
}

// excerpt returns the part of the text from start to end without secrets, before
// its lines are cut.
func (in *textFile) excerpt(start, end int) string {
	first, last := max(0, start-secretWindow), min(len(in.text), end+secretWindow)
	return in.shorten(in.text[first:last], start-first, end-first)
}

// whiteSpaceForms has the possible differences of white space. Each form
// removes one kind of difference: if two texts are equal in a form, they
// differ only in that way.
var whiteSpaceForms = []struct {
	name string
	form func(string) string
}{
	{`the white space at the beginning or end differs`, func(s string) string { return s }},
	{`one has the line end CRLF (\r\n), the other LF (\n)`, replaceCRLF},
	{"one has spaces or tabs at the ends of lines", applyPerLine(func(l string) string { return strings.TrimRightFunc(l, isBlank) })},
	{"the indentation differs (tabs or spaces, or their number)", applyPerLine(strings.TrimSpace)},
}

// replaceCRLF returns a text with LF instead of CRLF.
func replaceCRLF(s string) string { return strings.ReplaceAll(s, "\r\n", "\n") }

// applyPerLine returns a function that applies form to each line of a text.
func applyPerLine(form func(string) string) func(string) string {
	return func(s string) string {
		var b strings.Builder
		for line := range strings.SplitSeq(s, "\n") {
			b.WriteString(form(line) + "\n")
		}
		return b.String()
	}
}

// whiteSpaceDifference describes how two texts differ that are equal except
// for white space.
func whiteSpaceDifference(a, b string) string {
	for _, d := range whiteSpaceForms {
		if d.form(a) == d.form(b) {
			return d.name
		}
	}
	return "the white space within lines differs"
}

// isBlank reports whether a character is white space or has no width.
func isBlank(r rune) bool {
	return unicode.IsSpace(r) || r == '\u200b' || r == '\u2060' || r == '\ufeff'
}

// removeWhiteSpace returns a text without white space.
func removeWhiteSpace(text string) string {
	var b strings.Builder
	b.Grow(len(text))
	for i, r := range text {
		if !isBlank(r) {
			_, n := utf8.DecodeRuneInString(text[i:]) // an invalid byte has the length 1
			b.WriteString(text[i : i+n])
		}
	}
	return b.String()
}

// originalIndex returns the index in a text of byte i of
// removeWhiteSpace(text).
func originalIndex(text string, i int) int {
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

// visibleWhiteSpace replaces white space by visible characters.
var visibleWhiteSpace = strings.NewReplacer(" ", "·", "\t", "→", "\r", "␍", "\n", "¶", "\u00a0", "<U+00A0>", "\u200b", "<U+200B>", "\ufeff", "<U+FEFF>",
	"\u2060", "<U+2060>", "\u3000", "<U+3000>", "\u202f", "<U+202F>", "\f", "<U+000C>", "\v", "<U+000B>")

// quoteWithWhiteSpace returns the first lines of a text, indented, with
// visible white space.
func quoteWithWhiteSpace(text string) string { return quoteLines(text, visibleWhiteSpace.Replace) }

// quoteLines returns the first lines of a text, indented. The form is applied
// to each line.
func quoteLines(text string, form func(string) string) string {
	var b strings.Builder
	n := 0
	for line := range strings.Lines(text) {
		if n++; n > maxShownLines {
			fmt.Fprintf(&b, "  and %s", texts.Count(lineCount(text)-maxShownLines, "more line"))
			return b.String()
		}
		b.WriteString("  " + texts.Cut(form(line), maxLineChars) + "\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// displayLine returns a line without white space at its ends, cut to
// maxLineChars.
func displayLine(line string) string { return texts.Cut(strings.TrimFunc(line, isBlank), maxLineChars) }
