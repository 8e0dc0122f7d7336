package untrusted

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/toolgen/toolgen/internal/ansi"
)

// removeHidden removes what readers cannot see: terminal escape sequences, control and format characters, and
// other characters that Unicode declares ignorable. Joiners and selectors that emoji and scripts need
// are kept.
func removeHidden(text string) string {
	i := firstHidden(text, 0)
	if i < 0 {
		return text
	}
	r := hiddenRemover{text: text}
	r.out.Grow(len(text))
	for done := 0; ; {
		if i < 0 {
			r.out.WriteString(text[done:])
			return r.out.String()
		}
		if i > done {
			r.out.WriteString(text[done:i])
			r.skipVisible(text[done:i])
		}
		done = r.hidden(i)
		i = firstHidden(text, done)
	}
}

// firstHidden returns the index of the first rune from i on that may have to be removed, or -1.
func firstHidden(text string, i int) int {
	for i = skipOrdinary(text, i, &controls); i < len(text); i = skipOrdinary(text, i, &controls) {
		r, size := utf8.DecodeRuneInString(text[i:])
		if IsHidden(r) {
			return i
		}
		i += size
	}
	return -1
}

// controls are the ASCII characters that are hidden.
var controls = [utf8.RuneSelf]bool{
	true, true, true, true, true, true, true, true, true, '\t': false, '\n': false, true, true, '\r': false, true, true,
	true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, 0x7F: true,
}

// IsHidden reports whether a rune has no visible form: control and format characters, and others that Unicode declares
// ignorable.
func IsHidden(r rune) bool {
	if r < 0xA0 {
		return r < 0x20 && r != '\n' && r != '\t' && r != '\r' || r >= 0x7F
	}
	if r < 0x300 {
		return r == softHyphen
	}
	return unicode.Is(hidden, r)
}

const (
	softHyphen     = '\u00AD'
	tatweel        = '\u0640'
	zeroWidthSpace = '\u200B'
	nonJoiner      = '\u200C'
	joiner         = '\u200D'
	textLook       = '\uFE0E'
	emojiLook      = '\uFE0F'
	keycap         = '\u20E3'
	blackFlag      = '\U0001F3F4'
	hangulFirst    = '\u115F'
	hangulLast     = '\u1160'
	// The selectors of variants of Han characters, which are used in names. No character has more
	// than 32 registered variants. https://unicode.org/ivd/
	firstVariant = '\U000E0100'
	lastVariant  = '\U000E011F'
)

// hidden are the format characters (Cf) without the visible ones, variation selectors, private use
// characters, and Default_Ignorable_Code_Point.
// https://www.unicode.org/Public/UCD/latest/ucd/DerivedCoreProperties.txt
var hidden = &unicode.RangeTable{
	R16: []unicode.Range16{
		{0x034F, 0x034F, 1}, // combining grapheme joiner
		{0x061C, 0x061C, 1}, // Arabic letter mark
		{0x115F, 0x1160, 1}, // Hangul fillers
		{0x17B4, 0x17B5, 1}, // Khmer inherent vowels
		{0x180B, 0x180F, 1}, // Mongolian selectors and separator
		{0x200B, 0x200F, 1}, // zero width, joiners, directional marks
		{0x202A, 0x202E, 1}, // directional embeddings and overrides
		{0x2060, 0x206F, 1}, // word joiner, invisible operators, isolates
		{0x2800, 0x2800, 1}, // empty Braille pattern
		{0x3164, 0x3164, 1}, // Hangul filler
		{0xE000, 0xF8FF, 1}, // private use
		{0xFE00, 0xFE0F, 1}, // variation selectors
		{0xFEFF, 0xFEFF, 1}, // byte order mark
		{0xFFA0, 0xFFA0, 1}, // half-width Hangul filler
		{0xFFF0, 0xFFFB, 1}, // unassigned ignorables, interlinear annotations
	},
	R32: []unicode.Range32{
		{0x13430, 0x1343F, 1},  // Egyptian format controls
		{0x1BCA0, 0x1BCA3, 1},  // shorthand format controls
		{0x1D173, 0x1D17A, 1},  // musical format controls
		{0xE0000, 0xE0FFF, 1},  // tags, further variation selectors
		{0xF0000, 0x10FFFD, 1}, // private use planes
	},
}

// hiddenRemover decides about each hidden rune of a text.
type hiddenRemover struct {
	text string
	out  strings.Builder
	last rune // the last rune of the output
	base rune // the last rune of the output that is not a nonspacing mark
}

// skipVisible updates last and base after visible text was written.
func (r *hiddenRemover) skipVisible(text string) {
	r.last, _ = utf8.DecodeLastRuneInString(text)
	for text != "" {
		c, size := utf8.DecodeLastRuneInString(text)
		if !unicode.Is(unicode.Mn, c) {
			r.base = c
			return
		}
		text = text[:len(text)-size]
	}
}

