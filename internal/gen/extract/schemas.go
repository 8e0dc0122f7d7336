package extract

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/annotations"
	"github.com/toolgen/toolgen/internal/gen/diag"
	"github.com/toolgen/toolgen/internal/gen/model"
)

// declaredSchema reads what //tool:schema says, nil without it. It reports
// false when something of it is refused. The place to blame for a directive of
// another author is at.
func (p *packageExtractor) declaredSchema(d *annotations.ParsedDirective, at use, own bool) (*model.Schema, bool) {
	if d == nil {
		return nil, true
	}
	value, found := d.Value("json")
	if !found {
		return nil, false // reported as a missing or faulty argument
	}
	r := &schemaReader{p: p, rules: schemaKeywords, at: at, own: own, fit: true}
	source := sourceText(value.Text, value.Pos())
	parsed, err := parseJSON(source)
	if err != nil {
		r.invalid(source, "%v", err)
		return nil, false
	}
	if twice, err := parsed.checkTexts(); err != nil {
		r.invalid(twice, "%v", err)
		return nil, false
	}
	r.noDefault(parsed)
	schema := &model.Schema{Text: parsed.compact(), Span: p.span(value), Node: r.schema(parsed)}
	return schema, r.fit
}

// schemaReader reads a declared schema. Everything is looked at, so that one
// run reports everything.
type schemaReader struct {
	p     *packageExtractor
	rules map[string]schemaKeyword // by name; they lead back here
	at    use
	own   bool // the directive is the author's
	fit   bool // nothing has been refused
}

func (r *schemaReader) place(part text) model.Span {
	if r.own {
		return r.p.span(part)
	}
	return r.at.span
}

// invalid reports a value that a keyword cannot have.
func (r *schemaReader) invalid(part text, format string, arguments ...any) {
	r.fit = false
	d := diagnostic(diag.InvalidSchema, r.place(part), "%s: //tool:schema: "+format, append([]any{r.at.what}, arguments...)...)
	r.p.report(d)
}

// schema reads an object of keywords.
func (r *schemaReader) schema(v *jsonValue) *model.SchemaNode {
	node := &model.SchemaNode{}
	if v.kind != "object" {
		r.invalid(v.at, "a schema is an object, and this is %s", aKind(v.kind))
		return node
	}
	for _, m := range v.members {
		rule, known := r.rules[m.name.value]
		if !known {
			r.unknown(m.name)
			continue
		}
		if !slices.Contains(rule.takes, m.value.kind) {
			r.invalid(m.value.at, "%s takes %s, and this is %s", m.name.value, rule.says, aKind(m.value.kind))
			continue
		}
		if rule.apply == nil {
			continue // an annotation
		}
		err := rule.apply(r, node, m.value)
		var foreign *patternError
		switch {
		case errors.As(err, &foreign):
			r.invalid(foreign.part, "%s: %v: %s", m.name.value, err, foreign.mend)
		case err != nil:
			r.invalid(m.value.at, "%s: %v", m.name.value, err)
		}
	}
	r.consistent(node, v)
	if r.fit {
		r.satisfiable(node, v)
	}
	if r.fit {
		r.illustrated(node, v)
	}
	return node
}

// noDefault refuses a default of the whole value: nothing would apply it.
func (r *schemaReader) noDefault(v *jsonValue) {
	if given := v.member("default"); given != nil {
		r.fit = false
		r.p.report(diagnostic(diag.InvalidSchema, r.place(given.at), "%s: //tool:schema: default: nothing applies it", r.at.what).
			withMend("remove it, make the argument optional with omitzero, and choose the value in the function"))
	}
}

// unknown reports a keyword that nothing would check.
func (r *schemaReader) unknown(name text) {
	r.fit = false
	mend, known := uncheckedKeywords[name.value]
	if !known {
		r.p.report(diagnostic(diag.UnknownSchemaKeyword, r.place(name), "%s: //tool:schema: JSON Schema has no keyword %q", r.at.what, name.value).
			withSuggestion(name.value, sortedKeys(r.rules), "remove it: nothing would check it"))
		return
	}
	r.p.report(diagnostic(diag.UnknownSchemaKeyword, r.place(name), "%s: //tool:schema: %s is a keyword that nothing checks here", r.at.what, name.value).withMend("%s", mend))
}

// consistent reports bounds that leave nothing.
func (r *schemaReader) consistent(n *model.SchemaNode, v *jsonValue) {
	if !r.fit {
		return
	}
	for _, pair := range []struct {
		low, high         *int
		lowName, highName string
	}{
		{n.MinLength, n.MaxLength, "minLength", "maxLength"},
		{n.MinItems, n.MaxItems, "minItems", "maxItems"},
		{n.MinProperties, n.MaxProperties, "minProperties", "maxProperties"},
	} {
		if pair.low != nil && pair.high != nil && *pair.low > *pair.high {
			r.invalid(v.member(pair.highName).at, "%s is greater than %s", pair.lowName, pair.highName)
		}
	}
	for _, written := range n.Enum {
		if len(n.Types) > 0 && !slices.ContainsFunc(n.Types, hasType(written)) {
			r.invalid(v.at, "the value %s is of none of the types: %s", written, strings.Join(n.Types, ", "))
		}
	}
	c := &model.Constraints{
		Minimum: n.Minimum, Maximum: n.Maximum, MultipleOf: n.MultipleOf,
		ExclusiveMinimum: n.ExclusiveMinimum, ExclusiveMaximum: n.ExclusiveMaximum,
	}
	if found := rangeConflict(&model.Type{Kind: model.KindNumber}, c); found != nil {
		r.invalid(v.member(found.keyword).at, "%s", found.reason)
	}
}

// hasType reports whether a value is of a JSON type.
func hasType(written string) func(name string) bool {
	v, err := parseJSON(sourceText(written, 1))
	return func(name string) bool {
		if err != nil {
			return true // not reached: it has been read
		}
		return v.kind == name || name == "integer" && v.kind == "number" && rational(v.at.value).IsInt()
	}
}

// anyText is the schema of any value. It says so, because several clients
// refuse schemas that say nothing.
const anyText = `{"description":"Any JSON value."}`

// anySchema is that of a type with its own JSON that is marked //tool:any.
func anySchema(at model.Span) *model.Schema {
	return &model.Schema{Text: anyText, Span: at, Node: &model.SchemaNode{}}
}

// onlyType refuses a schema of values that the Go type cannot hold.
func onlyType(s *model.Schema, elem *model.Type) error {
	want := map[model.Kind]string{model.KindMap: "object", model.KindSlice: "array"}
	if elem == nil || want[elem.Kind] == "" || slices.Equal(s.Node.Types, []string{want[elem.Kind]}) {
		return nil
	}
	return fmt.Errorf("%q", want[elem.Kind])
}
