package terminal

import (
	"slices"

	"mvdan.cc/sh/v3/syntax"
)

// given looks at the script that a shell is given on its standard input.
func (g *guard) given(redirections []*syntax.Redirect, known variables) {
	for _, r := range redirections {
		switch r.Op {
		case syntax.Hdoc, syntax.DashHdoc:
			if r.Hdoc != nil {
				g.inner(known.text(r.Hdoc), known)
			}
		case syntax.WordHdoc:
			g.inner(known.text(r.Word), known)
		}
	}
}

// pipe looks at a pipeline into a shell.
func (g *guard) pipe(b *syntax.BinaryCmd, known variables) {
	if b.Op != syntax.Pipe && b.Op != syntax.PipeAll {
		return
	}
	g.readers(b.Y, func(reader *syntax.CallExpr) { g.piped(known.fields(reader.Args), b.X, known) })
}

// readers calls found with each command of a statement that reads what the
// statement is given.
func (g *guard) readers(s *syntax.Stmt, found func(*syntax.CallExpr)) {
	if !g.spend(1) || slices.ContainsFunc(s.Redirs, isInput) {
		return
	}
	var inner []*syntax.Stmt
	switch command := s.Cmd.(type) {
	case *syntax.CallExpr:
		found(command)
	case *syntax.Subshell:
		inner = command.Stmts
	case *syntax.Block:
		inner = command.Stmts
	case *syntax.BinaryCmd:
		if inner = []*syntax.Stmt{command.X}; command.Op == syntax.AndStmt || command.Op == syntax.OrStmt {
			inner = append(inner, command.Y)
		}
	}
	for _, each := range inner {
		g.readers(each, found)
	}
}

// isInput reports whether a redirection is one of the standard input.
func isInput(r *syntax.Redirect) bool {
	switch r.Op {
	case syntax.RdrIn, syntax.RdrInOut, syntax.DplIn, syntax.Hdoc, syntax.DashHdoc, syntax.WordHdoc:
		return r.N == nil || r.N.Value == "0"
	}
	return false
}

// runsDownload is the danger of an interpreter whose input is downloaded.
const runsDownload = "runs what it downloads"

// piped looks at a command that reads what a statement prints.
func (g *guard) piped(words []string, from *syntax.Stmt, known variables) {
	switch {
	case readsScript(words):
		g.found("runs in a shell what another program prints", words)
	case readsProgram(words) && g.downloads(from, known):
		g.found(runsDownload, words)
	}
}

// downloads reports whether a statement fetches something.
func (g *guard) downloads(s *syntax.Stmt, known variables) bool {
	for node := range syntax.Preorder(s) {
		if !g.spend(1) {
			return false
		}
		call, ok := node.(*syntax.CallExpr)
		if !ok {
			continue
		}
		if words := known.fields(call.Args); len(words) > 0 && isWord("curl wget fetch aria2c", base(words[0])) {
			return true
		}
	}
	return false
}
