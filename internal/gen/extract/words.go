package extract

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

func isIdentifierRune(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }

// tagLiteral writes a struct tag as a Go literal, raw if possible.
func tagLiteral(tag string) string {
	if strconv.CanBackquote(tag) {
		return "`" + tag + "`"
	}
	return strconv.Quote(tag)
}

// sentence removes the identifier at the beginning of a doc comment and
// capitalizes the rest: "Search finds notes" becomes "Finds notes".
func sentence(doc, identifier string) string {
	doc = strings.TrimSpace(doc)
	rest, found := strings.CutPrefix(doc, identifier)
	trimmed := strings.TrimLeft(rest, " \t\n")
	if !found || trimmed == rest {
		return doc
	}
	first, _ := utf8.DecodeRuneInString(trimmed)
	return string(unicode.ToUpper(first)) + strings.TrimPrefix(trimmed, string(first))
}

// title capitalizes the first letter of a name.
func title(name string) string {
	if name == "" || 'A' <= name[0] && name[0] <= 'Z' {
		return name
	}
	runes := []rune(name)
	runes[0] = unicode.ToUpper(runes[0])
	return string(runes)
}
