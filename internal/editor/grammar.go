package editor

import (
	"io"
	"strings"

	"github.com/toolgen/toolgen/annotations"
)

// rule is a rule of a TextMate grammar.
type rule struct {
	Name     string          `json:"name,omitempty"`
	Match    string          `json:"match"`
	Captures map[string]part `json:"captures,omitempty"`
}

// part is the scope of a group of a regular expression, or the rules for its text.
type part struct {
	Name     string `json:"name,omitempty"`
	Patterns []rule `json:"patterns,omitempty"`
}

// grammar is a TextMate grammar that extends the grammar of another language.
type grammar struct {
	ScopeName         string `json:"scopeName"`
	InjectionSelector string `json:"injectionSelector"`
	Patterns          []rule `json:"patterns"`
}

// argumentRules color the arguments of a directive.
var argumentRules = []rule{
	{Name: "string.quoted.double.toolgen", Match: `"(?:[^"\\]|\\.)*"`},
	{Match: `(?<=\s)([A-Za-z_][\w.-]*)(=)`, Captures: map[string]part{
		"1": {Name: "variable.parameter.toolgen"}, "2": {Name: "keyword.operator.assignment.toolgen"},
	}},
	{Name: "constant.numeric.toolgen", Match: `(?<=[\s=,])-?\d[\w.]*`},
}

// WriteGrammar writes a grammar that colors directives in Go files. It marks names
// that are not directives as invalid.
func WriteGrammar(w io.Writer) error {
	var names []string
	for _, d := range annotations.All() {
		names = append(names, d.Name)
	}
	comment := part{Name: "comment.line.double-slash.go"}
	return write(w, grammar{
		ScopeName:         "toolgen.directives",
		InjectionSelector: "L:source.go -comment -string",
		Patterns: []rule{
			{Match: `(//)(tool:)(` + strings.Join(names, "|") + `)(?=\s|$)(.*)$`, Captures: map[string]part{
				"1": comment,
				"2": {Name: "keyword.other.directive.toolgen"},
				"3": {Name: "entity.name.function.directive.toolgen"},
				"4": {Patterns: argumentRules},
			}},
			{Match: `(//)(tool:)([^\s:]*)(.*)$`, Captures: map[string]part{
				"1": comment,
				"2": {Name: "keyword.other.directive.toolgen"},
				"3": {Name: "invalid.illegal.directive.toolgen"},
				"4": comment,
			}},
		},
	})
}
