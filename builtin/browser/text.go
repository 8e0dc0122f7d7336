package browser

import (
	"regexp"
	"strings"
	"unicode"
)

// reference is what looks like one of ours, in a page's own text.
var reference = regexp.MustCompile(`@(e\d)`)

// quote makes a text of a page one that stands in one line between quotation
// marks and cannot be taken for anything else: no line breaks, no invisible
// characters, no references. It has at most limit characters.
func quote(text string, limit int) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(clean(text, limit)) + `"`
}

// quoteless is the same for URLs and words that need no marks: it keeps
// letters, digits and what URLs are made of.
func quoteless(text string) string {
	return strings.Map(func(r rune) rune {
		if r <= ' ' || r >= 0x7F {
			return -1
		}
		return r
	}, clean(address(text), maxURL))
}

// address is a URL without what looks like a reference, which still leads to the same place.
func address(url string) string { return reference.ReplaceAllString(url, "%40$1") }

// maxURL is how much of a URL is shown.
const maxURL = 500

// clean is a text on one line without what cannot be seen, cut at a limit.
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
