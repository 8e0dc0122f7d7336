package terminal

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// expandAll returns the words of a command after expansion, as far as the
// values are known.
func (v variables) expandAll(words []*syntax.Word) (fields []string) {
	for _, word := range words {
		text, isSplit := v.expandWord(word)
		if isSplit {
			fields = append(fields, strings.Fields(text)...)
		} else {
			fields = append(fields, text)
		}
	}
	return fields
}

// expand returns the text of a word that the shell does not split at spaces,
// such as the value of an assignment.
func (v variables) expand(word *syntax.Word) string {
	text, _ := v.expandWord(word)
	return text
}

// expandWord returns the text of a word. It reports whether the shell splits
// the text at spaces, because a variable outside of quotes has some.
func (v variables) expandWord(word *syntax.Word) (text string, isSplit bool) {
	if word == nil {
		return "", false
	}
	var all strings.Builder // a word may have thousands of parts
	for _, part := range word.Parts {
		value := v.expandPart(part)
		if _, ok := part.(*syntax.ParamExp); ok && strings.ContainsAny(value, " \t\n") {
			isSplit = true
		}
		all.WriteString(value)
	}
	return all.String(), isSplit
}

// expandPart returns the text of a part of a word.
func (v variables) expandPart(part syntax.WordPart) string {
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
				text.WriteString(v.expandPart(inner))
			}
		}
		return text.String()
	case *syntax.ParamExp:
		return v.expandParameter(part)
	case *syntax.CmdSubst:
		return v.expandSubstitution(part)
	case *syntax.ArithmExp:
		return "0"
	}
	return unknown
}
