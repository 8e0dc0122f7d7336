package terminal

import (
	"slices"

	"mvdan.cc/sh/v3/syntax"

	"github.com/toolgen/toolgen/internal/shell"
)

// interpreters run the program on their standard input when no file is named.
const interpreters = "python python2 python3 perl ruby node deno bun php lua pwsh"

// downloaders are programs that print what they download.
const downloaders = "curl wget fetch aria2c"

// runsDownload is the danger of an interpreter that runs downloaded text.
const runsDownload = "runs what it downloads"

// inspectHereDocuments inspects the scripts that a shell gets as here-documents
// and here-strings.
func (i *inspector) inspectHereDocuments(redirections []*syntax.Redirect, known variables) {
	for _, r := range redirections {
		switch r.Op {
		case syntax.Hdoc, syntax.DashHdoc:
			if r.Hdoc != nil {
				i.inspectArgument(known.expand(r.Hdoc), known)
			}
		case syntax.WordHdoc:
			i.inspectArgument(known.expand(r.Word), known)
		}
	}
}

// inspectPipe inspects the commands that read from a pipe.
func (i *inspector) inspectPipe(b *syntax.BinaryCmd, known variables) {
	if b.Op != syntax.Pipe && b.Op != syntax.PipeAll {
		return
	}
	i.forEachReader(b.Y, func(reader *syntax.CallExpr) { i.inspectReader(known.expandAll(reader.Args), b.X, known) })
}

// forEachReader calls visit with each command of a statement that reads the
// standard input of the statement.
func (i *inspector) forEachReader(s *syntax.Stmt, visit func(*syntax.CallExpr)) {
	if !i.spend(1) || slices.ContainsFunc(s.Redirs, isInput) {
		return
	}
	var inner []*syntax.Stmt
	switch command := s.Cmd.(type) {
	case *syntax.CallExpr:
		visit(command)
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
		i.forEachReader(each, visit)
	}
}

// isInput reports whether a redirection replaces the standard input.
func isInput(r *syntax.Redirect) bool {
	switch r.Op {
	case syntax.RdrIn, syntax.RdrInOut, syntax.DplIn, syntax.Hdoc, syntax.DashHdoc, syntax.WordHdoc:
		return r.N == nil || r.N.Value == "0"
	}
	return false
}

// inspectReader inspects a command that reads the output of a statement.
func (i *inspector) inspectReader(words []string, source *syntax.Stmt, known variables) {
	switch {
	case readsScript(words):
		i.addCommand("runs in a shell what another program prints", words)
	case readsProgram(words) && i.hasDownload(source, known):
		i.addCommand(runsDownload, words)
	}
}

// hasDownload reports whether a statement runs a program that downloads.
func (i *inspector) hasDownload(s *syntax.Stmt, known variables) bool {
	for node := range syntax.Preorder(s) {
		if !i.spend(1) {
			return false
		}
		call, ok := node.(*syntax.CallExpr)
		if !ok {
			continue
		}
		words := known.expandAll(call.Args)
		if len(words) > 0 && shell.ContainsWord(downloaders, shell.ProgramName(words[0])) {
			return true
		}
	}
	return false
}

// readsScript reports whether a command is a shell that reads its script from
// its standard input.
func readsScript(words []string) bool {
	words = unwrapAll(words)
	if len(words) == 0 || !shell.ContainsWord(shell.Shells, shell.ProgramName(words[0])) {
		return false
	}
	if _, ok := shell.Script(words[1:]); ok {
		return false
	}
	operands := shell.Operands(words[1:], shellOptions)
	return len(operands) == 0 || slices.Contains(words[1:len(words)-len(operands)], "-s")
}

// readsProgram reports whether a command is an interpreter that reads its
// program from its standard input.
func readsProgram(words []string) bool {
	words = unwrapAll(words)
	return len(words) > 0 && shell.ContainsWord(interpreters, shell.ProgramName(words[0])) && (len(words) == 1 || words[1] == "-")
}
