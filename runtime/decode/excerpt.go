package decode

import "strings"

// maxExcerpt is how many code points of a value are shown.
const maxExcerpt = 60

// excerpt returns the beginning of a text on one line. It looks at no more of
// the text than it shows.
func excerpt(s string) string {
	n := 0
	for i := range s {
		if n == maxExcerpt {
			s = s[:i] + "…"
			break
		}
		n++
	}
	return strings.Map(oneLine, s)
}

// oneLine turns the white space of JSON into spaces.
func oneLine(r rune) rune {
	if r == '\n' || r == '\r' || r == '\t' {
		return ' '
	}
	return r
}
