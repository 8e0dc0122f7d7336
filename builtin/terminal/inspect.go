package terminal

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/toolgen/toolgen/internal/shell"
)

// Limits of an inspection.
const (
	// maxDepth is the maximum number of shells within shells, and of wrappers of
	// a command.
	maxDepth = 8
	// maxSteps bounds the work for a command line, because the variables of a
	// short script can have long values.
	maxSteps = 300_000
	// maxDangers is the maximum number of dangers of a command line.
	maxDangers = 20
)

// inspector collects the dangers of a command line.
type inspector struct {
	dangers []string
	depth   int // the number of scripts around the current one, and itself
	steps   int // the work so far
}

// parse parses a command line in the grammar of bash. A simpler shell reports a
// syntax error for the extensions of bash.
func parse(command string) (*syntax.File, error) {
	return syntax.NewParser(syntax.Variant(syntax.LangBash), syntax.KeepComments(true)).Parse(strings.NewReader(command), "command")
}

// spend adds steps to the work, and reports whether the inspection may continue.
func (i *inspector) spend(steps int) bool {
	if i.steps += steps; i.steps > maxSteps {
		i.add("is too complex to be inspected")
		return false
	}
	return true
}

// add adds a danger, unless it is empty or in the list already.
func (i *inspector) add(danger string) {
	if danger != "" && len(i.dangers) < maxDangers && !slices.Contains(i.dangers, danger) {
		i.dangers = append(i.dangers, danger)
	}
}

// addCommand adds a danger, unless it is empty, with the words of its command.
func (i *inspector) addCommand(danger string, words []string) {
	if danger != "" {
		i.add(danger + ": " + showCommand(words))
	}
}

// inspectScript inspects a script with the variables of the script around it, or
// nil for the outermost script. A syntax error in the outermost script is not a
// danger, because the shell refuses to run it.
func (i *inspector) inspectScript(text string, inherited variables) {
	if !i.spend(len(text) / 4) {
		return
	}
	file, err := parse(text)
	if err != nil {
		if inherited != nil {
			i.add("runs a script with a syntax error: " + excerptOf(text))
		}
		return
	}
	i.depth++
	defer func() { i.depth-- }()
	if i.depth > maxDepth {
		i.add("runs too many shells within shells")
		return
	}
	known := assignedVariables(file, inherited)
	i.inspectComments(file, text)
	for node := range syntax.Preorder(file) {
		if !i.spend(1) {
			break
		}
		i.inspectNode(node, known)
	}
}

// inspectNode inspects a node of a script, without the nodes in it.
func (i *inspector) inspectNode(node syntax.Node, known variables) {
	switch node := node.(type) {
	case *syntax.Stmt:
		i.inspectStatement(node, known)
	case *syntax.CallExpr:
		i.inspectCommand(known.expandAll(node.Args), known)
	case *syntax.BinaryCmd:
		i.inspectPipe(node, known)
	case *syntax.FuncDecl:
		i.inspectFunction(node)
	}
}

// inspectComments finds comments that begin within a word: after a quote or an
// expansion, the parser sometimes reads a number sign as the beginning of a
// comment, and a shell reads it as a part of the word.
func (i *inspector) inspectComments(file *syntax.File, text string) {
	wordEnds := make(map[uint]bool)
	for node := range syntax.Preorder(file) {
		if word, ok := node.(*syntax.Word); ok {
			wordEnds[word.End().Offset()] = true
		}
	}
	for node := range syntax.Preorder(file) {
		comment, ok := node.(*syntax.Comment)
		if !ok {
			continue
		}
		at := comment.Hash.Offset()
		if wordEnds[at] || at > 0 && at <= uint(len(text)) && !strings.ContainsAny(text[at-1:at], " \t\r\n;&|()<>`") {
			i.add("has a # within a word, which shells do not read as a comment")
		}
	}
}

// inspectCommand inspects a simple command: its wrappers, the scripts in its
// arguments and its program.
func (i *inspector) inspectCommand(words []string, known variables) {
	for range maxDepth {
		inner, danger, ok := unwrap(words)
		i.addCommand(danger, words)
		if words = inner; !ok {
			break
		}
	}
	if len(words) == 0 {
		return
	}
	for _, script := range scriptsOf(shell.ProgramName(words[0]), words[1:]) {
		i.inspectArgument(script, known)
	}
	i.inspectProgram(words)
}

// inspectProgram inspects a command without wrappers.
func (i *inspector) inspectProgram(words []string) {
	name, args := shell.ProgramName(words[0]), words[1:]
	if strings.Contains(name, unknown) || strings.ContainsAny(words[0], "{*?") {
		i.add("runs a program whose name is known only when it runs: " + excerptOf(words[0]))
		return
	}
	for _, word := range words {
		i.add(accessDanger(word))
	}
	if filesOf := writtenFiles[name]; filesOf != nil {
		for _, target := range filesOf(args) {
			i.add(writeDanger(target))
		}
	}
	for _, r := range rules {
		if r.hasProgram(name) && r.when(args) {
			i.addCommand(r.danger, words)
		}
	}
}

// inspectArgument inspects a script in an argument of a command.
func (i *inspector) inspectArgument(script string, known variables) {
	if script != "" && strings.TrimSpace(strings.ReplaceAll(script, unknown, "")) == "" {
		i.add(unknownScript)
		return
	}
	i.inspectScript(strings.ReplaceAll(script, unknown, "$unknown"), known)
}

// inspectStatement inspects the redirections of a statement, and the input of a
// shell or an interpreter.
func (i *inspector) inspectStatement(s *syntax.Stmt, known variables) {
	for _, r := range s.Redirs {
		if r.Word == nil {
			continue
		}
		target := known.expand(r.Word)
		switch r.Op {
		case syntax.RdrOut, syntax.AppOut, syntax.RdrClob, syntax.RdrAll, syntax.AppAll, syntax.RdrInOut:
			i.add(writeDanger(target))
		case syntax.RdrIn:
			i.add(accessDanger(target))
		}
	}
	call, ok := s.Cmd.(*syntax.CallExpr)
	if !ok {
		return
	}
	words := known.expandAll(call.Args)
	if readsScript(words) {
		i.inspectHereDocuments(s.Redirs, known)
	}
	words = unwrapAll(words)
	if len(words) > 0 && shell.ContainsWord(interpreters, shell.ProgramName(words[0])) && i.hasDownload(s, known) {
		i.addCommand(runsDownload, words)
	}
}
