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
	tool, source     string // as far as NewFence uses them
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
	tool, source = valid(tool), valid(source)
	f := Fence{
		tool: tool, source: source,
		opening: "<" + fenceName + ` source="` + attribute(source) + `" tool="` + attribute(tool) + "\">\n",
		closing: "\n</" + fenceName + ">",
	}
	f.chars = utf8.RuneCountInString(f.opening) + utf8.RuneCountInString(f.closing)
	return f
}

// Tool and Source return the arguments of NewFence that make the same fence
// again. Each has at most MaxSource code points and is valid UTF-8.
func (f Fence) Tool() string { return f.tool }

// Source is described at [Fence.Tool].
func (f Fence) Source() string { return f.source }

// Chars is how many code points the fence adds.
func (f Fence) Chars() int { return f.chars }

// Enclose puts the fence around a text, which should have been neutralized.
func (f Fence) Enclose(text string) string { return f.opening + text + f.closing }

// valid returns at most the first MaxSource code points of a text, with U+FFFD
// for each run of invalid bytes.
func valid(text string) string { return strings.ToValidUTF8(cut(text, MaxSource), "\uFFFD") }

// attribute returns a valid text as the value of an attribute in double quotes.
func attribute(text string) string {
	text = strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || unicode.IsControl(r) {
			return ' '
		}
		return r
	}, Neutralize(text))
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
