package decode

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// charSet is the set of characters that a part of an expression matches.
type charSet struct {
	set  string // the content of a class in RE2; "" for a single character
	char rune
}

// content returns the set as the content of a class in RE2.
func (c charSet) content() string {
	if c.set != "" {
		return c.set
	}
	return `\x{` + strconv.FormatInt(int64(c.char), 16) + `}`
}

// The sets of characters for which RE2 has no escape, or another one.
const (
	anySet      = `\x{0}-\x{10ffff}`
	spaceSet    = `\t-\r \x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}`
	notSpaceSet = `\x{0}-\x{8}\x{e}-\x{1f}\x{21}-\x{9f}\x{a1}-\x{167f}\x{1681}-\x{1fff}\x{200b}-\x{2027}\x{202a}-\x{202e}` +
		`\x{2030}-\x{205e}\x{2060}-\x{2fff}\x{3001}-\x{fefe}\x{ff00}-\x{10ffff}`
	notLineSet = `\x{0}-\x{9}\x{b}\x{c}\x{e}-\x{2027}\x{202a}-\x{10ffff}`
)

// ecmaSet returns the set of characters of an escape; empty if there is none.
func ecmaSet(letter byte) string {
	switch letter {
	case 'd', 'D', 'w', 'W':
		return "\\" + string(rune(letter))
	case 's':
		return spaceSet
	case 'S':
		return notSpaceSet
	}
	return ""
}

// ecmaControls has the control characters, each one after the letter of its escape.
const ecmaControls = "f\fn\nr\rt\tv\v"

// ecmaEscape returns the characters and the size of the escape at the beginning of a
// text.
func ecmaEscape(text string) (c charSet, size int, err error) {
	letter := peek(text, 1)
	if set := ecmaSet(letter); set != "" {
		return charSet{set: set}, 2, nil
	}
	if i := strings.IndexByte(ecmaControls, letter); i >= 0 && i%2 == 0 {
		return charSet{char: rune(ecmaControls[i+1])}, 2, nil
	}
	switch {
	case letter == 'p' || letter == 'P':
		return propertySet(text)
	case letter == 'x' || letter == 'u':
		return hexEscape(text)
	case letter == 'c' && isLetter(peek(text, 2)):
		return charSet{char: rune(text[2] & 0x1f)}, 3, nil
	case letter == '0' && !isDigit(peek(text, 2)):
		return charSet{}, 2, nil
	case len(text) < 2 || isLetter(letter) || isDigit(letter):
		return charSet{}, 0, errEscape
	}
	r, size := utf8.DecodeRuneInString(text[1:])
	return charSet{char: r}, 1 + size, nil
}

// hexEscape reads \xHH, \uHHHH, \u{H…}, or two \uHHHH that are a surrogate pair.
func hexEscape(text string) (c charSet, size int, err error) {
	number := func(digits string) rune {
		n, _ := strconv.ParseUint(digits, 16, 32)
		return rune(n)
	}
	if pair := ecmaParts().surrogates.FindStringSubmatch(text); pair != nil {
		return charSet{char: 0x10000 + (number(pair[1])-0x800)<<10 + number(pair[2]) - 0xc00}, len(pair[0]), nil
	}
	found := ecmaParts().braced.FindStringSubmatch(text)
	if found == nil {
		found = ecmaParts().plain.FindStringSubmatch(text)
	}
	if found == nil {
		return charSet{}, 0, errEscape
	}
	r := number(strings.Join(found[1:], ""))
	switch {
	case r > unicode.MaxRune:
		return charSet{}, 0, errEscape
	case !utf8.ValidRune(r):
		return charSet{}, 0, errSurrogate
	}
	return charSet{char: r}, len(found[0]), nil
}

// propertySet reads \p{…} or \P{…}, the characters with a Unicode property.
func propertySet(text string) (c charSet, size int, err error) {
	found := ecmaParts().property.FindStringSubmatch(text)
	if found == nil {
		return charSet{}, 0, errProperty
	}
	letter, kind, value := found[1], found[2], found[3]
	if alias := unicode.CategoryAliases[value]; alias != "" {
		value = alias
	}
	isCategory := unicode.Categories[value] != nil && (kind == "" || kind == "gc" || kind == "General_Category")
	isScript := unicode.Scripts[value] != nil && (kind == "sc" || kind == "Script")
	set := ""
	switch {
	case isCategory, isScript, kind == "" && value == "Any":
		set = `\` + letter + `{` + value + `}`
	case kind == "" && value == "ASCII" && letter == "p":
		set = `\x{0}-\x{7f}`
	case kind == "" && value == "ASCII":
		set = `\x{80}-\x{10ffff}`
	default:
		return charSet{}, 0, errProperty
	}
	return charSet{set: set}, len(found[0]), nil
}

// class translates a class such as [a-z].
func (t *ecmaTranslator) class() error {
	t.rest = t.rest[1:]
	inverted := strings.HasPrefix(t.rest, "^")
	if inverted {
		t.rest = t.rest[1:]
	}
	content := ""
	for !strings.HasPrefix(t.rest, "]") {
		part, err := t.classPart()
		if err != nil {
			return err
		}
		content += part
	}
	switch {
	case content == "" && inverted:
		content, inverted = anySet, false
	case content == "":
		content, inverted = anySet, true
	}
	if inverted {
		content = "^" + content
	}
	return t.write(1, "["+content+"]", true)
}

// classPart translates a character, a range or an escape in a class.
func (t *ecmaTranslator) classPart() (content string, err error) {
	from, err := t.classAtom()
	if err != nil {
		return "", err
	}
	if from.set != "" || !strings.HasPrefix(t.rest, "-") || strings.HasPrefix(t.rest, "-]") {
		return from.content(), nil
	}
	before := t.rest
	t.rest = t.rest[1:]
	to, err := t.classAtom()
	switch {
	case err != nil:
		return "", err
	case to.set != "": // the hyphen is a character of the class
		t.rest = before
		return from.content(), nil
	case to.char < from.char:
		return "", errRange
	}
	return from.content() + "-" + to.content(), nil
}

// classAtom reads a character or an escape in a class.
func (t *ecmaTranslator) classAtom() (c charSet, err error) {
	if t.rest == "" {
		return charSet{}, errClass
	}
	r, size := utf8.DecodeRuneInString(t.rest)
	c = charSet{char: r}
	switch {
	case strings.HasPrefix(t.rest, `\b`):
		c, size = charSet{char: '\b'}, 2
	case r == '\\':
		if c, size, err = ecmaEscape(t.rest); err != nil {
			return charSet{}, err
		}
	}
	t.rest = t.rest[size:]
	return c, nil
}
