package annotations

import (
	"go/token"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// word is one argument as it is written in the source.
type word struct {
	span
	// text is the key, if there is one, and the value without quotes.
	text string
	// quoted reports whether the quotes are around the whole word, and
	// valueQuoted whether they are around the value of a key: key="a text".
	quoted, valueQuoted bool
}

// readWords splits the arguments and reads them one by one. It ignores what
// follows an argument that cannot be split. The last argument may be the rest of the
// line.
//
// The syntax is that of [ast.Directive.ParseArgs], and in addition key="value".
func (r *reader) readWords() {
	for rest, end := r.source.Args, r.source.End(); ; {
		rest = strings.TrimLeftFunc(rest, unicode.IsSpace)
		if rest == "" {
			return
		}
		if r.next < len(r.row.Arguments) && r.row.Arguments[r.next].Kind.rule().verbatim {
			r.addValue(Value{Argument: &r.row.Arguments[r.next], Text: rest, pos: end - token.Pos(len(rest)), end: end})
			return
		}
		w, ok := scanWord(rest, end-token.Pos(len(rest)))
		if !ok {
			r.reportMalformed(span{w.pos, end})
			return
		}
		if !r.readWord(w) {
			return
		}
		rest = rest[w.end-w.pos:]
	}
}

// keyForm matches the key and the equals sign of a word of the form key=value.
var keyForm = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_.-]*=`)

// scanWord reads the word at the beginning of a text, which is at pos in the
// source. It reports false when a quoted string in it is not closed, not valid
// Go or not followed by a space.
func scanWord(text string, pos token.Pos) (w word, ok bool) {
	w.pos = pos
	key := keyForm.FindString(text)
	value := text[len(key):]
	if value == "" || value[0] != '"' && value[0] != '`' {
		w.text = text
		if i := strings.IndexFunc(text, unicode.IsSpace); i >= 0 {
			w.text = text[:i]
		}
		w.end = pos + token.Pos(len(w.text))
		return w, true
	}
	quoted, err := strconv.QuotedPrefix(value)
	if err != nil {
		return w, false
	}
	after, _ := utf8.DecodeRuneInString(value[len(quoted):])
	if len(quoted) < len(value) && !unicode.IsSpace(after) {
		return w, false
	}
	unquoted, err := strconv.Unquote(quoted)
	w.text = key + unquoted
	w.quoted, w.valueQuoted = key == "", key != ""
	w.end = pos + token.Pos(len(key)+len(quoted))
	return w, err == nil
}
