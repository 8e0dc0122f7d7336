package annotations

import (
	"go/ast"
	"go/token"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

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

// word is one argument as it stands in the source.
type word struct {
	span
	text   string
	quoted bool
}

// readWords splits the arguments and reads them one by one. Nothing is said
// about what stands behind an argument that cannot be read.
func (r *reader) readWords() {
	words, err := r.source.ParseArgs()
	if err != nil {
		at := span{r.malformed(), r.source.End()}
		r.malformedArguments(at, "close the quotes, with a space behind them", "this quoted string is not closed, or not valid Go")
		return
	}
	for _, x := range words {
		raw := r.source.Args[x.Pos-r.source.ArgsPos:]
		n, _ := length(raw)
		w := word{span{x.Pos, x.Pos + token.Pos(n)}, x.Arg, raw[0] == '"' || raw[0] == '`'}
		if !r.word(w) {
			return
		}
	}
}

// length returns how many bytes the first argument of a text takes, and
// whether it can be read at all.
func length(text string) (int, bool) {
	if text[0] != '"' && text[0] != '`' {
		if i := strings.IndexFunc(text, unicode.IsSpace); i >= 0 {
			return i, true
		}
		return len(text), true
	}
	quoted, err := strconv.QuotedPrefix(text)
	if err != nil {
		return 0, false
	}
	behind, _ := utf8.DecodeRuneInString(text[len(quoted):])
	return len(quoted), len(quoted) == len(text) || unicode.IsSpace(behind)
}

// keyForm is what a word that is meant as key=value begins with.
var keyForm = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_.-]*=`)

// word reads one argument and reports whether to go on.
func (r *reader) word(w word) bool {
	key, value, found := strings.Cut(w.text, "=")
	argument, qualifier := r.row.key(key)
	switch {
	case !w.quoted && strings.HasPrefix(w.text, "//"):
		r.report(span{w.pos, r.source.End()}, diag.UnexpectedArgument, "put the comment on a line of its own",
			"a comment at the end of the line counts as arguments of %s", prefix+r.row.Name)
		return false
	case found && argument != nil && !w.quoted && strings.IndexAny(value, "\"`") == 0:
		r.malformedArguments(w.span, "put the quotes around all of it: \""+key+"=...\"", "the quotes begin inside the argument")
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
	at := span{w.end - token.Pos(len(value)), w.end}
	if w.quoted {
		at = w.span // escapes may have changed the length
	}
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
		if !w.quoted {
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
