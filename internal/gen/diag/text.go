package diag

import (
	"io"
	"strings"
)

// WriteText prints the diagnostics for people, sorted and merged: a line
// "file:line:column: message [code]" each, and below it, indented by a tab,
// the related places and how to fix it.
func WriteText(w io.Writer, list []Diagnostic, o *Options) error {
	bold, red, reset := "", "", ""
	if o != nil && o.Color {
		bold, red, reset = "\x1b[1m", "\x1b[31m", "\x1b[0m"
	}
	var b strings.Builder
	for _, d := range Sorted(list) {
		if place := o.place(d.Pos); place != "" {
			b.WriteString(bold + place + ":" + reset + " ")
		}
		b.WriteString(indent(d.Message) + " " + red + "[" + string(d.Code) + "]" + reset + "\n")
		for _, line := range details(d, o) {
			b.WriteString("\t" + indent(line) + "\n")
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// details are the lines below a message.
func details(d Diagnostic, o *Options) []string {
	var lines []string
	for _, r := range d.Related {
		if place := o.place(r.Pos); place != "" {
			lines = append(lines, place+": "+r.Message)
			continue
		}
		lines = append(lines, r.Message)
	}
	if d.Fix != "" {
		lines = append(lines, "fix: "+d.Fix)
	}
	return lines
}

// indent keeps further lines of a text below its first one.
func indent(text string) string { return strings.ReplaceAll(text, "\n", "\n\t") }
