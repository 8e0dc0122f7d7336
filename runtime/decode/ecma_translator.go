package decode

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// ecmaTranslator writes a regular expression of ECMAScript in the syntax of
// RE2, so that it matches the same texts. It reads the expression as with the
// flag u, and takes escapes that only expressions without that flag have where
// they can mean one thing only.
type ecmaTranslator struct {
	rest   string
	out    []byte
	groups int  // groups that are open
	atom   bool // what was read last can be repeated
}

// patternError says why a pattern cannot be checked, and what to do.
type patternError string

// Error implements error.
func (e patternError) Error() string { return string(e) }

// The errors of patterns.
const (
	errLook      = patternError("it looks ahead or behind, which takes more than linear time: describe the text itself, or use allOf with several patterns")
	errBackward  = patternError("it refers to a group, which takes more than linear time: write what the group matches")
	errGroup     = patternError(`it has a group that begins with an unknown sign after "(?": use "(" or "(?:"`)
	errBalance   = patternError(`its parentheses do not match: write "\\(" or "\\)" for the sign itself`)
	errRepeat    = patternError(`it has a "*", "+", "?" or "{" with nothing before it to repeat: write a backslash before the sign itself`)
	errSurrogate = patternError("it has half of a surrogate pair, which no text has: write the character itself")
	errEscape    = patternError("it has an escape that regular expressions of ECMAScript do not have: write the character itself")
	errProperty  = patternError(`it has a "\\p{…}" that is not known here: use a general category such as "\\p{L}" or a script such as "\\p{Script=Greek}"`)
	errClass     = patternError(`it has a "[" without a "]": write "\\[" for the sign itself`)
	errRange     = patternError("it has a range of characters that ends before it begins: swap the ends")
)

// translate writes the whole expression.
func (t *ecmaTranslator) translate() error {
	for t.rest != "" {
		if err := t.next(); err != nil {
			return err
		}
	}
	if t.groups != 0 {
		return errBalance
	}
	return nil
}

// next writes the next part.
func (t *ecmaTranslator) next() error {
	switch c := t.rest[0]; c {
	case '^', '$', '|':
		return t.write(1, string(c), false)
	case '.':
		return t.write(1, "["+notLineSet+"]", true)
	case '(':
		return t.open()
	case ')':
		if t.groups--; t.groups < 0 {
			return errBalance
		}
		return t.write(1, ")", true)
	case '*', '+', '?':
		return t.repeat(string(c))
	case '{':
		if count := ecmaParts().repetition.FindString(t.rest); count != "" {
			return t.repeat(count)
		}
		return t.write(1, `\{`, true)
	case '[':
		return t.class()
	case '\\':
		return t.escape()
	}
	r, size := utf8.DecodeRuneInString(t.rest)
	return t.write(size, regexp.QuoteMeta(string(r)), true)
}

// write writes a part in place of so many bytes.
func (t *ecmaTranslator) write(size int, part string, atom bool) error {
	t.rest = t.rest[size:]
	t.out = append(t.out, part...)
	t.atom = atom
	return nil
}

// repeat writes a sign or a count of repetitions, and the sign that makes it
// prefer few of them.
func (t *ecmaTranslator) repeat(sign string) error {
	if !t.atom {
		return errRepeat
	}
	size := len(sign)
	if strings.HasPrefix(t.rest[size:], "?") {
		size++
	}
	return t.write(size, t.rest[:size], false)
}

// open writes the beginning of a group.
func (t *ecmaTranslator) open() error {
	size := 1
	switch name := ecmaParts().groupName.FindString(t.rest); {
	case strings.HasPrefix(t.rest, "(?:"):
		size = len("(?:")
	case strings.HasPrefix(t.rest, "(?="), strings.HasPrefix(t.rest, "(?!"), strings.HasPrefix(t.rest, "(?<="), strings.HasPrefix(t.rest, "(?<!"):
		return errLook
	case name != "":
		size = len(name)
	case strings.HasPrefix(t.rest, "(?"):
		return errGroup
	}
	t.groups++
	return t.write(size, "(?:", false)
}

// escape writes a backslash and what follows it, outside of a class.
func (t *ecmaTranslator) escape() error {
	if len(t.rest) == 1 {
		return errEscape
	}
	switch c := t.rest[1]; {
	case c == 'b' || c == 'B':
		return t.write(2, t.rest[:2], false)
	case c >= '1' && c <= '9' || c == 'k':
		return errBackward
	}
	c, size, err := ecmaEscape(t.rest)
	if err != nil {
		return err
	}
	return t.write(size, "["+c.content()+"]", true)
}
