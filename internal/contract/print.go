package contract

import (
	"encoding/json"
	"fmt"
	"go/token"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/internal/gen/diag"
)

// WriteText prints a report for people: the changes by class, and the sizes of the
// definitions that changed.
func (r *Report) WriteText(w io.Writer) error {
	var b strings.Builder
	for _, class := range Classes {
		for _, c := range r.Changes {
			if c.Class == class {
				fmt.Fprintf(&b, "%-10s %s: %s [%s]\n", c.Class, c.location(), c.Message, c.Rule)
			}
		}
	}
	for _, dialect := range r.changedCosts() {
		cost := r.Costs[dialect]
		fmt.Fprintf(&b, "%-10s %s: %d characters (%+d), %d tokens (%+d)\n", "cost", dialect,
			cost.New.Characters, cost.New.Characters-cost.Old.Characters, cost.New.Tokens, cost.New.Tokens-cost.Old.Tokens)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// location returns the tool and the field of a change.
func (c *Change) location() string { return strings.TrimSpace(c.Tool + " " + c.Field) }

// changedCosts returns the dialects with another size of all definitions, sorted.
func (r *Report) changedCosts() []string {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(r.Costs)), func(d string) bool { return r.Costs[d].Old == r.Costs[d].New })
}

// WriteJSON prints a report as an indented JSON object.
func (r *Report) WriteJSON(w io.Writer) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(r)
}

// WriteMarkdown prints a report as Markdown, for a pull request.
func (r *Report) WriteMarkdown(w io.Writer) error {
	var b strings.Builder
	b.WriteString("### Changes of tools\n\n")
	if len(r.Changes) == 0 {
		b.WriteString("No tool changed.\n")
	} else {
		b.WriteString("| class | tool | change | rule |\n|---|---|---|---|\n")
		for _, c := range r.Changes {
			fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", c.Class, cell("`"+c.location()+"`"), cell(c.Message), c.Rule)
		}
	}
	if changed := r.changedCosts(); len(changed) > 0 {
		b.WriteString("\n| dialect | characters | tokens |\n|---|---|---|\n")
		for _, dialect := range changed {
			cost := r.Costs[dialect]
			fmt.Fprintf(&b, "| %s | %d (%+d) | %d (%+d) |\n", dialect,
				cost.New.Characters, cost.New.Characters-cost.Old.Characters, cost.New.Tokens, cost.New.Tokens-cost.Old.Tokens)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// cell escapes a text for a cell of a Markdown table.
func cell(text string) string {
	return strings.NewReplacer("|", `\|`, "\n", " ", "<", "&lt;").Replace(text)
}

// WriteGitHub prints a report as workflow commands of GitHub: errors for the classes
// that fail the run, and notices for the others.
func (r *Report) WriteGitHub(w io.Writer, fail []Class) error {
	var b strings.Builder
	for _, c := range r.Changes {
		level := "notice"
		if slices.Contains(fail, c.Class) {
			level = "error"
		}
		b.WriteString(diag.GitHubCommand(level, c.position(), string(c.Class)+" "+c.Rule, c.location()+": "+c.Message, nil))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// position returns the position of a change in the current source. A tool that was
// removed has none.
func (c *Change) position() (p token.Position) {
	parts := strings.Split(c.Position, ":")
	if c.Rule == "tool-removed" || len(parts) < 3 {
		return p
	}
	p.Filename = strings.Join(parts[:len(parts)-2], ":")
	p.Line, _ = strconv.Atoi(parts[len(parts)-2]) // 0 for another form
	p.Column, _ = strconv.Atoi(parts[len(parts)-1])
	return p
}
