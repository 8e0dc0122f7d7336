package untrusted

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

const fenceName = "untrusted"

// MaxSource is the most code points of a source that a fence names.
const MaxSource = 256

// Fence encloses text from outside. The zero value encloses nothing.
type Fence struct {
	opening, closing string
	chars            int
}

// NewFence makes the fence for a result of the tool, which came from the
// source: a path, an address, a command. An empty source is called unknown;
// line breaks and control characters in it become spaces, and of one longer
// than MaxSource the beginning stays.
func NewFence(tool, source string) Fence {
	if source == "" {
		source = "unknown"
	}
	f := Fence{
		opening: "<" + fenceName + ` source="` + attribute(source) + `" tool="` + attribute(tool) + "\">\n",
		closing: "\n</" + fenceName + ">",
	}
	f.chars = utf8.RuneCountInString(f.opening) + utf8.RuneCountInString(f.closing)
	return f
}

// Chars is how many code points the fence adds.
func (f Fence) Chars() int { return f.chars }

// Enclose puts the fence around a text, which should have been neutralized.
func (f Fence) Enclose(text string) string { return f.opening + text + f.closing }

// attribute makes a text fit for standing between double quotes.
func attribute(text string) string {
	text = Neutralize(strings.ToValidUTF8(cut(text, MaxSource), "\uFFFD"))
	text = strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || unicode.IsControl(r) {
			return ' '
		}
		return r
	}, text)
	return escaper.Replace(cut(text, MaxSource))
}

var escaper = strings.NewReplacer("&", "&amp;", `"`, "&quot;", "<", "&lt;", ">", "&gt;")

// cut keeps the first n code points.
func cut(text string, n int) string {
	for i := range text {
		if n == 0 {
			return text[:i]
		}
		n--
	}
	return text
}
