// Package texts writes what the built-in tools tell models, in one way for all
// of them: numbers of things, sizes, texts cut to a length, and errors. Its
// functions have no state, and are safe for concurrent use.
//
// # Messages of errors
//
// No message begins with the name of the argument at fault: the list of refused
// arguments puts it in front. What Validate refuses needs no subject, such as
// "must not be blank". What a tool refuses while it runs stands alone: it is a
// sentence that names the file, the address or the value.
package texts

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
)

// Counted is a number of things: "1 file", "2 files", "0 directories".
func Counted(n int, noun string) string {
	if n != 1 {
		noun = plural(noun)
	}
	return strconv.Itoa(n) + " " + noun
}

// plural is the plural of a regular English noun.
func plural(noun string) string {
	stem, ok := strings.CutSuffix(noun, "y")
	if ok && stem != "" && !strings.ContainsRune("aeiou", rune(stem[len(stem)-1])) {
		return stem + "ies"
	}
	return noun + "s"
}

// Bytes is a number of bytes for people, in units of 1024: "1 byte", "1.5 KiB",
// "5 MiB".
func Bytes(n int64) string {
	if n < 1<<10 {
		return Counted(int(n), "byte")
	}
	value, units := float64(n)/(1<<10), []string{"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"}
	for value >= 1023.95 && len(units) > 1 { // would be shown as 1024.0
		value, units = value/(1<<10), units[1:]
	}
	return strings.TrimSuffix(strconv.FormatFloat(value, 'f', 1, 64), ".0") + " " + units[0]
}

// Listed is texts with commas between them, at most so many: behind those stands
// "and 3 more". No texts are "none".
func Listed(items []string, most int) string {
	if len(items) == 0 {
		return "none"
	}
	text := strings.Join(items[:min(len(items), most)], ", ")
	if more := len(items) - most; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

// OneLine is a text with every run of white space and control characters as one
// space, and none at its ends, so that it cannot look like several lines.
func OneLine(text string) string {
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }), " ")
}

// Visible is a text in which every character that shows nothing or turns what is
// after it around is escaped as in a Go string, such as \u202e, so that a
// person sees what the text has. Line breaks, tabs and spaces stay.
func Visible(text string) string {
	isHidden := func(r rune) bool { return r != '\n' && r != '\t' && !strconv.IsPrint(r) }
	if !strings.ContainsFunc(text, isHidden) {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		if isHidden(r) {
			b.WriteString(strings.Trim(strconv.QuoteRune(r), "'"))
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// Valid is a text with U+FFFD for every run of bytes that is not UTF-8, and for
// every NUL character.
func Valid(text string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\x00", "\uFFFD")
}
