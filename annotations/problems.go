package annotations

import (
	"cmp"
	"encoding/json"
	"errors"
	"go/token"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/internal/gen/diag"
)

// reportUnknownDirective reports a name that the vocabulary does not have.
func (p *parser) reportUnknownDirective(name string, at span) {
	near, ok := diag.Suggest(name, directiveNames())
	if !ok {
		p.report(at, diag.UnknownDirective, `write one of the directives that "toolgen directives" lists`, "there is no directive %s%s", prefix, name)
		return
	}
	d := p.report(at, diag.UnknownDirective, "write "+prefix+near, "there is no directive %s%s; did you mean %s%s?", prefix, name, prefix, near)
	d.Edits = []diag.Edit{diag.Replace(p.fset, at, near)}
}

// reportMalformed reports arguments that cannot be split. Because the arguments
// are not known, none of them is reported as missing.
func (r *reader) reportMalformed(at diag.Range) {
	for i := range r.row.Arguments {
		r.unreadable = append(r.unreadable, &r.row.Arguments[i])
	}
	r.report(at, diag.MalformedArguments, "close the quotes, and put a space after them", "this quoted string is not closed, is not valid Go, or is not followed by a space")
}

// reportUnknownArgument reports a key that the directive does not have.
func (r *reader) reportUnknownArgument(at span, key string) {
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

// usage returns the fix for an argument that is missing or invalid.
func (r *reader) usage() string { return "write " + r.row.Usage() + ", such as " + r.row.Example }

// reportUnexpected reports a positional argument that the directive does not take.
func (r *reader) reportUnexpected(w word) {
	fix := "write " + r.row.Usage()
	if slices.Contains(r.row.keys(), w.text) {
		fix = "write " + w.text + "=VALUE without spaces: " + r.row.Usage()
	}
	r.report(w, diag.UnexpectedArgument, fix, "%s does not take the argument %q", prefix+r.row.Name, w.text)
}

// reportUnquoted reports a text with spaces that has no quotes: w follows its first
// word, which is the last value. It reports false if that value is not a text, or has
// quotes.
func (r *reader) reportUnquoted(w word) bool {
	if len(r.parsed.Values) == 0 || w.quoted {
		return false
	}
	first := r.parsed.Values[len(r.parsed.Values)-1]
	if first.Argument.Kind != String || int(first.end-first.pos) != len(first.Text) || first.end > w.pos {
		return false
	}
	rest := r.source.Args[first.pos-r.source.ArgsPos:]
	if key := keyAfterSpace.FindStringIndex(rest); key != nil {
		rest = rest[:key[0]]
	}
	text := strings.TrimRight(rest, " \t")
	r.reported = first.pos + token.Pos(len(text))
	quoted := strconv.Quote(text)
	at := span{first.pos, r.reported}
	d := r.report(at, diag.UnexpectedArgument, "put the text in quotes: "+quoted, "%s: a text with spaces needs quotes", prefix+r.row.Name)
	d.Edits = []diag.Edit{diag.Replace(r.fset, at, quoted)}
	return true
}

// keyAfterSpace matches the beginning of the next argument with a key, or of a comment.
var keyAfterSpace = regexp.MustCompile(`\s([A-Za-z][\w.-]*=|//)`)

// reportRepeated reports a value that is given twice.
func (r *reader) reportRepeated(at diag.Range, earlier Value, what string) {
	d := r.report(at, diag.RepeatedArgument, "keep one of them", "%s is given twice", what)
	d.Related = []diag.Related{diag.RelatedAt(r.fset, earlier, "the first one")}
}

// reportInvalid reports a value that does not have the form. For JSON it reports
// the position of the syntax error.
func (r *reader) reportInvalid(v *Value, form string) {
	name := prefix + r.row.Name
	if v.Argument.Key {
		name += " " + v.Argument.Name + "="
	}
	if syntax := syntaxError(v); syntax != nil {
		at := v.pos + token.Pos(max(0, min(syntax.Offset, int64(len(v.Text)))-1))
		fix := r.usage()
		if strings.Contains(syntax.Error(), "escape") {
			fix = `write \\ for a backslash`
		}
		r.report(span{at, v.end}, diag.InvalidArgument, fix, "%s takes %s: %s", name, form, syntax)
		return
	}
	fix := r.usage()
	near, ok := diag.Suggest(v.Text, v.Argument.Words)
	if ok {
		fix = "write " + near
	}
	d := r.report(v, diag.InvalidArgument, fix, "%s takes %s, not %q", name, form, v.Text)
	if ok {
		d.Edits = []diag.Edit{diag.Replace(r.fset, v, near)}
	}
}

// syntaxError returns the syntax error of a value of kind JSON, or nil.
func syntaxError(v *Value) *json.SyntaxError {
	var syntax *json.SyntaxError
	var value json.RawMessage
	if v.Argument.Kind != JSON && v.Argument.Kind != SchemaOrOpaque || !errors.As(json.Unmarshal([]byte(v.Text), &value), &syntax) {
		return nil
	}
	return syntax
}

// reportMissing reports required arguments that are not given, at the end of the
// directive.
func (r *reader) reportMissing() {
	end := span{r.parsed.end, r.parsed.end}
	fix := r.usage()
	for i := range r.row.Arguments {
		a := &r.row.Arguments[i]
		if a.Required && len(r.parsed.All(a.Name)) == 0 && !slices.Contains(r.unreadable, a) {
			d := r.report(end, diag.MissingArgument, fix, "%s needs %s", prefix+r.row.Name, cmp.Or(joinOr(a.Words), a.Kind.rule().form))
			if r.source.Args == "" && r.row.hasHarmlessArguments() {
				d.Edits = []diag.Edit{diag.Replace(r.fset, end, strings.TrimPrefix(r.row.Example, prefix+r.row.Name))}
			}
		}
	}
	if r.row.NeedsArgument && r.source.Args == "" {
		r.report(end, diag.MissingArgument, fix, "%s needs at least one argument", prefix+r.row.Name)
	}
}

// hasHarmlessArguments reports whether the author can keep the required arguments of the
// example: amounts, and words of a list. Another argument has to be the name of something.
func (d *Directive) hasHarmlessArguments() bool {
	return !slices.ContainsFunc(d.Arguments, func(a Argument) bool {
		return a.Required && a.Kind != Integer && a.Kind != Duration && len(a.Words) == 0
	})
}
