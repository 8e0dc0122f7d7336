// Package declared compiles schemas that authors write with //tool:schema to a
// form that the decoder can check, and reports their problems.
//
// The package defines the keywords that combine schemas and the keywords that are
// refused. Package keyword defines those that constrain a value. The decoder
// judges defaults, examples and lists of values.
package declared

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/internal/gen/diag"
	"github.com/toolgen/toolgen/internal/gen/keyword"
	"github.com/toolgen/toolgen/internal/gen/model"
)

// Problem is a problem of a declared schema.
type Problem struct {
	// Start and End are the byte offsets of the part with the problem.
	Start, End int
	// Code is the code of the diagnostic.
	Code diag.Code
	// Message is the problem, and Fix the solution; Fix may be empty.
	Message, Fix string
}

// Compile compiles the text of a schema, which is JSON. It reports all problems
// in one run. The schema is nil if there are problems. The caller sets its Span.
func Compile(source string) (*model.Schema, []Problem) {
	c := &compiler{rules: rules}
	whole := plainText(source, 0)
	parsed, err := parseJSON(source)
	if err != nil {
		c.invalid(whole, "%v", err)
		return nil, c.problems
	}
	if part, err := parsed.checkTexts(); err != nil {
		c.invalid(part, "%v", err)
		return nil, c.problems
	}
	c.noDefault(parsed)
	schema := &model.Schema{Text: parsed.compact(), Node: c.schema(parsed)}
	if len(c.problems) > 0 {
		return nil, c.problems
	}
	return schema, nil
}

// compiler compiles a schema.
type compiler struct {
	rules    map[string]rule // by name; they use the compiler
	problems []Problem
}

// report adds a problem of a part of the text.
func (c *compiler) report(part text, code diag.Code, fix, format string, arguments ...any) {
	c.problems = append(c.problems, Problem{
		Start: part.start(), End: part.end(), Code: code, Message: fmt.Sprintf(format, arguments...), Fix: fix,
	})
}

// invalid reports an invalid value of a keyword.
func (c *compiler) invalid(part text, format string, arguments ...any) {
	c.report(part, diag.InvalidSchema, "", format, arguments...)
}

// schema compiles an object of keywords.
func (c *compiler) schema(v *jsonValue) *model.SchemaNode {
	node := &model.SchemaNode{}
	if v.kind != "object" {
		c.invalid(v.at, "a schema is an object, and this is %s", withArticle(v.kind))
		return node
	}
	for _, m := range v.members {
		c.keyword(node, m)
	}
	for _, check := range []func(*model.SchemaNode, *jsonValue){c.consistent, c.satisfiable, c.checkAnnotations} {
		if len(c.problems) == 0 {
			check(node, v)
		}
	}
	return node
}

// keyword compiles one keyword.
func (c *compiler) keyword(node *model.SchemaNode, m jsonMember) {
	name := m.name.value
	rule, known := c.rules[name]
	if !known {
		c.unknown(m.name)
		return
	}
	if !slices.Contains(rule.takes, m.value.kind) {
		c.invalid(m.value.at, "%s takes %s, and this is %s", name, rule.says, withArticle(m.value.kind))
		return
	}
	if rule.apply == nil {
		return // an annotation
	}
	err := rule.apply(c, node, m.value)
	var part *keyword.PartError
	switch {
	case errors.As(err, &part):
		c.invalid(m.value.decoded.slice(part.Start, part.End), "%s: %v: %s", name, err, part.Fix)
	case err != nil:
		c.invalid(m.value.at, "%s: %v", name, err)
	}
}

// noDefault refuses a default of the whole schema, because nothing would apply
// it.
func (c *compiler) noDefault(v *jsonValue) {
	if given := v.member("default"); given != nil {
		c.report(given.at, diag.InvalidSchema,
			"remove it, make the argument optional with omitzero, and choose the value in the function", "default: a default of the whole value is not supported")
	}
}

// unknown reports a keyword that is not supported.
func (c *compiler) unknown(name text) {
	fix, known := refusedKeywords[name.value]
	if known {
		c.report(name, diag.UnknownSchemaKeyword, fix, "the keyword %s is not supported", name.value)
		return
	}
	fix = "remove it: nothing would check it"
	if meant, ok := diag.Suggest(name.value, slices.Sorted(maps.Keys(c.rules))); ok {
		fix = fmt.Sprintf("did you mean %q?", meant)
	}
	c.report(name, diag.UnknownSchemaKeyword, fix, "JSON Schema has no keyword %q", name.value)
}

// IsKeyword reports whether JSON Schema has a keyword, supported or not.
func IsKeyword(name string) bool {
	_, isChecked := rules[name]
	_, isRefused := refusedKeywords[name]
	return isChecked || isRefused
}

// AnyText is the text of the schema of [Any]. It has a description, because
// several clients refuse empty schemas.
const AnyText = `{"description":"Any JSON value."}`

// Any returns the schema of a type that reads its own JSON and is marked
// //tool:any.
func Any(at model.Span) *model.Schema {
	return &model.Schema{Text: AnyText, Span: at, Node: &model.SchemaNode{}}
}

// Types returns a schema that accepts the values of the named JSON types.
func Types(names []string, at model.Span) *model.Schema {
	node := &model.SchemaNode{}
	var texts []string
	for _, name := range names {
		node.AnyOf = append(node.AnyOf, &model.SchemaNode{Types: []string{name}})
		texts = append(texts, `{"type":`+model.Quote(name)+`}`)
	}
	return &model.Schema{Text: `{"anyOf":[` + strings.Join(texts, ",") + `]}`, Span: at, Node: node}
}
