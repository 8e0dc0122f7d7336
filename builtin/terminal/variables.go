package terminal

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/toolgen/toolgen/internal/shell"
)

// These noncharacters are not in any command line.
const (
	// unknown is the placeholder for a part of a word whose value is not known
	// before the shell runs. The value may be empty.
	unknown = "\uFFFF"
	// unknownNonEmpty is the placeholder for such a value that is not empty, such
	// as that of ${dir:?}.
	unknownNonEmpty = "\uFFFE"
)

// maxValue is the maximum length of a known value, in bytes. Longer values are
// unknown.
const maxValue = 1024

// variables are the values of shell variables by name. They may have unknown
// parts.
type variables map[string]string

// predefined are the variables that every shell has.
var predefined = variables{"HOME": "~", "IFS": " ", "PWD": ".", "OLDPWD": unknown}

// assignedVariables returns the inherited variables and those that a script
// sets. The value of a variable that the script sets to two values is unknown.
func assignedVariables(file *syntax.File, inherited variables) variables {
	known, own := variables{}, map[string]bool{}
	for _, outer := range []variables{predefined, inherited} {
		for name, value := range outer {
			known[name] = value
		}
	}
	set := func(name, value string) {
		if own[name] && known[name] != value || len(value) > maxValue {
			value = unknown
		}
		known[name], own[name] = value, true
	}
	for node := range syntax.Preorder(file) {
		switch node := node.(type) {
		case *syntax.Assign:
			if node.Name != nil && node.Value != nil && !node.Append && node.Index == nil {
				set(node.Name.Value, known.expand(node.Value))
			} else if node.Name != nil {
				set(node.Name.Value, unknown)
			}
		case *syntax.WordIter:
			set(node.Name.Value, loopValue(node, known))
		}
	}
	return known
}

// loopValue returns the value of the variable of a loop, which is known when the
// loop has one value.
func loopValue(loop *syntax.WordIter, known variables) string {
	if len(loop.Items) == 1 {
		if text := known.expand(loop.Items[0]); !strings.ContainsAny(text, "*?[") {
			return text
		}
	}
	return unknown
}

// expandParameter returns the value of $name, ${name}, ${name:-default} and
// ${name:?}; other expansions are unknown.
func (v variables) expandParameter(p *syntax.ParamExp) string {
	if p.Param == nil || p.Excl || p.Length || p.Index != nil || p.Slice != nil || p.Repl != nil {
		return unknown
	}
	value, ok := v[p.Param.Value]
	if p.Exp == nil {
		if ok {
			return value
		}
		return unknown
	}
	switch p.Exp.Op {
	case syntax.ErrorUnset, syntax.ErrorUnsetOrNull:
		if !ok || value == unknown {
			return unknownNonEmpty
		}
		return value
	case syntax.DefaultUnset, syntax.DefaultUnsetOrNull, syntax.AssignUnset, syntax.AssignUnsetOrNull:
		if !ok {
			return v.expand(p.Exp.Word)
		}
		return value
	}
	return unknown
}

// locators are programs that print the path of the program in their argument.
const locators = "which type command whereis realpath readlink"

// expandSubstitution returns the output of a command substitution: the name of
// a program that it locates, the text of echo and printf, or a directory. Other
// output is unknown.
func (v variables) expandSubstitution(s *syntax.CmdSubst) string {
	if len(s.Stmts) != 1 {
		return unknown
	}
	call, ok := s.Stmts[0].Cmd.(*syntax.CallExpr)
	if !ok || hasSubstitution(call) {
		return unknown
	}
	words := v.expandAll(call.Args)
	switch {
	case len(words) < 2:
		if len(words) == 1 && words[0] == "pwd" {
			return "."
		}
		return unknown
	case shell.ContainsWord(locators, words[0]):
		return words[len(words)-1]
	case words[0] == "echo":
		return strings.Join(words[1:], " ")
	case words[0] == "printf" && len(words) == 2 && !strings.ContainsAny(words[1], `%\`):
		return words[1]
	}
	return unknown
}

// hasSubstitution reports whether a command has a command substitution. Nested
// substitutions are unknown, because the time to expand them is quadratic in
// their depth.
func hasSubstitution(call *syntax.CallExpr) bool {
	for node := range syntax.Preorder(call) {
		if _, ok := node.(*syntax.CmdSubst); ok {
			return true
		}
	}
	return false
}
