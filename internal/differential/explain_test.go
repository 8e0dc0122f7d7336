package differential_test

import (
	"encoding/json"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime/arguments"
)

// checkProblems checks that a model can act on an error: every problem is at a
// position that exists, or where a value is missing, and its message has no words of
// Go.
func (s *subject) checkProblems(t testing.TB, text string, e *arguments.Error) {
	t.Helper()
	if len(e.Problems) == 0 || e.Total < len(e.Problems) || e.Total > len(e.Problems) && len(e.Problems) != 10 {
		t.Errorf("%s: %s: %d of %d problems", s.name, shorten(text), len(e.Problems), e.Total)
	}
	var root *document
	if json.Valid([]byte(text)) {
		root = parse(text)
	}
	for _, p := range e.Problems {
		if (p.Path == "") != (p.Pointer == "") || p.Message == "" || p.Code == arguments.CodeUnexplained || p.Offset < 0 || p.Offset > len(text) {
			t.Errorf("%s: %s: %+v", s.name, shorten(text), p)
		}
		if word := s.goWord(p.Message, text); word != "" {
			t.Errorf("%s: %s: the message has a word of Go (%s): %s", s.name, shorten(text), word, p.Message)
		}
		if root != nil && !hasPosition(root, p) {
			t.Errorf("%s: %s: the pointer and the offset do not match: %+v", s.name, shorten(text), p)
		}
	}
}

// hasPosition reports whether the pointer and the offset of a problem are of the same value.
func hasPosition(root *document, p arguments.Problem) bool {
	switch p.Code {
	case arguments.CodeEncoding, arguments.CodeDepth, arguments.CodeTooLarge, arguments.CodeRepairs:
		return true // a problem of the whole text
	}
	return slices.ContainsFunc(root.find(p.Pointer), func(s foundValue) bool { return s.is(p) })
}

// is reports whether a problem is about the value.
func (s foundValue) is(p arguments.Problem) bool {
	isValue := s.value != nil && s.value.at == p.Offset
	isParent := s.parent != nil && s.parent.at == p.Offset
	switch p.Code {
	case arguments.CodeRequired:
		return s.value == nil && isParent
	case arguments.CodeUnknown, arguments.CodeDuplicate, arguments.CodeKey:
		return s.value != nil && slices.ContainsFunc(s.parent.members, func(m member) bool { return m.at == p.Offset })
	case arguments.CodeVariant:
		return isValue || s.value == nil && isParent
	}
	return isValue
}

// goWords are words that a message may have only if the arguments have them.
var goWords = regexp.MustCompile(`%!|\b(u?int(8|16|32|64)?|float(32|64)|interface|struct|slice|nil|rune|byte slice|strconv|reflect|json|netip|runtime|decode|subjects|strict|big)\b[.(]?|\*[a-z]|\[\]|map\[|Unmarshal|Parse[A-Z]`)

// escapePattern matches an escape in an excerpt, whose letter is not part of a word.
var escapePattern = regexp.MustCompile(`\\(x[0-9a-f]{2}|u[0-9a-f]{4}|.)`)

// goWord returns the first word of Go in a message, or "".
func (s *subject) goWord(message, text string) string {
	message = escapePattern.ReplaceAllString(message, " ")
	for _, word := range append(goWords.FindAllString(message, -1), s.identifiers(message)...) {
		if !strings.Contains(text, word) && !strings.Contains(s.tool.Input, word) {
			return word
		}
	}
	return ""
}

var capital = regexp.MustCompile(`\b[A-Z][A-Za-z0-9]+\b`)

// identifiers returns the words of a message that are names of Go types or fields of
// the arguments.
func (s *subject) identifiers(message string) []string {
	var found []string
	for _, word := range capital.FindAllString(message, -1) {
		if goNames(s.arguments)[word] {
			found = append(found, word)
		}
	}
	return found
}

// goNames returns the names of a type, of its fields and of the types in it.
func goNames(t reflect.Type) map[string]bool {
	all := make(map[string]bool)
	var visit func(reflect.Type)
	visited := make(map[reflect.Type]bool)
	visit = func(t reflect.Type) {
		if visited[t] {
			return
		}
		visited[t] = true
		name, _, _ := strings.Cut(t.Name(), "[")
		all[name] = true
		switch t.Kind() {
		case reflect.Pointer, reflect.Slice, reflect.Array:
			visit(t.Elem())
		case reflect.Map:
			visit(t.Key())
			visit(t.Elem())
		case reflect.Struct:
			for i := range t.NumField() {
				all[t.Field(i).Name] = true
				visit(t.Field(i).Type)
			}
		}
	}
	visit(t)
	return all
}

// checkProblemsAfterRepairs does the same as checkProblems for the problems that
// remain after repairs. Their positions may be in values that a repair replaced.
func (s *subject) checkProblemsAfterRepairs(t testing.TB, text string, e *arguments.Error) {
	t.Helper()
	for _, p := range e.Problems {
		if p.Code == arguments.CodeUnexplained || p.Message == "" || p.Offset < 0 || p.Offset > len(text) || p.Path == "" != (p.Pointer == "") {
			t.Errorf("%s: %s: %+v", s.name, shorten(text), p)
		}
		if word := s.goWord(p.Message, text); word != "" {
			t.Errorf("%s: %s: the message has a word of Go (%s): %s", s.name, shorten(text), word, p.Message)
		}
	}
}
