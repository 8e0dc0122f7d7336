package annotations

import (
	"fmt"
	"io"
	"strings"
)

// Text prints the vocabulary for a terminal: how each directive is written, and
// indented below it what it means, where it belongs, who enforces it and an
// example.
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

// Markdown prints the vocabulary as a table, a row for each directive.
func Markdown(w io.Writer) error {
	var b strings.Builder
	b.WriteString("| directive | on | meaning | enforced by | example |\n|---|---|---|---|---|\n")
	for _, d := range vocabulary {
		help := d.Help
		if d.Repeatable {
			help += " May be repeated."
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n",
			cell(d.Usage()), d.Targets, strings.ReplaceAll(help, "*", `\*`), strings.Join(d.enforcers(), ", "), cell(d.Example))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// cell is code inside a table. GitHub reads a bar as the end of the cell even
// there, unless it is escaped.
func cell(code string) string { return "`" + strings.ReplaceAll(code, "|", `\|`) + "`" }

func (d Directive) enforcers() []string {
	names := make([]string, len(d.EnforcedBy))
	for i, e := range d.EnforcedBy {
		names[i] = string(e)
	}
	return names
}
