package terminal

import (
	"path"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// These noncharacters are the placeholders for parts of a word whose value is not
// known before the shell runs.
const (
	// unknown is the placeholder for any value, which may be empty.
	unknown = "\uFFFF"
	// unknownNonEmpty is the placeholder for a value that is not empty, such as that
	// of ${dir:?}.
	unknownNonEmpty = "\uFFFE"
	// unknownName is the placeholder for a value that is the name of a file without
	// a directory, such as a number or a date.
	unknownName = "\uFDD0"
)

// placeholders are all placeholders.
const placeholders = unknown + unknownNonEmpty + unknownName

// removePlaceholders returns the known parts of a text.
func removePlaceholders(text string) string {
	return strings.NewReplacer(unknown, "", unknownNonEmpty, "", unknownName, "").Replace(text)
}

// hasPlaceholder reports whether a part of a text is not known.
func hasPlaceholder(text string) bool { return strings.ContainsAny(text, placeholders) }

// maxValue is the maximum length of a known value, in bytes. Longer values are
// unknown.
const maxValue = 1024

// Arrays are variables whose name has this suffix. Their elements are separated
// by separator.
const (
	arraySuffix = "[@]"
	separator   = "\x00"
)

// predefinedVariables are the variables that every shell has and that are not files.
var predefinedVariables = map[string]string{
	"HOME": "~", "IFS": " ", "?": "0", "$": unknownName, "!": unknownName, "-": "", "0": "sh", "RANDOM": unknownName, "SECONDS": unknownName,
	"EPOCHSECONDS": unknownName, "LINENO": unknownName, "UID": unknownName, "EUID": unknownName, "PPID": unknownName, "BASHPID": unknownName,
	"HOSTNAME": unknownName, "OSTYPE": unknownName, "HOSTTYPE": unknownName, "USER": unknownName, "LOGNAME": unknownName,
}

// value returns the value of a variable, and unknown for variables of the
// environment.
func (s *state) value(name string) string {
	value, _ := s.lookup(name)
	return value
}

// lookup returns the value of a variable and whether the variable is known to be
// set. Other variables may be in the environment.
func (s *state) lookup(name string) (value string, isSet bool) {
	if value, ok := s.vars[name]; ok {
		return value, true
	}
	switch {
	case name == "PWD":
		return s.dir, true
	case name == "OLDPWD":
		return s.previousDir, true
	case name == "#":
		return "0", true
	case name == "@" || name == "*":
		return strings.Join(s.params, " "), true
	case len(name) > 0 && strings.Trim(name, "0123456789") == "" && name != "0":
		return s.param(name), true
	}
	if value, ok := predefinedVariables[name]; ok {
		return value, true
	}
	return unknown, false
}

// param returns a positional parameter.
func (s *state) param(name string) string {
	n := 0
	for _, digit := range name {
		n = min(n*10+int(digit-'0'), maxValue)
	}
	for at, param := range s.params {
		if param == unknown { // any number of parameters
			return unknown
		}
		if at+1 == n {
			return param
		}
	}
	return ""
}

// setArray sets an array variable.
func (s *state) setArray(a *syntax.Assign) {
	name := a.Name.Value
	var elements []string
	if old, ok := s.vars[name+arraySuffix]; ok && a.Append {
		elements = append(elements, strings.Split(old, separator)...)
	}
	for _, element := range a.Array.Elems {
		if element.Value != nil {
			elements = append(elements, s.expandAll([]*syntax.Word{element.Value})...)
		}
	}
	s.set(name+arraySuffix, strings.Join(elements, separator))
	first := ""
	if len(elements) > 0 {
		first = elements[0]
	}
	s.set(name, first)
}

// expandParameter returns the value of an expansion such as $name or
// ${name:-default}.
func (s *state) expandParameter(p *syntax.ParamExp) string {
	switch {
	case p.Length || p.Width:
		return unknownName
	case p.Param == nil || p.Slice != nil || p.Flags != nil || p.IsSet:
		return unknown
	case p.Index != nil:
		return strings.Join(s.elements(p), " ")
	}
	name := p.Param.Value
	if p.Excl {
		if name = s.value(name); hasPlaceholder(name) || name == "" {
			return unknown
		}
	}
	value, isSet := s.lookup(name)
	switch {
	case p.Exp != nil:
		return s.expandOperator(p.Exp, value, isSet)
	case p.Repl != nil:
		original, with := s.expand(p.Repl.Orig), s.expand(p.Repl.With)
		if hasPlaceholder(value+original+with) || strings.ContainsAny(original, "*?[#%/") {
			return unknown
		}
		if p.Repl.All {
			return strings.ReplaceAll(value, original, with)
		}
		return strings.Replace(value, original, with, 1)
	}
	return value
}

// elements returns the elements of an array that an expansion selects.
func (s *state) elements(p *syntax.ParamExp) []string {
	index, ok := p.Index.(*syntax.Word)
	all, isKnown := s.vars[p.Param.Value+arraySuffix]
	if !ok || !isKnown || !strings.Contains("@ *", index.Lit()) || p.Exp != nil || p.Repl != nil || p.Slice != nil || p.Excl {
		return []string{unknown}
	}
	return strings.Split(all, separator)
}

// expandOperator returns the value of an expansion with an operator.
func (s *state) expandOperator(e *syntax.Expansion, value string, isSet bool) string {
	isUnknown := !isSet || value == unknown
	switch e.Op {
	case syntax.ErrorUnset, syntax.ErrorUnsetOrNull:
		if isUnknown {
			return unknownNonEmpty
		}
		return value
	case syntax.DefaultUnset, syntax.DefaultUnsetOrNull, syntax.AssignUnset, syntax.AssignUnsetOrNull:
		if isUnknown || value == "" {
			return s.expand(e.Word)
		}
		return value
	case syntax.AlternateUnset, syntax.AlternateUnsetOrNull:
		return s.expand(e.Word)
	case syntax.RemSmallSuffix, syntax.RemLargeSuffix:
		return trimSuffixPattern(value, s.expand(e.Word), e.Op == syntax.RemLargeSuffix)
	case syntax.RemSmallPrefix, syntax.RemLargePrefix:
		return trimPrefixPattern(value, s.expand(e.Word), e.Op == syntax.RemLargePrefix)
	case syntax.LowerAll:
		return strings.ToLower(value)
	case syntax.UpperAll:
		return strings.ToUpper(value)
	}
	return unknown
}

// trimSuffixPattern returns ${value%pattern}.
func trimSuffixPattern(value, pattern string, isLarge bool) string {
	known, _, isPartial := strings.Cut(value, firstPlaceholder(value))
	if isPartial && hasPlaceholder(value) {
		if strings.Trim(known, "./") == "" && !strings.HasPrefix(known, "./") {
			return unknown
		}
		return known + unknown
	}
	best := value
	for at := len(value); at >= 0; at-- {
		if matchesPattern(pattern, value[at:]) {
			if best = value[:at]; !isLarge {
				return best
			}
		}
	}
	return best
}

// trimPrefixPattern returns ${value#pattern}.
func trimPrefixPattern(value, pattern string, isLarge bool) string {
	if hasPlaceholder(value + pattern) {
		if pattern == "*/" && isLarge {
			return unknownName
		}
		return unknown
	}
	best := value
	for at := 0; at <= len(value); at++ {
		if matchesPattern(pattern, value[:at]) {
			if best = value[at:]; !isLarge {
				return best
			}
		}
	}
	return best
}

// matchesPattern reports whether a pattern, whose * matches slashes too, matches
// a text.
func matchesPattern(pattern, text string) bool {
	const slash = "\x01"
	ok, err := path.Match(strings.ReplaceAll(pattern, "/", slash), strings.ReplaceAll(text, "/", slash))
	return err == nil && ok
}

// firstPlaceholder returns the first placeholder in a text, and unknown when it
// has none.
func firstPlaceholder(text string) string {
	for _, each := range text {
		if strings.ContainsRune(placeholders, each) {
			return string(each)
		}
	}
	return unknown
}
