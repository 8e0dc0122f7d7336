package untrusted

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

const fenceName = "untrusted"

// MaxSource is the maximum length of a source in a fence, in code points.
const MaxSource = 256

// Fence encloses text from outside. The zero value adds nothing.
type Fence struct {
	tool, source     string // cut to MaxSource
	opening, closing string
	chars            int
}

// NewFence returns the fence for a result of the tool whose text comes from the source: a path, an
// address or a command. An empty source becomes "unknown". Line breaks and control characters become
// spaces, and a source longer than MaxSource is cut.
func NewFence(tool, source string) Fence {
	if source == "" {
		source = "unknown"
	}
	tool, source = validSource(tool), validSource(source)
	f := Fence{
		tool: tool, source: source,
		opening: "<" + fenceName + ` source="` + attribute(source) + `" tool="` + attribute(tool) + "\">\n",
		closing: "\n</" + fenceName + ">",
	}
	f.chars = utf8.RuneCountInString(f.opening) + utf8.RuneCountInString(f.closing)
	return f
}

// Tool returns the tool, cut to MaxSource code points of valid UTF-8. NewFence with Tool and Source
// returns an equal fence.
func (f Fence) Tool() string { return f.tool }

// Source returns the source, as [Fence.Tool] returns the tool.
func (f Fence) Source() string { return f.source }

// Chars returns how many code points the fence adds.
func (f Fence) Chars() int { return f.chars }

// Enclose returns the text inside the fence. The caller must have neutralized the text.
func (f Fence) Enclose(text string) string { return f.opening + text + f.closing }

// validSource returns at most the first MaxSource code points of a text, with U+FFFD
// for each run of invalid bytes.
func validSource(text string) string { return strings.ToValidUTF8(cut(text, MaxSource), "\uFFFD") }

// attribute returns a valid text as the value of an attribute in double quotes.
func attribute(text string) string {
	text = strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || unicode.IsControl(r) {
			return ' '
		}
		return r
	}, Neutralize(text))
	return escaper().Replace(cut(text, MaxSource))
}

// escaper returns the replacer of the signs that end an attribute or a tag.
func escaper() *strings.Replacer {
	escaperOnce.Do(func() { preparedEscaper = strings.NewReplacer("&", "&amp;", `"`, "&quot;", "<", "&lt;", ">", "&gt;") })
	return preparedEscaper
}

var (
	preparedEscaper *strings.Replacer
	escaperOnce     sync.Once
)

// cut returns the first n code points.
func cut(text string, n int) string {
	for i := range text {
		if n == 0 {
			return text[:i]
		}
		n--
	}
	return text
}
