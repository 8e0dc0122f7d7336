// Package explain has a page for each diagnostic: what the problem is, why it is a
// problem, how to fix it, and a wrong and a right example.
//
// The texts are those of package diag; the examples are in the file examples.txtar,
// which the tests of the command run. The input of [Page] is a code, the output text
// for a terminal or Markdown. The functions are safe for concurrent use.
package explain

import (
	_ "embed"
	"fmt"
	"strings"
	"sync"

	"golang.org/x/tools/txtar"

	"github.com/toolgen/toolgen/internal/gen/diag"
)

//go:embed examples.txtar
var archive []byte

// examples are the files of the examples by code.
var examples = sync.OnceValue(func() map[diag.Code][]txtar.File {
	byCode := make(map[diag.Code][]txtar.File)
	for _, file := range txtar.Parse(archive).Files {
		code, rest, _ := strings.Cut(file.Name, "/")
		file.Name = rest
		byCode[diag.Code(strings.ToUpper(code))] = append(byCode[diag.Code(strings.ToUpper(code))], file)
	}
	return byCode
})

// Examples returns the files of the examples of a code. The names start with "wrong/"
// or "right/". A file named steps has shell commands instead. The caller must not
// change the files.
func Examples(code diag.Code) []txtar.File { return examples()[code] }

// Page returns the page of a code for a terminal, and false if the code is unknown.
func Page(code diag.Code) (string, bool) {
	e, ok := diag.Explain(code)
	if !ok {
		return "", false
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s\n\n%s\n\nFix: %s\n", e.Code, e.Title, wrap(e.Text), wrap(e.Fix))
	for _, file := range Examples(code) {
		fmt.Fprintf(&b, "\n%s:\n\n%s", heading(file.Name), indent(string(file.Data)))
	}
	return b.String(), true
}

// Markdown returns the pages of all codes as one document.
func Markdown() string {
	var b strings.Builder
	for _, e := range diag.Explanations() {
		fmt.Fprintf(&b, "\n## %s\n\n**%s.** %s\n\n%s\n", e.Code, e.Title, e.Text, e.Fix)
		for _, file := range Examples(e.Code) {
			language := "go"
			if !strings.HasSuffix(file.Name, ".go") {
				language = "sh"
			}
			fmt.Fprintf(&b, "\n%s:\n\n```%s\n%s```\n", heading(file.Name), language, file.Data)
		}
	}
	return b.String()
}

// heading returns the heading of a file of an example.
func heading(name string) string {
	side, file, _ := strings.Cut(name, "/")
	text := strings.ToUpper(side[:1]) + side[1:]
	if file != "tools.go" && file != "steps" {
		text += ", in " + file
	}
	return text
}

// lineWidth is the maximum number of characters of a line of a page.
const lineWidth = 100

// wrap breaks a text into lines.
func wrap(text string) string {
	var b strings.Builder
	width := 0
	for i, word := range strings.Fields(text) {
		switch {
		case i == 0:
		case width+1+len(word) > lineWidth:
			b.WriteByte('\n')
			width = 0
		default:
			b.WriteByte(' ')
			width++
		}
		b.WriteString(word)
		width += len(word)
	}
	return b.String()
}

// indent indents the lines of a text that are not empty.
func indent(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if strings.TrimSpace(line) != "" {
			b.WriteString("    ")
		}
		b.WriteString(line)
	}
	return b.String()
}
