package main

import (
	"github.com/toolgen/toolgen/annotations"
	"github.com/toolgen/toolgen/internal/editor"
)

// directivesCommand lists the vocabulary.
type directivesCommand struct {
	Markdown bool `xor:"form" help:"Print a Markdown table."`
	Snippets bool `xor:"form" help:"Print snippets for VS Code, which complete and explain directives; save them as .vscode/toolgen.code-snippets."`
	Grammar  bool `xor:"form" help:"Print a TextMate grammar, which colors directives in Go files."`
}

// Run runs the command. Package kong calls it.
func (c *directivesCommand) Run(s *session) error {
	switch {
	case c.Markdown:
		return annotations.Markdown(s.out)
	case c.Snippets:
		return editor.WriteSnippets(s.out)
	case c.Grammar:
		return editor.WriteGrammar(s.out)
	}
	return annotations.Text(s.out)
}
