package terminal

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
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
	dangers    []string
	depth      int // the number of scripts around the current one, and itself
	steps      int // the work so far
	iterations int // the product of the numbers of values of the loops around a command
	frame      *frame
	source     *input // what the current command reads, or nil
	codeInput  string // the here-document that the current command reads
	functions  map[string][]*function
	aliases    map[string]string
	files      map[string]writtenFile // the files that the command line writes, by resolved path
	running    []string               // the scripts of package.json around the current one
}

// frame is a shell, and the states in which it leaves a list of commands early.
type frame struct {
	exits, returns, breaks []*state
}

// input is a statement whose output a command reads, and the state before it.
type input struct {
	statement *syntax.Stmt
	state     *state
}

// newInspector returns an inspector without dangers.
func newInspector() *inspector {
	return &inspector{
		frame: &frame{}, functions: map[string][]*function{}, aliases: map[string]string{}, files: map[string]writtenFile{},
	}
}

// inspect inspects a command line in a directory.
func (i *inspector) inspect(command, dir string) {
	start := []*state{newState(dir)}
	i.runShell(start, func(states []*state) flow { return i.runText(command, states) })
	i.runUncalledFunctions()
}

// parse parses a command line in the grammar of bash. A simpler shell reports a
// syntax error for the extensions of bash.
func parse(command string) (*syntax.File, error) {
	return syntax.NewParser(syntax.Variant(syntax.LangBash), syntax.KeepComments(true)).Parse(strings.NewReader(command), "command")
}

// tooComplex is the danger of a command line that needs too much work.
const tooComplex = "is too complex to be inspected"

// spend adds steps to the work, and reports whether the inspection may continue.
func (i *inspector) spend(steps int) bool {
	if i.steps += steps; i.steps > maxSteps {
		i.add(tooComplex)
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

// runText runs the commands of a script. A syntax error in the outermost script
// is not a danger, because the shell refuses to run it.
func (i *inspector) runText(text string, in []*state) flow {
	if !i.spend(len(text) / 4) {
		return sameFlow(in)
	}
	file, err := parse(text)
	if err != nil {
		if i.depth > 0 {
			i.add("runs a script with a syntax error: " + excerptOf(text))
		}
		return sameFlow(in)
	}
	i.depth++
	defer func() { i.depth-- }()
	if i.depth > maxDepth {
		i.add("runs too many shells within shells")
		return sameFlow(in)
	}
	i.inspectComments(file, text)
	return i.runList(file.Stmts, in)
}

// inspectScript inspects a script in an argument that another shell runs.
func (i *inspector) inspectScript(script string, s *state) {
	if script != "" && strings.TrimSpace(removePlaceholders(script)) == "" {
		i.add(unknownScript)
		return
	}
	i.runShell([]*state{s}, func(states []*state) flow { return i.runText(script, states) })
}

// runShell runs commands in another shell, which does not change the states.
func (i *inspector) runShell(in []*state, run func([]*state) flow) {
	outer := i.frame
	i.frame = &frame{}
	states := i.clones(in)
	for _, each := range states {
		each.traps = nil
	}
	after := run(states)
	i.runTraps(i.union(after.ok, after.fail, i.frame.exits), 2)
	i.frame = outer
}

// runTraps runs the scripts of trap in the states at the end of a shell, and
// those that they set.
func (i *inspector) runTraps(states []*state, maxNested int) {
	if maxNested == 0 {
		return
	}
	for _, each := range states {
		traps := each.traps
		each.traps = nil
		for _, trap := range traps {
			after := i.runText(trap, []*state{each.clone()})
			i.runTraps(i.union(after.ok, after.fail), maxNested-1)
		}
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
