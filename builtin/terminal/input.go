package terminal

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/toolgen/toolgen/internal/shell"
)

// interpreters run the program on their standard input when no file is named.
const interpreters = "python python2 python3 perl ruby node nodejs deno bun php lua pwsh tclsh Rscript osascript"

// downloaders are programs that print or write what they download, or that
// decode a text that people cannot read.
const downloaders = "curl wget fetch aria2c axel http https xh nc ncat lynx w3m ftp sftp scp base64 base32 xxd uudecode openssl"

// downloadDanger is the danger of an interpreter that runs downloaded text.
const downloadDanger = "runs what it downloads or decodes"

// outputDanger is the danger of a shell that runs the output of a program.
const outputDanger = "runs in a shell what another program prints"

// inspectRedirections inspects the redirections of a statement, and sets the
// input of its commands.
func (i *inspector) inspectRedirections(statement *syntax.Stmt, s *state) {
	for _, r := range statement.Redirs {
		i.runSubstitutions(r, s)
		if r.Word == nil {
			continue
		}
		target := s.expand(r.Word)
		switch r.Op {
		case syntax.RdrOut, syntax.AppOut, syntax.RdrClob, syntax.RdrAll, syntax.AppAll, syntax.RdrInOut:
			i.inspectWrite(target, writeDanger, s)
			i.recordOutput(statement, target, s)
		case syntax.DplOut:
			if strings.Trim(target, "0123456789-") != "" {
				i.inspectWrite(target, writeDanger, s)
			}
		case syntax.RdrIn:
			i.add(s.accessDanger(target))
			i.source = processInput(r.Word, s)
		case syntax.Hdoc, syntax.DashHdoc, syntax.WordHdoc:
			i.source = nil
		}
	}
}

// processInput returns the statement of a process substitution that is the whole
// word, as an input; nil for other words.
func processInput(word *syntax.Word, s *state) *input {
	if len(word.Parts) == 1 {
		if p, ok := word.Parts[0].(*syntax.ProcSubst); ok && len(p.Stmts) == 1 {
			return &input{p.Stmts[0], s.clone()}
		}
	}
	return nil
}

// inspectInput inspects the input that a command gets by redirections: the
// script of a shell, or what an interpreter downloads.
func (i *inspector) inspectInput(statement *syntax.Stmt, words []string, s *state) {
	i.codeInput = ""
	for _, r := range statement.Redirs {
		if r.Hdoc != nil {
			i.codeInput = s.hereDocument(r)
		} else if r.Op == syntax.WordHdoc {
			i.codeInput = s.expand(r.Word)
		}
	}
	if readsScript(words) {
		for _, r := range statement.Redirs {
			i.inspectScriptInput(r, words, s)
		}
	}
	if s.stdin != nil && lastInput(statement) == nil && i.source == nil {
		i.inspectReplacedInput(s.stdin, words, s)
	}
	words = unwrapAll(words)
	if len(words) > 0 && shell.ContainsWord(interpreters, programName(words[0])) && i.readsDownload(statement, s) {
		i.addCommand(downloadDanger, words)
	}
}

// lastInput returns the last redirection of the standard input of a statement, or nil.
func lastInput(statement *syntax.Stmt) (last *syntax.Redirect) {
	for _, r := range statement.Redirs {
		if isInput(r) && (r.N == nil || r.N.Value == "0") {
			last = r
		}
	}
	return last
}

// inspectReplacedInput inspects the script or program that a command reads from the standard input that exec replaced.
func (i *inspector) inspectReplacedInput(r *syntax.Redirect, words []string, s *state) {
	if readsScript(words) {
		i.inspectScriptInput(r, words, s)
		return
	}
	if !readsProgram(words) || r.Op != syntax.RdrIn {
		return
	}
	source := processInput(r.Word, s)
	if source != nil && i.hasDownload(source.statement, s) || i.isDownloaded(s.expand(r.Word), s) {
		i.addCommand(downloadDanger, words)
	}
}

// readsDownload reports whether a substitution or a redirection of a command has
// what a program downloads or decodes. Operands may be data.
func (i *inspector) readsDownload(statement *syntax.Stmt, s *state) bool {
	for _, r := range statement.Redirs {
		if r.Op == syntax.RdrIn && i.isDownloaded(s.expand(r.Word), s) {
			return true
		}
	}
	found := false
	syntax.Walk(statement, func(node syntax.Node) bool {
		inner, ok := node.(*syntax.Stmt)
		if !ok || inner == statement {
			return !found
		}
		found = found || i.hasDownload(inner, s)
		return false
	})
	return found
}

