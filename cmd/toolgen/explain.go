package main

import (
	"fmt"
	"strings"

	"github.com/toolgen/toolgen/internal/explain"
	"github.com/toolgen/toolgen/internal/gen/diag"
)

// explainCommand prints the page of a diagnostic.
type explainCommand struct {
	Code     string `arg:"" optional:"" help:"Code of a diagnostic, such as TG1001. Without it, all codes are listed."`
	Markdown bool   `help:"Print the pages of all codes as Markdown."`
}

// Run runs the command. Package kong calls it.
func (c *explainCommand) Run(s *session) error {
	switch {
	case c.Markdown:
		fmt.Fprint(s.out, explain.Markdown())
		return nil
	case c.Code == "":
		for _, e := range diag.Explanations() {
			fmt.Fprintf(s.out, "%s  %s\n", e.Code, e.Title)
		}
		return nil
	}
	page, ok := explain.Page(diag.Code(strings.ToUpper(c.Code)))
	if !ok {
		return fmt.Errorf("there is no diagnostic %q; toolgen explain lists all of them", c.Code)
	}
	fmt.Fprint(s.out, page)
	return nil
}
