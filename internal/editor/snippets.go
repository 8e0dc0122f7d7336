package editor

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/toolgen/toolgen/annotations"
)

// snippet is one entry of a file of snippets of VS Code.
type snippet struct {
	Scope       string   `json:"scope"`
	Prefix      string   `json:"prefix"`
	Body        []string `json:"body"`
	Description string   `json:"description"`
}

// WriteSnippets writes one snippet for each directive. Its body has a placeholder for
// each argument; the placeholder of an optional argument includes its space and its
// key, so that one key press removes the argument.
func WriteSnippets(w io.Writer) error {
	snippets := make(map[string]snippet)
	for _, d := range annotations.All() {
		snippets["tool:"+d.Name] = snippet{
			Scope:       "go",
			Prefix:      "//tool:" + d.Name,
			Body:        []string{body(d)},
			Description: fmt.Sprintf("%s\n\n%s\nOn: %s. Example: %s", d.Help, d.Usage(), d.Targets, d.Example),
		}
	}
	return write(w, snippets)
}

// body returns the text that a snippet inserts.
func body(d annotations.Directive) string {
	var b strings.Builder
	b.WriteString("//tool:" + d.Name)
	for i, a := range d.Arguments {
		switch text := value(a); {
		case len(a.Words) > 0 && a.Required:
			fmt.Fprintf(&b, " ${%d|%s|}", i+1, strings.Join(a.Words, ","))
		case a.Required:
			fmt.Fprintf(&b, " ${%d:%s}", i+1, text)
		default:
			fmt.Fprintf(&b, "${%d: %s}", i+1, text)
		}
	}
	return b.String()
}

// value returns the placeholder of an argument, which shows how it is written.
func value(a annotations.Argument) string {
	switch {
	case a.Open:
		return "KEYWORD=VALUE"
	case a.Qualified:
		return "TYPE." + a.Name + "=NAME"
	case a.Key:
		return a.Name + "=VALUE"
	}
	return strings.ToUpper(a.Name)
}

// write writes a value as indented JSON.
func write(w io.Writer, v any) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(v)
}