// inspectScriptInput inspects a redirection of the input of a shell.
func (i *inspector) inspectScriptInput(r *syntax.Redirect, words []string, s *state) {
	switch r.Op {
	case syntax.Hdoc, syntax.DashHdoc:
		if r.Hdoc != nil {
			i.inspectScript(s.hereDocument(r), s.child())
		}
	case syntax.WordHdoc:
		i.inspectScript(s.expand(r.Word), s.child())
	case syntax.DplIn:
		i.addCommand(outputDanger, words)
	case syntax.RdrIn:
		name := s.expand(r.Word)
		if processInput(r.Word, s) != nil || strings.HasPrefix(name, unknown) {
			i.addCommand(outputDanger, words)
		}
		i.inspectFile(name, words, s)
	}
}

// inspectPipe inspects the commands that read from a pipe.
func (i *inspector) inspectPipe(b *syntax.BinaryCmd, s *state) {
	if b.Op == syntax.Pipe || b.Op == syntax.PipeAll {
		i.inspectReaders([]*syntax.Stmt{b.Y}, b.X, s)
	}
}

// inspectReaders inspects the statements that read the output of a source.
func (i *inspector) inspectReaders(statements []*syntax.Stmt, source *syntax.Stmt, s *state) {
	for _, each := range statements {
		i.forEachReader(each, func(reader *syntax.CallExpr) { i.inspectReader(s.expandAll(reader.Args), source, s) })
	}
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
	case *syntax.IfClause:
		inner = append(slices.Clone(command.Cond), command.Then...)
		if command.Else != nil {
			inner = append(inner, command.Else.Then...)
		}
	case *syntax.WhileClause:
		inner = append(slices.Clone(command.Cond), command.Do...)
	case *syntax.ForClause:
		inner = command.Do
	case *syntax.TimeClause:
		if command.Stmt != nil {
			inner = []*syntax.Stmt{command.Stmt}
		}
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
func (i *inspector) inspectReader(words []string, source *syntax.Stmt, s *state) {
	switch {
	case readsScript(words):
		i.addCommand(outputDanger, words)
	case source != nil && readsProgram(words) && i.hasDownload(source, s):
		i.addCommand(downloadDanger, words)
	}
}

// hasDownload reports whether a statement runs a program that downloads or
// decodes, or prints a file that the command line downloads.
func (i *inspector) hasDownload(statement *syntax.Stmt, s *state) bool {
	for node := range syntax.Preorder(statement) {
		if !i.spend(1) {
			return false
		}
		call, ok := node.(*syntax.CallExpr)
		if !ok {
			continue
		}
		words := s.expandAll(call.Args)
		if len(words) > 0 && shell.ContainsWord(downloaders, programName(words[0])) {
			return true
		}
		for _, word := range words {
			if file, ok := i.writtenAt(s.resolve(word)); ok && file.origin == downloaded && file.link == "" {
				return true
			}
		}
	}
	return false
}

// readsScript reports whether a command is a shell that reads its script from
// its standard input.
func readsScript(words []string) bool {
	words = unwrapAll(words)
	if len(words) == 0 {
		return false
	}
	name, args := programName(words[0]), words[1:]
	if name == "ssh" {
		operands := shell.Operands(args, sshValues)
		return len(operands) == 1 || len(operands) > 1 && readsScript(strings.Fields(strings.Join(operands[1:], " ")))
	}
	if shell.ContainsWord(". source", name) {
		return len(args) > 0 && isStandardInput(args[0])
	}
	if !shell.ContainsWord(shell.Shells, name) && (name != "su" || hasFlag(args, "c", "--command")) {
		return false
	}
	if _, ok := shell.Script(args); ok {
		return false
	}
	operands := shell.Operands(args, shellOptions)
	return len(operands) == 0 || isStandardInput(operands[0]) || operands[0] == "-" || slices.Contains(args[:len(args)-len(operands)], "-s") || hasShellInput(args)
}

// hasShellInput reports whether a group of options of a shell has s, which makes
// the shell read its standard input.
func hasShellInput(args []string) bool {
	for _, arg := range args {
		if len(arg) < 2 || arg[0] != '-' || strings.HasPrefix(arg, "--") {
			return false
		}
		if strings.Contains(arg, "s") {
			return true
		}
	}
	return false
}

// readsProgram reports whether a command is an interpreter that reads its
// program from its standard input.
func readsProgram(words []string) bool {
	words = unwrapAll(words)
	if len(words) > 2 && programName(words[0]) == "go" && words[1] == "run" {
		return slices.ContainsFunc(words[2:], isStandardInput)
	}
	if len(words) == 0 || !shell.ContainsWord(interpreters, programName(words[0])) {
		return false
	}
	args := words[1:]
	if len(args) > 0 && args[0] == "run" { // deno and bun
		args = args[1:]
	}
	operands := shell.Operands(args, "-W -X -I -r --require")
	hasCode := hasFlag(args, "ceEmpn", "--eval")
	return len(operands) == 0 && !hasCode || len(operands) > 0 && !hasCode && (operands[0] == "-" || isStandardInput(operands[0]))
}
