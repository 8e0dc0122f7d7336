// Package texts formats the texts of the built-in tools in the same way: counts,
// sizes, cut texts and errors. Its functions have no state, and are safe for
// concurrent use.
//
// # Messages of errors
//
// No message begins with the name of the invalid argument: the list of invalid
// arguments writes it before the message. A message of Validate has no subject,
// such as "must not be blank". A message of a running tool is a sentence with the
// file, the address or the value.
package texts

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// Count returns a number with a noun: "1 file", "2 files", "0 directories".
func Count(n int, noun string) string {
	if n != 1 {
		noun = plural(noun)
	}
	return strconv.Itoa(n) + " " + noun
}

// plural returns the plural of a regular English noun.
func plural(noun string) string {
	stem, ok := strings.CutSuffix(noun, "y")
	if ok && stem != "" && !strings.ContainsRune("aeiou", rune(stem[len(stem)-1])) {
		return stem + "ies"
	}
	return noun + "s"
}

// Bytes returns a number of bytes in units of 1024: "1 byte", "1.5 KiB", "5
// MiB".
func Bytes(n int64) string {
	if n < 1<<10 {
		return Count(int(n), "byte")
	}
	value, units := float64(n)/(1<<10), []string{"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"}
	for value >= 1023.95 && len(units) > 1 { // 1024.0 after rounding
		value, units = value/(1<<10), units[1:]
	}
	return strings.TrimSuffix(strconv.FormatFloat(value, 'f', 1, 64), ".0") + " " + units[0]
}

// List returns the first maxItems items with commas between them, and the number
// of the other items: "a, b and 3 more". For no items it returns "none".
func List(items []string, maxItems int) string {
	if len(items) == 0 {
		return "none"
	}
	text := strings.Join(items[:min(len(items), maxItems)], ", ")
	if more := len(items) - maxItems; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

// Sentences joins the texts that are not empty with semicolons.
func Sentences(parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(part string) bool { return part == "" }), "; ")
}

// OneLine returns a text with one space for each run of white space and control
// characters, and none at the ends.
func OneLine(text string) string {
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }), " ")
}

// Visible escapes invisible characters and characters that change the direction
// of text as in a Go string, such as \u202e. Line breaks, tabs and spaces are
// kept.
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

// Valid replaces each run of bytes that are not UTF-8, and each NUL character,
// by U+FFFD.
func Valid(text string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\x00", "\uFFFD")
}
