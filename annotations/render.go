package annotations

import (
	"fmt"
	"io"
	"strings"
)

// Text prints the vocabulary for a terminal: the syntax of each directive, and
// indented below it its meaning, its targets, its enforcers and an example.
func Text(w io.Writer) error {
	var b strings.Builder
	for i, d := range vocabulary {
		if i > 0 {
			b.WriteByte('\n')
		}
		repeatable := ""
		if d.Repeatable {
			repeatable = "; may be repeated"
		}
		fmt.Fprintf(&b, "%s\n    %s\n", d.Usage(), d.Help)
		fmt.Fprintf(&b, "    on           %s%s\n", d.Targets, repeatable)
		fmt.Fprintf(&b, "    enforced by  %s\n", strings.Join(d.enforcers(), ", "))
		fmt.Fprintf(&b, "    example      %s\n", d.Example)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// Markdown prints the vocabulary as a table with one row for each directive.
func Markdown(w io.Writer) error {
	var b strings.Builder
	b.WriteString("| directive | on | meaning | enforced by | example |\n|---|---|---|---|---|\n")
	for _, d := range vocabulary {
		help := d.Help
		if d.Repeatable {
			help += " May be repeated."
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n",
			codeCell(d.Usage()), d.Targets, strings.ReplaceAll(help, "*", `\*`), strings.Join(d.enforcers(), ", "), codeCell(d.Example))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// codeCell returns code for the cell of a table. It escapes bars, which would end
// the cell.
func codeCell(code string) string { return "`" + strings.ReplaceAll(code, "|", `\|`) + "`" }

// enforcers returns the names of the enforcers.
func (d Directive) enforcers() []string {
	names := make([]string, len(d.EnforcedBy))
	for i, e := range d.EnforcedBy {
		names[i] = string(e)
	}
	return names
}
