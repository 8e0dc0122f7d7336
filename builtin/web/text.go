package web

import (
	"strings"
	"unicode"

	"github.com/toolgen/toolgen/builtin/internal/texts"
)

// invisible are characters that a reader does not see and that can carry
// messages for models: tags, variation selectors of the supplement, zero width
// spaces, word joiners, marks that reverse the order of text, and control
// characters. The joiners U+200C and U+200D are kept: Persian, Hindi and emoji
// need them.
var invisible = &unicode.RangeTable{
	R16: []unicode.Range16{
		{Lo: 0x00, Hi: 0x08, Stride: 1}, {Lo: 0x0B, Hi: 0x0C, Stride: 1}, {Lo: 0x0E, Hi: 0x1F, Stride: 1}, {Lo: 0x7F, Hi: 0x9F, Stride: 1},
		{Lo: 0xAD, Hi: 0xAD, Stride: 1}, {Lo: 0x034F, Hi: 0x034F, Stride: 1}, {Lo: 0x115F, Hi: 0x1160, Stride: 1}, {Lo: 0x17B4, Hi: 0x17B5, Stride: 1}, {Lo: 0x180B, Hi: 0x180F, Stride: 1},
		{Lo: 0x200B, Hi: 0x200B, Stride: 1}, {Lo: 0x200E, Hi: 0x200F, Stride: 1}, {Lo: 0x202A, Hi: 0x202E, Stride: 1}, {Lo: 0x2060, Hi: 0x206F, Stride: 1},
		{Lo: 0x3164, Hi: 0x3164, Stride: 1}, {Lo: 0xFEFF, Hi: 0xFEFF, Stride: 1}, {Lo: 0xFFA0, Hi: 0xFFA0, Stride: 1}, {Lo: 0xFFF9, Hi: 0xFFFB, Stride: 1},
	},
	R32: []unicode.Range32{{Lo: 0x1D173, Hi: 0x1D17A, Stride: 1}, {Lo: 0xE0000, Hi: 0xE0FFF, Stride: 1}},
	// The first ranges below U+0100.
	LatinOffset: 5,
}

// removeInvisible returns the text without invisible characters, with line feeds at the
// ends of lines.
func removeInvisible(text string) string {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\r':
			return '\n'
		case r != '\n' && r != '\t' && unicode.Is(invisible, r):
			return -1
		}
		return r
	}, text)
}

// shortLine returns the text on one line with at most maxCount code points.
func shortLine(text string, maxCount int) string { return texts.Cut(texts.OneLine(text), maxCount) }
