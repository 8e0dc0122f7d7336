package diag

import (
	"io"
	"strconv"
	"strings"
)

// These replacers escape texts in workflow commands of GitHub: a value ends at the
// end of the line, and a property also at a colon or comma.
var (
	escapeValue    = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	escapeProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

// WriteGitHub prints the diagnostics as workflow commands of GitHub, sorted and
// merged. GitHub shows them at the source lines of a pull request if Base is the
// root of the repository.
func WriteGitHub(w io.Writer, list []Diagnostic, o *Options) error {
	var b strings.Builder
	for _, d := range Sorted(list) {
		b.WriteString("::error " + strings.Join(properties(d, o), ",") + "::")
		lines := append([]string{d.Message}, details(d, o)...)
		b.WriteString(escapeValue.Replace(strings.Join(lines, "\n")) + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// properties returns the properties of a workflow command.
func properties(d Diagnostic, o *Options) []string {
	var list []string
	add := func(name, value string) { list = append(list, name+"="+escapeProperty.Replace(value)) }
	if d.Pos.Filename != "" {
		add("file", o.path(d.Pos.Filename))
	}
	if d.Pos.Line > 0 {
		add("line", strconv.Itoa(d.Pos.Line))
	}
	if d.Pos.Column > 0 {
		add("col", strconv.Itoa(d.Pos.Column))
	}
	title := string(d.Code)
	if e, ok := Explain(d.Code); ok {
		title += " " + e.Title
	}
	add("title", title)
	return list
}