// hidden writes the hidden rune at i if it has a use there, and returns the index after it. A whole escape
// sequence is skipped.
func (r *hiddenRemover) hidden(i int) int {
	if end := ansi.SequenceEnd(r.text, i); end > i {
		return end
	}
	if n := flagLength(r.text[i:], r.last); n > 0 {
		r.out.WriteString(r.text[i : i+n])
		return i + n
	}
	c, size := utf8.DecodeRuneInString(r.text[i:])
	after, _ := utf8.DecodeRuneInString(r.text[i+size:])
	if isUseful(c, r.last, after) || isJoiner(c) && canJoin(r.base) && unicode.Is(unicode.Mn, r.last) {
		r.out.WriteString(r.text[i : i+size])
		r.last, r.base = c, c
	}
	return i + size
}

// isUseful reports whether a hidden rune has a use between two other runes.
func isUseful(r, before, after rune) bool {
	switch {
	case r == joiner && (isPictograph(before) || before == emojiLook) && isPictograph(after):
		return true
	case isJoiner(r):
		return canJoin(before)
	case r == emojiLook:
		return isPictograph(before) || after == keycap
	case r == textLook:
		return isPictograph(before)
	case r == zeroWidthSpace:
		return isInOne(before, spacelessScripts) && isInOne(after, spacelessScripts)
	case r >= firstVariant && r <= lastVariant:
		return unicode.Is(unicode.Han, before)
	case r >= hangulFirst && r <= hangulLast:
		return unicode.Is(unicode.Hangul, before) || unicode.Is(unicode.Hangul, after)
	case r >= 0x180B && r <= 0x180F:
		return unicode.Is(unicode.Mongolian, before)
	}
	return false
}

func isJoiner(r rune) bool { return r == joiner || r == nonJoiner }

// canJoin reports whether a joiner can follow a rune. The tatweel belongs to no script.
func canJoin(r rune) bool { return r == tatweel || isInOne(r, joiningScripts) }

// isInOne reports whether a rune is in one of the scripts. The lists have pointers to the variables of package unicode,
// so that they need no code at the start of a program.
func isInOne(r rune, scripts []**unicode.RangeTable) bool {
	return slices.ContainsFunc(scripts, func(script **unicode.RangeTable) bool { return unicode.Is(*script, r) })
}

// spacelessScripts are the scripts without spaces between words. A zero width space marks a possible line break
// there.
var spacelessScripts = []**unicode.RangeTable{&unicode.Thai, &unicode.Lao, &unicode.Khmer, &unicode.Myanmar}

// joiningScripts are the scripts that use joiners.
// https://www.unicode.org/Public/UCD/latest/ucd/IndicSyllabicCategory.txt
// https://www.unicode.org/Public/UCD/latest/ucd/ArabicShaping.txt
var joiningScripts = []**unicode.RangeTable{
	&unicode.Arabic, &unicode.Syriac, &unicode.Nko, &unicode.Mongolian, &unicode.Mandaic, &unicode.Adlam,
	&unicode.Devanagari, &unicode.Bengali, &unicode.Gurmukhi, &unicode.Gujarati, &unicode.Oriya, &unicode.Tamil,
	&unicode.Telugu, &unicode.Kannada, &unicode.Malayalam, &unicode.Sinhala, &unicode.Khmer, &unicode.Myanmar, &unicode.Tibetan,
	&unicode.Javanese, &unicode.Balinese, &unicode.Meetei_Mayek, &unicode.Chakma,
}

// isPictograph reports whether a rune can begin or continue an emoji: the blocks of
// Extended_Pictographic, and skin tones.
// https://www.unicode.org/Public/UCD/latest/ucd/emoji/emoji-data.txt
func isPictograph(r rune) bool { return unicode.Is(pictographs, r) }

var pictographs = &unicode.RangeTable{
	R16: []unicode.Range16{
		{0x00A9, 0x00AE, 5},
		{0x203C, 0x203C, 1},
		{0x2049, 0x2049, 1},
		{0x2122, 0x2122, 1},
		{0x2139, 0x2139, 1},
		{0x2194, 0x21AA, 1},
		{0x231A, 0x23FF, 1},
		{0x24C2, 0x24C2, 1},
		{0x25AA, 0x25FE, 1},
		{0x2600, 0x27BF, 1},
		{0x2934, 0x2935, 1},
		{0x2B05, 0x2B55, 1},
		{0x3030, 0x303D, 13},
		{0x3297, 0x3299, 2},
	},
	R32:         []unicode.Range32{{0x1F000, 0x1FAFF, 1}, {0x1FC00, 0x1FFFD, 1}},
	LatinOffset: 1,
}

// flags are the tag sequences, with the final tag, of the flags of England, Scotland and Wales.
// https://unicode.org/Public/emoji/latest/emoji-sequences.txt
var flags = []string{
	"\U000E0067\U000E0062\U000E0065\U000E006E\U000E0067\U000E007F",
	"\U000E0067\U000E0062\U000E0073\U000E0063\U000E0074\U000E007F",
	"\U000E0067\U000E0062\U000E0077\U000E006C\U000E0073\U000E007F",
}

// flagLength returns the length of the tag sequence at the beginning of text that, after the black flag, is one
// of flags. Otherwise it returns 0.
func flagLength(text string, before rune) int {
	if before != blackFlag {
		return 0
	}
	for _, tags := range flags {
		if strings.HasPrefix(text, tags) {
			return len(tags)
		}
	}
	return 0
}
