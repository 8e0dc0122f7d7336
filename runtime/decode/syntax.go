package decode

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/toolgen/toolgen/internal/wording"
	"github.com/toolgen/toolgen/runtime/arguments"
)

// syntax checks the syntax of JSON and finds the first fault. Duplicate names are
// not faults of the syntax.
type syntax struct {
	text  string
	depth int
	fault *fault // the first one
}

// fault is the position at which a text is not JSON, and the reason.
type fault struct {
	code   arguments.Code
	offset int
	want   string
}

// findFault returns the first fault of a text that is inside of depth objects and
// arrays, or nil.
func findFault(text string, depth int) *fault {
	x := syntax{text: text, depth: depth}
	if i := x.value(space(text, 0)); i >= 0 {
		if i = space(text, i); i < len(text) {
			x.fail(arguments.CodeSyntax, i, "the end of the text")
		}
	}
	return x.fault
}

// fail sets the fault and returns a negative number.
func (x *syntax) fail(code arguments.Code, offset int, want string) int {
	x.fault = &fault{code, offset, want}
	return -1
}

// value returns the index after the value at i, or a negative number.
func (x *syntax) value(i int) int {
	switch c := peek(x.text, i); {
	case c == '{':
		return x.container(i, '}', (*syntax).member)
	case c == '[':
		return x.container(i, ']', (*syntax).value)
	case c == '"':
		return x.str(i)
	case c == '-' || c-'0' <= 9:
		return x.number(i)
	}
	for _, literal := range [...]string{"true", "false", "null"} {
		if strings.HasPrefix(x.text[i:], literal) {
			return i + len(literal)
		}
	}
	return x.fail(arguments.CodeSyntax, i, "a value")
}

// container checks an object or array, each member or item by the function part.
func (x *syntax) container(i int, closer byte, part func(*syntax, int) int) int {
	if x.depth == arguments.MaxDepth {
		return x.fail(arguments.CodeDepth, i, "at most "+strconv.Itoa(arguments.MaxDepth)+" levels of objects and arrays")
	}
	x.depth++
	defer func() { x.depth-- }()
	if i = space(x.text, i+1); peek(x.text, i) == closer {
		return i + 1
	}
	for {
		if i = part(x, i); i < 0 {
			return i
		}
		i = space(x.text, i)
		switch peek(x.text, i) {
		case closer:
			return i + 1
		case ',':
			i = space(x.text, i+1)
		default:
			return x.fail(arguments.CodeSyntax, i, `"," or "`+string(rune(closer))+`"`)
		}
	}
}

// member checks a member at i: a name, a colon and a value.
func (x *syntax) member(i int) int {
	if peek(x.text, i) != '"' {
		return x.fail(arguments.CodeSyntax, i, "a name in double quotes")
	}
	if i = x.str(i); i < 0 {
		return i
	}
	if i = space(x.text, i); peek(x.text, i) != ':' {
		return x.fail(arguments.CodeSyntax, i, `":"`)
	}
	return x.value(space(x.text, i+1))
}

// number checks the number at i.
func (x *syntax) number(i int) int {
	if end := number(x.text, i); end >= 0 {
		return end
	}
	return x.fail(arguments.CodeSyntax, i, "a number as JSON writes it")
}

// str checks the string at i.
func (x *syntax) str(i int) int {
	s := x.text
	for i++; i < len(s); {
		switch c := s[i]; {
		case c == '"':
			return i + 1
		case c == '\\':
			_, next := escape(s, i)
			if next < 0 {
				return x.badEscape(i)
			}
			i = next
		case c < 0x20:
			return x.fail(arguments.CodeSyntax, i, `an escape such as \n or \u0000 for a control character`)
		case c < utf8.RuneSelf:
			i++
		default:
			r, size := utf8.DecodeRuneInString(s[i:])
			if r == utf8.RuneError && size == 1 {
				return x.fail(arguments.CodeEncoding, i, "valid UTF-8")
			}
			i += size
		}
	}
	return x.fail(arguments.CodeSyntax, len(s), "a closing quote")
}

// badEscape sets the fault of the escape at i.
func (x *syntax) badEscape(i int) int {
	if peek(x.text, i+1) == 'u' && hex4(x.text, i+2) >= 0 {
		return x.fail(arguments.CodeEncoding, i, `both halves of a surrogate pair, such as \ud83d\ude00`)
	}
	return x.fail(arguments.CodeSyntax, i, `an escape that JSON has, such as \\ for a backslash`)
}

// problem returns the fault as a problem of the text.
func (f *fault) problem(text string) arguments.Problem {
	line := 1 + strings.Count(text[:f.offset], "\n")
	column := 1 + utf8.RuneCountInString(text[strings.LastIndexByte(text[:f.offset], '\n')+1:f.offset])
	got := "the end of the text"
	if rest := text[f.offset:]; rest != "" {
		got = strconv.Quote(wording.Clip(rest))
	}
	return arguments.Problem{
		Code: f.code, Offset: f.offset, Want: "be " + f.want, Got: got,
		Message: "malformed JSON at line " + strconv.Itoa(line) + ", column " + strconv.Itoa(column) + ": expected " + f.want + ", got " + got,
	}
}
