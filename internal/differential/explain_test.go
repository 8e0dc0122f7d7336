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

// explained checks that an error is one that a model can act on: every problem
// stands at a place that exists, or is missing there, and is told in words that
// are not Go's.
func (s *subject) explained(t testing.TB, text string, e *arguments.Error) {
	t.Helper()
	if len(e.Problems) == 0 || e.Total < len(e.Problems) || e.Total > len(e.Problems) && len(e.Problems) != 10 {
		t.Errorf("%s: %s: %d of %d problems", s.name, shown(text), len(e.Problems), e.Total)
	}
	var root *document
	if json.Valid([]byte(text)) {
		root = parse(text)
	}
	for _, p := range e.Problems {
		if (p.Path == "") != (p.Pointer == "") || p.Message == "" || p.Code == arguments.CodeUnexplained || p.Offset < 0 || p.Offset > len(text) {
			t.Errorf("%s: %s: %+v", s.name, shown(text), p)
		}
		if word := s.goWord(p.Message, text); word != "" {
			t.Errorf("%s: %s: the message speaks Go (%s): %s", s.name, shown(text), word, p.Message)
		}
		if root != nil && !stands(root, p) {
			t.Errorf("%s: %s: there is no such place: %+v", s.name, shown(text), p)
		}
	}
}

// stands says whether a problem's pointer and offset lead to the same place.
func stands(root *document, p arguments.Problem) bool {
	switch p.Code {
	case arguments.CodeEncoding, arguments.CodeDepth, arguments.CodeTooLarge, arguments.CodeRepairs:
		return true // of the text as a whole
	}
	return slices.ContainsFunc(root.find(p.Pointer), func(s spot) bool { return s.is(p) })
}

// is says whether a problem is about the spot.
func (s spot) is(p arguments.Problem) bool {
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

// goWords are words that no message has, unless the call has them.
var goWords = regexp.MustCompile(`%!|\b(u?int(8|16|32|64)?|float(32|64)|interface|struct|slice|nil|rune|byte slice|strconv|reflect|json|netip|runtime|decode|subjects|strict|big)\b[.(]?|\*[a-z]|\[\]|map\[|Unmarshal|Parse[A-Z]`)

// escaped is a character as excerpts write it; its letter is no part of a word.
var escaped = regexp.MustCompile(`\\(x[0-9a-f]{2}|u[0-9a-f]{4}|.)`)

// goWord is the first word in a message that only Go has.
func (s *subject) goWord(message, text string) string {
	message = escaped.ReplaceAllString(message, " ")
	for _, word := range append(goWords.FindAllString(message, -1), s.identifiers(message)...) {
		if !strings.Contains(text, word) && !strings.Contains(s.tool.Input, word) {
			return word
		}
	}
	return ""
}

var capital = regexp.MustCompile(`\b[A-Z][A-Za-z0-9]+\b`)

// identifiers are the words of a message that are names of the Go types and
// fields of the arguments.
func (s *subject) identifiers(message string) []string {
	var found []string
	for _, word := range capital.FindAllString(message, -1) {
		if goNames(s.arguments)[word] {
			found = append(found, word)
		}
	}
	return found
}

// goNames are the names of a type, its fields and the types inside.
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

// explainedAfterRepairs is explained for the problems that remain when repairs
// were made: they may be inside of strings, or of items that stand alone.
func (s *subject) explainedAfterRepairs(t testing.TB, text string, e *arguments.Error) {
	t.Helper()
	for _, p := range e.Problems {
		if p.Code == arguments.CodeUnexplained || p.Message == "" || p.Offset < 0 || p.Offset > len(text) || p.Path == "" != (p.Pointer == "") {
			t.Errorf("%s: %s: %+v", s.name, shown(text), p)
		}
		if word := s.goWord(p.Message, text); word != "" {
			t.Errorf("%s: %s: the message speaks Go (%s): %s", s.name, shown(text), word, p.Message)
		}
	}
}
