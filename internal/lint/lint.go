// Package lint reports texts and names of tools that models misunderstand.
//
// The input is packages of package model, the output diagnostics with the codes TG18,
// which package diag explains. A tool with such a problem works; the package reports
// what makes correct calls less likely, or requests more expensive. [Rules] is the
// table of rules, each of which can be disabled. The functions are safe for concurrent
// use.
package lint

import (
	"fmt"
	"slices"

	"github.com/toolgen/toolgen/internal/gen/diag"
	"github.com/toolgen/toolgen/internal/gen/model"
)

// Rule is a kind of problem.
type Rule struct {
	// Name is the name for --disable, and Code the code of the diagnostics.
	Name string
	Code diag.Code
	// Reason says why the rule exists, with what was measured. Tokens are those of
	// o200k_base.
	Reason string
	// tool, field and all check a tool, an argument and all tools. Two of them are nil.
	tool  func(*model.Tool) []finding
	field func(*argument) []finding
	all   func([]*model.Tool) []finding
}

// finding is a problem of a tool or of an argument.
type finding struct {
	span    model.Span
	message string
	fix     string
	related []diag.Related
	edits   []diag.Edit
}

// argument is a field of the arguments of a tool, at any depth.
type argument struct {
	*model.Field
	tool *model.Tool
}

// fix returns the fix for a field of a struct or for a parameter of a function, which
// has no tags.
func (a *argument) fix(ofField, ofParameter string) string {
	if a.isParameter() {
		return ofParameter
	}
	return ofField
}

// isParameter reports whether the argument is a parameter of the function.
func (a *argument) isParameter() bool {
	return a.tool.Passing == model.PassEach && slices.Contains(a.tool.Arguments.Fields, a.Field)
}

// rules is the table of rules, in the order of their codes.
var rules = []Rule{
	{
		Name: "tool-text", Code: diag.UselessDescription, tool: uselessToolText,
		Reason: "The description is all that a model knows of a tool that it has not called. A text that repeats the name costs about 7 tokens in each request and adds no information.",
	},
	{
		Name: "argument-text", Code: diag.UndescribedArgument, field: missingText,
		Reason: "Without a description a model derives the meaning, the unit and the form of a value from its name. A description of eight words costs about 14 tokens, a call that is refused about 120 (the one in the README), and the next call again.",
	},
	{
		Name: "useless-argument-text", Code: diag.UselessArgumentText, field: uselessText,
		Reason: "A description that repeats the name costs about 5 tokens in each request and adds no information.",
	},
	{
		Name: "value-text", Code: diag.UndescribedValues, field: missingValueTexts,
		Reason: "A model chooses one of the values by their descriptions; a value such as \"b2\" says nothing. A description of two words costs about 3 tokens.",
	},
	{
		Name: "long-text", Code: diag.LongText, tool: longToolText, field: longText,
		Reason: "200 characters of English are about 40 tokens, which each request pays, for each tool, also if the tool is not called.",
	},
	{
		Name: "snake-case", Code: diag.NotSnakeCase, tool: toolCase, field: fieldCase,
		Reason: "Models write the names of the APIs that they have seen, mostly in snake_case, which costs about as many tokens as another case. The decoder accepts another case only as a repair.",
	},
	{
		Name: "generic-name", Code: diag.GenericName, field: genericName,
		Reason: "Models use the same generic name for different things: an argument path receives a URL, a file or a directory. A name of two words costs about 2 tokens more.",
	},
	{
		Name: "text-and-tag", Code: diag.TextContradictsTag, field: contradiction,
		Reason: "A model reads both the text and the schema. If they differ, some calls follow the text and are refused, which costs about 120 tokens a call. A limit in the text costs about 5 tokens and is in the schema already.",
	},
	{
		Name: "similar-tools", Code: diag.SimilarTools, all: similarTools,
		Reason: "A model distinguishes tools by their descriptions. Two tools with nearly the same words are chosen at random. The words that distinguish them cost about 5 tokens.",
	},
	{
		Name: "optional-default", Code: diag.UnknownDefault, field: unknownDefault,
		Reason: "A model fills an optional argument with an invented value if nothing says what happens without it. A default in the schema costs about 4 tokens.",
	},
	{
		Name: "many-required", Code: diag.ManyRequired, tool: manyRequired,
		Reason: "Each required argument is one more that a model can miss or invent. All built-in tools have at most 2.",
	},
	{
		Name: "hints", Code: diag.HintContradicts, tool: hints,
		Reason: "Clients skip questions to people because of hints. A hint that contradicts the capabilities makes them skip the wrong ones. A hint costs about 8 tokens.",
	},
}

// Rules returns the rules. The caller may change the result.
func Rules() []Rule { return slices.Clone(rules) }

// Names returns the names of the rules.
func Names() (names []string) {
	for _, r := range rules {
		names = append(names, r.Name)
	}
	return names
}

// Check returns the problems of all tools, without those of the disabled rules. The
// order is that of the rules; package diag sorts them.
func Check(packages []*model.Package, disabled []string) (list []diag.Diagnostic) {
	var tools []*model.Tool
	for _, pkg := range packages {
		tools = append(tools, pkg.Tools...)
	}
	for i := range rules {
		if !slices.Contains(disabled, rules[i].Name) {
			for _, f := range rules[i].findings(tools) {
				list = append(list, diag.Diagnostic{Pos: f.span.Start, End: f.span.End, Code: rules[i].Code, Message: f.message, Fix: f.fix, Related: f.related, Edits: f.edits})
			}
		}
	}
	return list
}

// findings returns the problems that a rule finds.
func (r *Rule) findings(tools []*model.Tool) (list []finding) {
	if r.all != nil {
		return r.all(tools)
	}
	for _, tool := range tools {
		if r.tool != nil {
			list = append(list, r.tool(tool)...)
		}
		if r.field != nil && tool.Arguments != nil {
			eachField(tool, tool.Arguments, make(map[*model.Type]bool), func(a *argument) { list = append(list, r.field(a)...) })
		}
	}
	return list
}

// eachField calls visit for each field of a type and of the types in it, once for each
// type.
func eachField(tool *model.Tool, t *model.Type, seen map[*model.Type]bool, visit func(*argument)) {
	if t == nil || seen[t] {
		return
	}
	seen[t] = true
	eachField(tool, t.Elem, seen, visit)
	if t.Union != nil {
		for _, v := range t.Union.Variants {
			eachField(tool, v.Type, seen, visit)
		}
	}
	for _, field := range t.Fields {
		visit(&argument{field, tool})
		eachField(tool, field.Type, seen, visit)
	}
}

// problem returns a finding at an argument.
func (a *argument) problem(fix, format string, args ...any) []finding {
	return []finding{{span: a.Span, message: fmt.Sprintf(format, args...), fix: fix}}
}

// problemOf returns a finding at a tool.
func problemOf(tool *model.Tool, fix, format string, args ...any) []finding {
	return []finding{{span: tool.Span, message: fmt.Sprintf(format, args...), fix: fix}}
}

// withEdit returns findings, which have one item, with an edit.
func withEdit(list []finding, edit diag.Edit) []finding {
	list[0].edits = append(list[0].edits, edit)
	return list
}

// withLine returns the findings with an edit that adds a line above a position, if there
// is a position.
func withLine(list []finding, at model.Position, line string) []finding {
	if !at.IsValid() {
		return list
	}
	return withEdit(list, diag.LineAbove(at, line))
}

// above returns the beginning of the line of a function.
func above(tool *model.Tool) model.Position {
	return model.Position{Filename: tool.Span.Start.Filename, Line: tool.Span.Start.Line, Column: 1}
}
