package terminal

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// WhyDestructive says why a person should be asked before the command line runs:
// what Dangers finds in it, on one line, with the commands that it found. It is
// empty for most command lines.
func WhyDestructive(args RunArgs) string {
	const most = 5
	dangers := Dangers(args.Command)
	if len(dangers) > most {
		dangers = append(dangers[:most], "and more")
	}
	return strings.Join(dangers, "; ")
}

// Dangers says what a command line would destroy, publish or take over, as far
// as its text tells; none for most. It understands the grammar of shells:
// quotes, lists, pipelines, substitutions, functions, variables with known
// values, here-documents, programs that run other programs (sudo, env, xargs,
// find -exec) and shells within shells. Where it cannot tell which program runs,
// that is a danger. It lists the first 20. Each is a line of up to 220
// characters, in which no character is invisible.
//
// It is for command lines written in good faith. Who wants to get past it can.
func Dangers(command string) []string {
	g := &guard{}
	g.script(command, nil)
	return g.dangers
}

// maxDepth is how many shells within shells are looked into.
const maxDepth = 8

// parse reads a command line. The shell may be a simpler one than bash: then it
// refuses what it does not know.
func parse(command string) (*syntax.File, error) {
	return syntax.NewParser(syntax.Variant(syntax.LangBash), syntax.KeepComments(true)).Parse(strings.NewReader(command), "command")
}

// maxSteps bounds how much work a command line may make: scripts in variables
// can be worth much more text than they are.
const maxSteps = 300_000

// guard collects the dangers of a command line.
type guard struct {
	dangers []string
	depth   int
	steps   int
}

// spend counts work, and reports whether there may be more of it.
func (g *guard) spend(steps int) bool {
	if g.steps += steps; g.steps > maxSteps {
		g.add("is too long-winded to be looked through")
		return false
	}
	return true
}

// maxDangers is how many dangers of a command line are listed.
const maxDangers = 20

// add adds a danger, unless it is empty or listed already.
func (g *guard) add(danger string) {
	if danger != "" && len(g.dangers) < maxDangers && !slices.Contains(g.dangers, danger) {
		g.dangers = append(g.dangers, danger)
	}
}

// found adds what a command does, and the command.
func (g *guard) found(danger string, words []string) {
	if danger != "" {
		g.add(danger + ": " + shownCommand(words))
	}
}

// script looks at a script, with the variables that it inherits. One that
// cannot be read is left to the shell, which refuses it as a whole.
func (g *guard) script(text string, inherited variables) {
	if !g.spend(len(text) / 4) {
		return
	}
	file, err := parse(text)
	if err != nil {
		if inherited != nil {
			g.add("runs a script that cannot be read: " + excerptOf(text))
		}
		return
	}
	g.depth++
	defer func() { g.depth-- }()
	if g.depth > maxDepth {
		g.add("runs shells within shells, too deep to be looked into")
		return
	}
	known := assignments(file, inherited)
	g.comments(file, text)
	for node := range syntax.Preorder(file) {
		if !g.spend(1) {
			break
		}
		g.node(node, known)
	}
}

func (g *guard) node(node syntax.Node, known variables) {
	switch node := node.(type) {
	case *syntax.Stmt:
		g.statement(node, known)
	case *syntax.CallExpr:
		g.call(known.fields(node.Args), known)
	case *syntax.BinaryCmd:
		g.pipe(node, known)
	case *syntax.FuncDecl:
		g.function(node)
	}
}

// comments looks for one that begins inside of a word: the parser takes a
// number sign after a quote or an expansion for a comment in some places, and a
// shell does not.
func (g *guard) comments(file *syntax.File, text string) {
	ends := make(map[uint]bool) // of words
	for node := range syntax.Preorder(file) {
		if word, ok := node.(*syntax.Word); ok {
			ends[word.End().Offset()] = true
		}
	}
	for node := range syntax.Preorder(file) {
		comment, ok := node.(*syntax.Comment)
		if !ok {
			continue
		}
		at := comment.Hash.Offset()
		if ends[at] || at > 0 && at <= uint(len(text)) && !strings.ContainsAny(text[at-1:at], " \t\r\n;&|()<>`") {
			g.add("has a comment that a shell would read in another way")
		}
	}
}

// call looks at a simple command.
func (g *guard) call(words []string, known variables) {
	for range maxDepth {
		inner, danger, ok := unwrap(words)
		g.found(danger, words)
		if words = inner; !ok {
			break
		}
	}
	if len(words) == 0 {
		return
	}
	if run := scriptRunner(base(words[0])); run != nil {
		for _, script := range run(words[1:]) {
			g.inner(script, known)
		}
	}
	g.program(words)
}

// program looks at a program and its arguments, all wrappers taken off.
func (g *guard) program(words []string) {
	name, args := base(words[0]), words[1:]
	if strings.Contains(name, unknown) || strings.ContainsAny(words[0], "{*?") {
		g.add("runs a program whose name cannot be told before: " + excerptOf(words[0]))
		return
	}
	for _, word := range words {
		g.add(touches(word))
	}
	if written := writers[name]; written != nil {
		for _, target := range written(args) {
			g.add(overwrites(target))
		}
	}
	for _, r := range rules {
		if r.matches(name) && r.when(args) {
			g.found(r.danger, words)
		}
	}
}

// inner looks at a script in an argument.
func (g *guard) inner(text string, known variables) {
	if text != "" && strings.TrimSpace(strings.ReplaceAll(text, unknown, "")) == "" {
		g.add("runs a script that cannot be told before")
		return
	}
	g.script(strings.ReplaceAll(text, unknown, "$unknown"), known)
}

// statement looks at redirections.
func (g *guard) statement(s *syntax.Stmt, known variables) {
	for _, r := range s.Redirs {
		if r.Word == nil {
			continue
		}
		target := known.text(r.Word)
		switch r.Op {
		case syntax.RdrOut, syntax.AppOut, syntax.RdrClob, syntax.RdrAll, syntax.AppAll, syntax.RdrInOut:
			g.add(overwrites(target))
		case syntax.RdrIn:
			g.add(touches(target))
		}
	}
	call, ok := s.Cmd.(*syntax.CallExpr)
	if !ok {
		return
	}
	words := known.fields(call.Args)
	if readsScript(words) {
		g.given(s.Redirs, known)
	}
	if words = bare(words); len(words) > 0 && isWord(interpreters, base(words[0])) && g.downloads(s, known) {
		g.found(runsDownload, words)
	}
}

// function looks for one that starts itself twice or in the background.
func (g *guard) function(f *syntax.FuncDecl) {
	if f.Name == nil || f.Body == nil {
		return
	}
	for node := range syntax.Preorder(f.Body) {
		switch node := node.(type) {
		case *syntax.BinaryCmd:
			if node.Op == syntax.Pipe && g.calls(node, f.Name.Value) {
				g.add("starts itself again and again (a fork bomb)")
			}
		case *syntax.Stmt:
			if node.Background && g.calls(node, f.Name.Value) {
				g.add("starts itself again and again (a fork bomb)")
			}
		}
	}
}

// calls reports whether a function is called in a node.
func (g *guard) calls(node syntax.Node, name string) bool {
	for inner := range syntax.Preorder(node) {
		if !g.spend(1) {
			return false
		}
		if call, ok := inner.(*syntax.CallExpr); ok && len(call.Args) > 0 && call.Args[0].Lit() == name {
			return true
		}
	}
	return false
}
