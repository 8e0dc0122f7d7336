package browser

import (
	"regexp"
	"strings"
	"unicode"
)

// reference matches text of a page that looks like a reference of a snapshot.
var reference = regexp.MustCompile(`@(e\d)`)

// quote returns a text of a page on one line between quotation marks, without
// invisible characters and without text that looks like a reference. It has at
// most limit characters.
func quote(text string, limit int) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(clean(text, limit)) + `"`
}

// printable returns the printable ASCII characters of a URL or word, without text
// that looks like a reference.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if r <= ' ' || r >= 0x7F {
			return -1
		}
		return r
	}, clean(address(text), maxURL))
}

// address returns a URL of the same page without text that looks like a
// reference.
func address(url string) string { return reference.ReplaceAllString(url, "%40$1") }

// maxURL is the maximum length of a URL that is shown.
const maxURL = 500

// clean returns a text on one line without invisible characters, with at most
// limit characters.
func clean(text string, limit int) string {
	var b strings.Builder
	n, space := 0, false
	for _, r := range text {
		switch {
		case unicode.IsSpace(r) || unicode.Is(unicode.Zl, r) || unicode.Is(unicode.Zp, r):
			space = n > 0
			continue
		case unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Co, r) || r == unicode.ReplacementChar:
			continue
		}
		if n >= limit {
			b.WriteString("…")
			break
		}
		if space {
			b.WriteByte(' ')
			n++
		}
		space = false
		b.WriteRune(r)
		n++
	}
	return reference.ReplaceAllString(b.String(), "(at)$1")
}
