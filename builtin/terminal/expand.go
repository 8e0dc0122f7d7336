package terminal

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// expandAll returns the words of a command after expansion, as far as the
// values are known.
func (s *state) expandAll(words []*syntax.Word) (fields []string) {
	for _, word := range words {
		if list, ok := s.expandList(word); ok {
			fields = append(fields, list...)
			continue
		}
		text, isSplit := s.expandWord(word)
		if isSplit {
			fields = append(fields, s.split(text)...)
		} else {
			fields = append(fields, text)
		}
	}
	return fields
}

// split splits a text at the separators of the shell (IFS).
func (s *state) split(text string) []string {
	separators := s.value("IFS") + " \t\n"
	return strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(separators, r) && !hasPlaceholder(string(r)) })
}

// expandList returns the words of an expansion that can be several words: "$@" or
// "${array[@]}".
func (s *state) expandList(word *syntax.Word) (list []string, ok bool) {
	if word == nil || len(word.Parts) != 1 {
		return nil, false
	}
	part := word.Parts[0]
	if quoted, ok := part.(*syntax.DblQuoted); ok && len(quoted.Parts) == 1 {
		part = quoted.Parts[0]
	}
	p, ok := part.(*syntax.ParamExp)
	if !ok || p.Param == nil || p.Length {
		return nil, false
	}
	switch {
	case p.Index != nil:
		list = s.elements(p)
	case (p.Param.Value == "@" || p.Param.Value == "*") && p.Exp == nil && p.Repl == nil:
		if list = s.params; p.Slice != nil {
			list = []string{unknown}
		}
	default:
		return nil, false
	}
	return list, true
}

// expand returns the text of a word that the shell does not split at spaces,
// such as the value of an assignment.
func (s *state) expand(word *syntax.Word) string {
	text, _ := s.expandWord(word)
	return text
}

// expandWord returns the text of a word. It reports whether the shell splits
// the text at spaces, because an expansion outside of quotes has some or is
// empty.
func (s *state) expandWord(word *syntax.Word) (text string, isSplit bool) {
	if word == nil {
		return "", false
	}
	var all strings.Builder // a word may have thousands of parts
	for _, part := range word.Parts {
		value := s.expandPart(part)
		switch part.(type) {
		case *syntax.ParamExp, *syntax.CmdSubst:
			isSplit = isSplit || strings.ContainsAny(value, " \t\n"+s.value("IFS")) || value == "" && len(word.Parts) == 1
		}
		all.WriteString(value)
	}
	return all.String(), isSplit
}

// hereDocument returns the text of a here-document. The shell expands the text
// unless a part of its delimiter is quoted.
func (s *state) hereDocument(r *syntax.Redirect) string {
	isQuoted := false
	if r.Word != nil {
		for _, part := range r.Word.Parts {
			literal, ok := part.(*syntax.Lit)
			isQuoted = isQuoted || !ok || strings.Contains(literal.Value, `\`)
		}
	}
	var text strings.Builder
	for _, part := range r.Hdoc.Parts {
		switch literal, ok := part.(*syntax.Lit); {
		case ok && isQuoted:
			text.WriteString(literal.Value)
		case ok:
			text.WriteString(unescapeQuoted(literal.Value))
		default:
			text.WriteString(s.expandPart(part))
		}
	}
	return text.String()
}

// processFile is the placeholder for the file of a process substitution.
const processFile = "/dev/fd/63"

// expandPart returns the text of a part of a word.
func (s *state) expandPart(part syntax.WordPart) string {
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
				text.WriteString(s.expandPart(inner))
			}
		}
		return text.String()
	case *syntax.ParamExp:
		return s.expandParameter(part)
	case *syntax.CmdSubst:
		return s.outputOf(part.Stmts)
	case *syntax.ArithmExp:
		return unknownName
	case *syntax.ProcSubst:
		return processFile
	case *syntax.ExtGlob:
		return "*"
	}
	return unknown
}
