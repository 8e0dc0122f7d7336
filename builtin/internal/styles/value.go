package styles

import (
	"strconv"
	"strings"

	"github.com/tdewolff/parse/v2"
	"github.com/tdewolff/parse/v2/css"
)

// reader reads the value of a property, which has at least one token. ok is
// false for a value that browsers may not accept.
type reader func(list []token) (v value, ok bool)

// keywords returns a reader of values that consist of words: some words hide
// text, others show it.
func keywords(hiding, showing string) reader {
	hides := make(map[string]bool)
	for word := range strings.FieldsSeq(showing) {
		hides[word] = false
	}
	for word := range strings.FieldsSeq(hiding) {
		hides[word] = true
	}
	return func(list []token) (v value, ok bool) {
		for _, t := range list {
			hidden, known := hides[t.text]
			if !known {
				return value{}, false
			}
			v.hides = v.hides || hidden
		}
		return v, true
	}
}

// pixels are the sizes of units in pixels, with letters of 16 pixels in a window
// of 1280 by 800.
var pixels = map[string]float64{
	"": 1, "px": 1, "pt": 4. / 3, "pc": 16, "in": 96, "cm": 37.8, "mm": 3.78, "q": 0.945,
	"em": 16, "rem": 16, "ex": 8, "ch": 8, "lh": 19, "rlh": 19, "%": 0.16, "vw": 12.8, "vh": 8, "vmin": 8, "vmax": 12.8,
}

// number is a number with its unit, which is empty for none.
type number struct {
	amount float64
	unit   string
}

// readNumber reads a number, a percentage or a length.
func readNumber(t token) (n number, ok bool) {
	if t.kind != css.NumberToken && t.kind != css.PercentageToken && t.kind != css.DimensionToken {
		return n, false
	}
	length := parse.Number([]byte(t.text))
	amount, err := strconv.ParseFloat(t.text[:length], 64)
	return number{amount, t.text[length:]}, err == nil || amount != 0 // too large is infinite
}

// length returns the number in pixels. ok is false for a unit that is not one
// of lengths.
func (n number) length() (size float64, ok bool) {
	factor, ok := pixels[n.unit]
	return n.amount * factor, ok
}

// fraction returns a number or a percentage as a fraction of 1.
func (n number) fraction() float64 {
	if n.unit == "%" {
		return n.amount / 100
	}
	return n.amount
}

// minOpacity is the smallest opacity at which text can be read.
const minOpacity = 0.1

// readOpacity reads an opacity, which hides text below minOpacity.
func readOpacity(list []token) (v value, ok bool) {
	n, ok := readNumber(list[0])
	return value{hides: n.fraction() < minOpacity}, ok && len(list) == 1
}

// minFontSize is the size of the smallest letters that can be read, in pixels.
const minFontSize = 3

// fontSizes are the sizes that have names.
var fontSizes = words("xx-small x-small small medium large x-large xx-large xxx-large smaller larger math")

// readFontSize reads a size of letters, which hides text below minFontSize.
func readFontSize(list []token) (v value, ok bool) {
	if fontSizes[list[0].text] {
		return value{}, len(list) == 1
	}
	n, ok := readNumber(list[0])
	size, isLength := n.length()
	return value{hides: size < minFontSize}, ok && isLength && len(list) == 1
}

// readFont reads the size in the shorthand font: the first length, or the number
// 0, since other numbers are weights.
func readFont(list []token) (v value, ok bool) {
	for _, t := range list {
		if n, found := readNumber(t); found && (t.kind != css.NumberToken || n.amount == 0) {
			return readFontSize([]token{t})
		}
	}
	return value{}, false
}

// maxOffset is how far text can be moved to the left or up and still be on the
// screen, in any unit.
const maxOffset = 100

// readOffset reads a position. A position far to the left of the page or above
// it hides text.
func readOffset(list []token) (v value, ok bool) {
	if list[0].text == "auto" {
		return value{}, true
	}
	n, ok := readNumber(list[0])
	size, isLength := n.length()
	return value{hides: isFarAway(n) || size <= -10*maxOffset}, ok && isLength && len(list) == 1
}

// readSize reads a width or height. One pixel or less hides the content that
// overflows.
func readSize(list []token) (v value, ok bool) {
	switch list[0].text {
	case "auto", "none", "min-content", "max-content", "fit-content":
		return value{}, len(list) == 1
	}
	n, ok := readNumber(list[0])
	size, isLength := n.length()
	if n.unit == "%" {
		size = n.amount // relative to an unknown size
	}
	return value{hides: size <= 1 && n.unit != "%" || size == 0}, ok && isLength && len(list) == 1
}
