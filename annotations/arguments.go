package annotations

import (
	"go/ast"
	"go/token"
	"slices"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/internal/gen/diag"
)

// reader reads the arguments of one directive.
type reader struct {
	*parser
	source *ast.Directive
	row    *Directive
	parsed *Parsed
	// next is the index in row.Arguments of the next positional argument.
	next int
	// faulty are the arguments that are there but could not be read.
	faulty []*Argument
}

// directive reads a directive and its arguments. It is nil when nothing in the
// vocabulary has its name.
func (p *parser) directive(source ast.Directive) *Parsed {
	nameEnd := source.Slash + token.Pos(len(prefix)+len(source.Name))
	row := lookup(source.Name)
	if row == nil {
		p.unknownDirective(source.Name, span{nameEnd - token.Pos(len(source.Name)), nameEnd})
		return nil
	}
	r := &reader{parser: p, source: &source, row: row}
	r.parsed = &Parsed{Directive: row, pos: source.Slash, end: source.End(), nameEnd: nameEnd}
	if source.Args == "" {
		r.parsed.end = nameEnd // without white space behind it
	}
	r.read()
	return r.parsed
}

// read reads all arguments and reports those that are missing.
func (r *reader) read() {
	if r.row.verbatim() {
		r.readVerbatim()
	} else {
		r.readWords()
	}
	r.missing()
}

func (r *reader) readVerbatim() {
	if r.source.Args != "" {
		r.value(Value{Argument: &r.row.Arguments[0], Text: r.source.Args, pos: r.source.ArgsPos, end: r.source.End()})
	}
}

// word reads one argument and reports whether to go on.
func (r *reader) word(w word) bool {
	key, value, found := strings.Cut(w.text, "=")
	argument, qualifier := r.row.key(key)
	switch {
	case !w.quoted && strings.HasPrefix(w.text, "//"):
		r.report(span{w.pos, r.source.End()}, diag.UnexpectedArgument, "put the comment on a line of its own",
			"a comment at the end of the line counts as arguments of %s", prefix+r.row.Name)
		return false
	case found && argument != nil:
		r.keyed(w, argument, qualifier, key, value)
		return true
	case !w.quoted && keyForm.MatchString(w.text):
		r.unknownArgument(span{w.pos, w.pos + token.Pos(len(key))}, key)
		return true
	}
	r.positional(w)
	return true
}

// keyed reads a key=value argument.
func (r *reader) keyed(w word, argument *Argument, qualifier, key, value string) {
	at := w.span
	if !w.quoted {
		at.pos += token.Pos(len(key) + len("="))
	}
	exact := !w.quoted && !w.valueQuoted // the quotes and escapes change the length
	for _, v := range r.parsed.All(argument.Name) {
		if v.Argument == argument && v.Qualifier == qualifier {
			r.twice(w.span, v, key+"=")
			return
		}
	}
	if !argument.List {
		r.value(Value{Argument: argument, Qualifier: qualifier, Text: value, pos: at.pos, end: at.end})
		return
	}
	for item := range strings.SplitSeq(value, ",") {
		v := Value{Argument: argument, Text: item, pos: at.pos, end: at.end}
		if exact {
			v.end = at.pos + token.Pos(len(item))
			at.pos = v.end + 1
		}
		r.item(v)
	}
}

// positional reads an argument without a key.
func (r *reader) positional(w word) {
	if r.next == len(r.row.Arguments) || r.row.Arguments[r.next].Key {
		r.unexpected(w)
		return
	}
	argument := &r.row.Arguments[r.next]
	v := Value{Argument: argument, Text: w.text, pos: w.pos, end: w.end}
	if argument.Repeated {
		r.item(v)
		return
	}
	r.next++
	r.value(v)
}

// item adds one of several values, which must differ.
func (r *reader) item(v Value) {
	for _, earlier := range r.parsed.Values {
		if earlier.Argument == v.Argument && earlier.Text == v.Text {
			r.twice(v, earlier, v.Text)
			return
		}
	}
	r.value(v)
}

// value adds a value of the right form, and reports any other.
func (r *reader) value(v Value) {
	if r.accept(&v) {
		r.parsed.Values = append(r.parsed.Values, v)
		return
	}
	r.faulty = append(r.faulty, v.Argument)
}

func (r *reader) accept(v *Value) bool {
	argument, rule := v.Argument, v.Argument.Kind.rule()
	form := rule.form
	if len(argument.Words) > 0 {
		form = either(argument.Words)
	}
	switch {
	case len(argument.Words) > 0 && !slices.Contains(argument.Words, v.Text), !rule.accepts(v):
		r.invalid(v, form)
		return false
	case argument.Kind == Integer && v.integer < argument.Minimum:
		r.invalid(v, "an integer of at least "+strconv.Itoa(argument.Minimum))
		return false
	}
	return true
}
