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
	parsed *ParsedDirective
	// next is the index in row.Arguments of the next positional argument.
	next int
	// unreadable are the arguments that are present but not valid.
	unreadable []*Argument
	// reported is the end of a text that was reported as a whole.
	reported token.Pos
}

// parseDirective reads a directive and its arguments. It returns nil if the
// vocabulary does not have the directive.
func (p *parser) parseDirective(source ast.Directive) *ParsedDirective {
	nameEnd := source.Slash + token.Pos(len(prefix)+len(source.Name))
	row := lookup(source.Name)
	if row == nil {
		p.reportUnknownDirective(source.Name, span{nameEnd - token.Pos(len(source.Name)), nameEnd})
		return nil
	}
	r := &reader{parser: p, source: &source, row: row}
	r.parsed = &ParsedDirective{Directive: row, pos: source.Slash, end: source.End(), nameEnd: nameEnd}
	if source.Args == "" {
		r.parsed.end = nameEnd // without the white space after it
	}
	r.readArguments()
	return r.parsed
}

// readArguments reads all arguments, and reports missing ones.
func (r *reader) readArguments() {
	if r.row.isVerbatim() {
		r.readVerbatim()
	} else {
		r.readWords()
	}
	r.reportMissing()
}

// readVerbatim reads the rest of the line as the only argument.
func (r *reader) readVerbatim() {
	if r.source.Args != "" {
		r.addValue(Value{Argument: &r.row.Arguments[0], Text: r.source.Args, pos: r.source.ArgsPos, end: r.source.End()})
	}
}

// readWord reads one argument. It reports whether the words after it are arguments too.
func (r *reader) readWord(w word) bool {
	key, value, found := strings.Cut(w.text, "=")
	argument, qualifier := r.row.argumentByKey(key)
	switch {
	case w.pos < r.reported:
		return true
	case !w.quoted && strings.HasPrefix(w.text, "//"):
		r.report(span{w.pos, r.source.End()}, diag.UnexpectedArgument, "put the comment on a line of its own",
			"the comment at the end of the line is read as arguments of %s", prefix+r.row.Name)
		return false
	case found && argument != nil:
		r.addKeyed(w, argument, qualifier, key, value)
		return true
	case !w.quoted && keyForm.MatchString(w.text):
		r.reportUnknownArgument(span{w.pos, w.pos + token.Pos(len(key))}, key)
		return true
	}
	r.addPositional(w)
	return true
}

// addKeyed adds a key=value argument.
func (r *reader) addKeyed(w word, argument *Argument, qualifier, key, value string) {
	at := w.span
	if !w.quoted {
		at.pos += token.Pos(len(key) + len("="))
	}
	exact := !w.quoted && !w.valueQuoted // quotes and escapes change the length
	for _, v := range r.parsed.All(argument.Name) {
		if v.Argument == argument && v.Qualifier == qualifier && !argument.Open {
			r.reportRepeated(w.span, v, key+"=")
			return
		}
	}
	if !argument.List {
		r.addValue(Value{Argument: argument, Qualifier: qualifier, Text: value, pos: at.pos, end: at.end})
		return
	}
	for item := range strings.SplitSeq(value, ",") {
		v := Value{Argument: argument, Text: item, pos: at.pos, end: at.end}
		if exact {
			v.end = at.pos + token.Pos(len(item))
			at.pos = v.end + 1
		}
		r.addDistinct(v)
	}
}

// addPositional adds an argument without a key.
func (r *reader) addPositional(w word) {
	if r.next == len(r.row.Arguments) || r.row.Arguments[r.next].Key {
		if !r.reportUnquoted(w) {
			r.reportUnexpected(w)
		}
		return
	}
	argument := &r.row.Arguments[r.next]
	v := Value{Argument: argument, Text: w.text, pos: w.pos, end: w.end}
	if argument.Repeated {
		r.addDistinct(v)
		return
	}
	r.next++
	r.addValue(v)
}

// addDistinct adds one of several values. It reports a value that is given twice.
func (r *reader) addDistinct(v Value) {
	for _, earlier := range r.parsed.Values {
		if earlier.Argument == v.Argument && earlier.Text == v.Text {
			r.reportRepeated(v, earlier, v.Text)
			return
		}
	}
	r.addValue(v)
}

// addValue adds a value if it is valid, and reports it otherwise.
func (r *reader) addValue(v Value) {
	if r.checkValue(&v) {
		r.parsed.Values = append(r.parsed.Values, v)
		return
	}
	r.unreadable = append(r.unreadable, v.Argument)
}

// checkValue reports whether a value has the form that its argument needs, and
// reports the problem if it does not. It sets the fields of v that hold its
// meaning.
func (r *reader) checkValue(v *Value) bool {
	argument, rule := v.Argument, v.Argument.Kind.rule()
	form := rule.form
	if len(argument.Words) > 0 {
		form = joinOr(argument.Words)
	}
	switch {
	case len(argument.Words) > 0 && !slices.Contains(argument.Words, v.Text), !rule.accepts(v):
		r.reportInvalid(v, form)
		return false
	case argument.Kind == Integer && v.integer < argument.Minimum:
		r.reportInvalid(v, "an integer of at least "+strconv.Itoa(argument.Minimum))
		return false
	}
	return true
}
