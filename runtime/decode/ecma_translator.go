package decode

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// ecmaTranslator translates a regular expression of ECMAScript into the syntax of
// RE2, so that it matches the same texts. It reads the expression as with the flag
// u. It accepts escapes that are allowed only without that flag if they are not
// ambiguous.
type ecmaTranslator struct {
	rest   string
	out    []byte
	groups int  // the number of open groups
	atom   bool // the last part can be repeated
}

// patternError says why a pattern cannot be checked and how to fix it.
type patternError string

// Error implements error.
func (e patternError) Error() string { return string(e) }

// The errors of patterns.
const (
	errLook      = patternError("it has a lookahead or a lookbehind, which needs more than linear time: describe the text itself, or use allOf with several patterns")
	errBackward  = patternError("it has a backreference, which needs more than linear time: write what the group matches")
	errGroup     = patternError(`it has a group with an unknown character after "(?": use "(" or "(?:"`)
	errBalance   = patternError(`its parentheses do not match: write "\\(" or "\\)" for a literal parenthesis`)
	errRepeat    = patternError(`it has a "*", "+", "?" or "{" with nothing before it to repeat: write a backslash before it if it is literal`)
	errSurrogate = patternError("it has half of a surrogate pair, which no text has: write the character itself")
	errEscape    = patternError("it has an escape that regular expressions of ECMAScript do not have: write the character itself")
	errProperty  = patternError(`it has an unknown "\\p{…}": use a general category such as "\\p{L}" or a script such as "\\p{Script=Greek}"`)
	errClass     = patternError(`it has a "[" without a "]": write "\\[" for a literal bracket`)
	errRange     = patternError("it has a range of characters that ends before it begins: swap the ends")
)

// translate translates the whole expression.
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

// next translates the next part.
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

// write appends the translation of the next size bytes. The flag atom reports whether
// the part can be repeated.
func (t *ecmaTranslator) write(size int, part string, atom bool) error {
	t.rest = t.rest[size:]
	t.out = append(t.out, part...)
	t.atom = atom
	return nil
}

// repeat translates a quantifier, and the question mark after it that makes it
// lazy.
func (t *ecmaTranslator) repeat(quantifier string) error {
	if !t.atom {
		return errRepeat
	}
	size := len(quantifier)
	if strings.HasPrefix(t.rest[size:], "?") {
		size++
	}
	return t.write(size, t.rest[:size], false)
}

// open translates the beginning of a group.
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

// escape translates an escape outside of a class.
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
