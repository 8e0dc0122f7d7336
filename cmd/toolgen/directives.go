package main

import "github.com/toolgen/toolgen/annotations"

// directivesCommand lists the vocabulary.
type directivesCommand struct {
	Markdown bool `help:"Print a Markdown table."`
}

// Run runs the command. Package kong calls it.
func (c *directivesCommand) Run(s *session) error {
	if c.Markdown {
		return annotations.Markdown(s.out)
	}
	return annotations.Text(s.out)
}
