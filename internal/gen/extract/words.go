package extract

import (
	"strconv"
	"strings"
	"unicode"
)

func isIdentifierRune(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }

// tagLiteral writes a struct tag as a Go literal, raw if possible.
func tagLiteral(tag string) string {
	if strconv.CanBackquote(tag) {
		return "`" + tag + "`"
	}
	return strconv.Quote(tag)
}

// snakeCase converts a Go name to words joined by underscores: HTTPGet becomes
// http_get, SHA256Sum sha256_sum. A word begins at an upper-case letter after a
// letter or digit that is not upper case, and at the last upper-case letter of a
// run before a lower-case letter, unless that is the s of a plural: GetIDs
// becomes get_ids.
func snakeCase(name string) string {
	runes := []rune(name)
	var b strings.Builder
	for i, r := range runes {
		if i > 0 && unicode.IsUpper(r) && runes[i-1] != '_' {
			afterLower := !unicode.IsUpper(runes[i-1])
			beforeLower := i+1 < len(runes) && unicode.IsLower(runes[i+1]) && !plural(runes[i+1:])
			if afterLower || beforeLower {
				b.WriteByte('_')
			}
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// plural reports whether the runes begin with an s that ends the name or a word
// of it.
func plural(rest []rune) bool {
	return rest[0] == 's' && (len(rest) == 1 || unicode.IsUpper(rest[1]) || rest[1] == '_')
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
	first := []rune(trimmed)[0]
	return string(unicode.ToUpper(first)) + strings.TrimPrefix(trimmed, string(first))
}

// title capitalizes the first letter of a name.
func title(name string) string {
	if name == "" {
		return ""
	}
	runes := []rune(name)
	runes[0] = unicode.ToUpper(runes[0])
	return string(runes)
}
