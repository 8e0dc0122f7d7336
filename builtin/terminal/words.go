package terminal

import (
	"path"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// unknown stands for a part of a word that only the shell will know; it may be
// empty. No command line has this character: U+FFFF is none.
const unknown = "\uFFFF"

// filled stands for such a part that cannot be empty, such as ${dir:?}.
const filled = "\uFFFE"

// maxValue is the longest value of a variable that is looked at, in bytes.
const maxValue = 1024

// variables are the values of shell variables, as far as they are known.
type variables map[string]string

// predefined are those that every shell has.
var predefined = variables{"HOME": "~", "IFS": " ", "PWD": ".", "OLDPWD": unknown}

// assignments are the variables that a script sets. One that is set twice may
// have either value: it is unknown.
func assignments(file *syntax.File, inherited variables) variables {
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
				set(node.Name.Value, known.text(node.Value))
			} else if node.Name != nil {
				set(node.Name.Value, unknown)
			}
		case *syntax.WordIter:
			set(node.Name.Value, iterated(node, known))
		}
	}
	return known
}

// iterated is the value of a loop's variable: known when there is but one.
func iterated(loop *syntax.WordIter, known variables) string {
	if len(loop.Items) == 1 {
		if text := known.text(loop.Items[0]); !strings.ContainsAny(text, "*?[") {
			return text
		}
	}
	return unknown
}

// fields are the words of a command after expansion, as far as it can be told.
func (v variables) fields(words []*syntax.Word) (fields []string) {
	for _, word := range words {
		text, split := v.word(word)
		if split {
			fields = append(fields, strings.Fields(text)...)
		} else {
			fields = append(fields, text)
		}
	}
	return fields
}

// text is a word that is not split.
func (v variables) text(word *syntax.Word) string {
	text, _ := v.word(word)
	return text
}

// word is the text of a word; split says that a variable outside of quotes makes
// several of it where it has spaces.
func (v variables) word(word *syntax.Word) (text string, split bool) {
	if word == nil {
		return "", false
	}
	var whole strings.Builder // a word may have thousands of parts
	for _, part := range word.Parts {
		piece := v.part(part)
		if _, ok := part.(*syntax.ParamExp); ok && strings.ContainsAny(piece, " \t\n") {
			split = true
		}
		whole.WriteString(piece)
	}
	return whole.String(), split
}

func (v variables) part(part syntax.WordPart) string {
	switch part := part.(type) {
	case *syntax.Lit:
		return unescape(part.Value)
	case *syntax.SglQuoted:
		if part.Dollar {
			return unescapeANSI(part.Value)
		}
		return part.Value
	case *syntax.DblQuoted:
		var text strings.Builder
		for _, inner := range part.Parts {
			if literal, ok := inner.(*syntax.Lit); ok {
				text.WriteString(unescapeQuoted(literal.Value))
			} else {
				text.WriteString(v.part(inner))
			}
		}
		return text.String()
	case *syntax.ParamExp:
		return v.parameter(part)
	case *syntax.CmdSubst:
		return v.substitution(part)
	case *syntax.ArithmExp:
		return "0"
	}
	return unknown
}

// parameter is the value of $name, ${name}, ${name:-default} and ${name:?}.
func (v variables) parameter(p *syntax.ParamExp) string {
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
			return filled
		}
		return value
	case syntax.DefaultUnset, syntax.DefaultUnsetOrNull, syntax.AssignUnset, syntax.AssignUnsetOrNull:
		if !ok {
			return v.text(p.Exp.Word)
		}
		return value
	}
	return unknown
}

// locators print where the program in their argument is.
const locators = "which type command whereis realpath readlink"

// substitution is what a command substitution gives: the name of a program that
// it locates, what echo and printf print, a directory, or unknown.
func (v variables) substitution(s *syntax.CmdSubst) string {
	if len(s.Stmts) != 1 {
		return unknown
	}
	call, ok := s.Stmts[0].Cmd.(*syntax.CallExpr)
	if !ok || substitutes(call) {
		return unknown
	}
	words := v.fields(call.Args)
	switch {
	case len(words) < 2:
		if len(words) == 1 && words[0] == "pwd" {
			return "."
		}
		return unknown
	case isWord(locators, words[0]):
		return words[len(words)-1]
	case words[0] == "echo":
		return strings.Join(words[1:], " ")
	case words[0] == "printf" && len(words) == 2 && !strings.ContainsAny(words[1], `%\`):
		return words[1]
	}
	return unknown
}

// substitutes reports whether there is a substitution in a command: those within
// others are not looked at, as each would be once for every one around it.
func substitutes(call *syntax.CallExpr) bool {
	for node := range syntax.Preorder(call) {
		if _, ok := node.(*syntax.CmdSubst); ok {
			return true
		}
	}
	return false
}

// base is the name of a program without its directory.
func base(program string) string { return path.Base(program) }

// isWord reports whether the word is one of those in a list with spaces.
func isWord(list, word string) bool {
	for each := range strings.FieldsSeq(list) {
		if each == word {
			return true
		}
	}
	return false
}
