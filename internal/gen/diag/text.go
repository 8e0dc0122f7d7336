package diag

import (
	"io"
	"strings"
)

// WriteText prints the diagnostics for people, sorted and merged: for each one a
// line "file:line:column: message [code]" and, indented by a tab, lines for the
// related positions and the fix.
func WriteText(w io.Writer, list []Diagnostic, o *Options) error {
	bold, red, reset := "", "", ""
	if o != nil && o.Color {
		bold, red, reset = "\x1b[1m", "\x1b[31m", "\x1b[0m"
	}
	var b strings.Builder
	lines := &excerpts{}
	for _, d := range Sorted(list) {
		if position := o.position(d.Pos); position != "" {
			b.WriteString(bold + position + ":" + reset + " ")
		}
		b.WriteString(indent(d.Message) + " " + red + "[" + string(d.Code) + "]" + reset + "\n")
		if o != nil && o.Excerpts {
			for _, line := range lines.of(&d) {
				b.WriteString("\t" + line + "\n")
			}
		}
		for _, line := range details(d, o) {
			b.WriteString("\t" + indent(line) + "\n")
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// details returns the lines after the message: related positions and the fix.
func details(d Diagnostic, o *Options) []string {
	var lines []string
	for _, r := range d.Related {
		if position := o.position(r.Pos); position != "" {
			lines = append(lines, position+": "+r.Message)
			continue
		}
		lines = append(lines, r.Message)
	}
	if d.Fix != "" {
		lines = append(lines, "fix: "+d.Fix)
	}
	return lines
}

// indent indents all lines of a text but the first.
func indent(text string) string { return strings.ReplaceAll(text, "\n", "\n\t") }
