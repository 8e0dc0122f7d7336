package diag

import (
	"go/token"
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
		title := string(d.Code)
		if e, ok := Explain(d.Code); ok {
			title += " " + e.Title
		}
		lines := append([]string{d.Message}, details(d, o)...)
		b.WriteString(GitHubCommand("error", d.Pos, title, strings.Join(lines, "\n"), o))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// GitHubCommand returns a workflow command of GitHub, with a newline. The level is
// "error", "warning" or "notice"; the known parts of the position are written.
func GitHubCommand(level string, pos token.Position, title, text string, o *Options) string {
	var list []string
	add := func(name, value string) { list = append(list, name+"="+escapeProperty.Replace(value)) }
	if pos.Filename != "" {
		add("file", o.path(pos.Filename))
	}
	if pos.Line > 0 {
		add("line", strconv.Itoa(pos.Line))
	}
	if pos.Column > 0 {
		add("col", strconv.Itoa(pos.Column))
	}
	add("title", title)
	return "::" + level + " " + strings.Join(list, ",") + "::" + escapeValue.Replace(text) + "\n"
}
