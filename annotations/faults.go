package annotations

import (
	"cmp"
	"encoding/json"
	"errors"
	"go/token"
	"slices"

	"github.com/toolgen/toolgen/internal/gen/diag"
)

// unknownDirective reports a name that the vocabulary does not have.
func (p *parser) unknownDirective(name string, at span) {
	near, ok := diag.Suggest(name, names())
	if !ok {
		p.report(at, diag.UnknownDirective, `"toolgen directives" lists all of them`, "there is no directive %s%s", prefix, name)
		return
	}
	d := p.report(at, diag.UnknownDirective, "write "+prefix+near, "there is no directive %s%s; did you mean %s%s?", prefix, name, prefix, near)
	d.Edits = []diag.Edit{diag.Replace(p.fset, at, near)}
}

// malformedArguments reports arguments that cannot be split. What any of them
// says is not known then, so that none is reported as missing.
func (r *reader) malformedArguments(at diag.Range) {
	for i := range r.row.Arguments {
		r.faulty = append(r.faulty, &r.row.Arguments[i])
	}
	r.report(at, diag.MalformedArguments, "close the quotes, and put a space after them", "this quoted string is not closed, or not valid Go")
}

// unknownArgument reports a key that the directive does not have.
func (r *reader) unknownArgument(at span, key string) {
	message, arguments := "%s has no argument %s=", []any{prefix + r.row.Name, key}
	near, ok := diag.Suggest(key, r.row.keys())
	if ok {
		message, arguments = message+"; did you mean %s=?", append(arguments, near)
	}
	d := r.report(at, diag.UnknownArgument, "write "+r.row.Usage(), message, arguments...)
	if ok {
		d.Edits = []diag.Edit{diag.Replace(r.fset, at, near)}
	}
}

// usage mends an argument that is missing or wrong.
func (r *reader) usage() string { return "write " + r.row.Usage() + ", such as " + r.row.Example }

// unexpected reports an argument too many.
func (r *reader) unexpected(w word) {
	mend := "write " + r.row.Usage()
	if slices.Contains(r.row.keys(), w.text) {
		mend = "write " + w.text + "=VALUE without spaces: " + r.row.Usage()
	}
	r.report(w, diag.UnexpectedArgument, mend, "%s has no use for the argument %q", prefix+r.row.Name, w.text)
}

// twice reports a value that is there already.
func (r *reader) twice(at diag.Range, earlier Value, what string) {
	d := r.report(at, diag.RepeatedArgument, "keep one of them", "%s is given twice", what)
	d.Related = []diag.Related{diag.RelatedAt(r.fset, earlier, "the first one")}
}

// invalid reports a value that is not of the form, as close as possible to
// what is wrong with it.
func (r *reader) invalid(v *Value, form string) {
	name := prefix + r.row.Name
	if v.Argument.Key {
		name += " " + v.Argument.Name + "="
	}
	if syntax := syntaxError(v); syntax != nil {
		at := v.pos + token.Pos(max(0, min(syntax.Offset, int64(len(v.Text)))-1))
		r.report(span{at, v.end}, diag.InvalidArgument, r.usage(), "%s takes %s: %s", name, form, syntax)
		return
	}
	mend := r.usage()
	near, ok := diag.Suggest(v.Text, v.Argument.Words)
	if ok {
		mend = "write " + near
	}
	d := r.report(v, diag.InvalidArgument, mend, "%s takes %s, not %q", name, form, v.Text)
	if ok {
		d.Edits = []diag.Edit{diag.Replace(r.fset, v, near)}
	}
}

// syntaxError is what is wrong with a text that should be JSON; nil if it is.
func syntaxError(v *Value) *json.SyntaxError {
	var syntax *json.SyntaxError
	var value json.RawMessage
	if v.Argument.Kind != JSON || !errors.As(json.Unmarshal([]byte(v.Text), &value), &syntax) {
		return nil
	}
	return syntax
}

// missing reports arguments that have to be there and are not, behind the
// directive.
func (r *reader) missing() {
	end := span{r.parsed.end, r.parsed.end}
	mend := r.usage()
	for i := range r.row.Arguments {
		a := &r.row.Arguments[i]
		if a.Required && len(r.parsed.All(a.Name)) == 0 && !slices.Contains(r.faulty, a) {
			r.report(end, diag.MissingArgument, mend, "%s needs %s", prefix+r.row.Name, cmp.Or(either(a.Words), a.Kind.rule().form))
		}
	}
	if r.row.NeedsArgument && r.source.Args == "" {
		r.report(end, diag.MissingArgument, mend, "%s means nothing without an argument", prefix+r.row.Name)
	}
}
