package styles

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/tdewolff/parse/v2/css"
)

// colorFunctions are the functions that make colours.
var colorFunctions = map[string]bool{"rgb": true, "rgba": true, "hsl": true, "hsla": true, "hwb": true, "lab": true, "lch": true, "oklab": true, "oklch": true}

// readColor reads a colour of letters, which hides them below minOpacity.
func readColor(list []token) (v value, ok bool) {
	first := list[0]
	switch {
	case first.kind == css.HashToken && len(list) == 1:
		return readHexColor(first.text[1:])
	case first.kind == css.IdentToken && len(list) == 1:
		digits, isName := colors[first.text]
		return value{hides: first.text == "transparent", color: digits}, isName || first.text == "transparent" || first.text == "currentcolor"
	case first.kind == css.FunctionToken && colorFunctions[first.text]:
		return readColorFunction(list)
	}
	return value{}, false
}

// readHexColor reads the 3, 4, 6 or 8 digits of a colour.
func readHexColor(digits string) (v value, ok bool) {
	if len(digits) == 3 || len(digits) == 4 {
		var b strings.Builder
		for _, digit := range digits {
			b.WriteString(strings.Repeat(string(digit), 2))
		}
		digits = b.String()
	}
	if _, err := strconv.ParseUint(digits, 16, 32); err != nil || len(digits) != 6 && len(digits) != 8 {
		return value{}, false
	}
	if len(digits) == 8 {
		alpha, _ := strconv.ParseUint(digits[6:], 16, 8) // the digits are valid
		v.hides = float64(alpha)/255 < minOpacity
	}
	v.color = digits[:6]
	return v, true
}

// readColorFunction reads a colour such as rgb(0 0 0 / 50%). Two colours of
// another function than rgb are equal where their numbers are equal.
func readColorFunction(list []token) (v value, ok bool) {
	numbers := functions(list)[0].numbers
	if len(numbers) < 3 || list[len(list)-1].kind != css.RightParenthesisToken {
		return value{}, false
	}
	v.hides = len(numbers) == 4 && isFaint(numbers[3])
	if name := list[0].text; name != "rgb" && name != "rgba" {
		v.color = fmt.Sprint(name, numbers[:3])
		return v, true
	}
	for _, n := range numbers[:3] {
		if n.unit == "%" {
			n.amount *= 2.55
		}
		v.color += fmt.Sprintf("%02x", int(min(max(n.amount, 0), 255)+0.5))
	}
	return v, true
}

// readBackground reads the colour of a background. A background with an image
// has no colour, because letters may be visible on the image. A transparent
// background hides nothing.
func readBackground(list []token) (v value, ok bool) {
	for i, t := range list {
		switch {
		case t.kind == css.URLToken || t.kind == css.FunctionToken && !colorFunctions[t.text]:
			return value{}, true
		case t.kind == css.FunctionToken:
			end := i
			for end < len(list)-1 && list[end].kind != css.RightParenthesisToken {
				end++
			}
			v, ok = readColor(list[i : end+1])
		case t.kind == css.HashToken || t.kind == css.IdentToken && colors[t.text] != "":
			v, ok = readColor(list[i : i+1])
		}
	}
	return value{color: v.color}, ok || list[0].text == "none" || list[0].text == "transparent"
}
