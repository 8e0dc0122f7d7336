package styles

import (
	"strings"

	"github.com/tdewolff/parse/v2/css"
)

// function is a function of a value with the numbers among its arguments.
type function struct {
	name    string
	numbers []number
}

// functions returns the functions of a value.
func functions(list []token) (found []function) {
	for _, t := range list {
		if t.kind == css.FunctionToken {
			found = append(found, function{name: t.text})
		} else if n, ok := readNumber(t); ok && len(found) > 0 {
			last := &found[len(found)-1]
			last.numbers = append(last.numbers, n)
		}
	}
	return found
}

// all reports whether there are numbers, and all of them satisfy the condition.
func all(numbers []number, satisfies func(number) bool) bool {
	for _, n := range numbers {
		if !satisfies(n) {
			return false
		}
	}
	return len(numbers) > 0
}

// some reports whether at least one number satisfies the condition.
func some(numbers []number, satisfies func(number) bool) bool {
	return len(numbers) > 0 && !all(numbers, func(n number) bool { return !satisfies(n) })
}

func isZero(n number) bool { return n.amount == 0 }

// isFaint reports whether an opacity is too small to read text.
func isFaint(n number) bool { return n.fraction() < minOpacity }

// isFarAway reports whether an offset moves text off the screen.
func isFarAway(n number) bool { return n.amount <= -maxOffset }

// hidesByFunction reads a value that hides by one of its functions. "none" and
// "auto" show; every other value is unknown.
func hidesByFunction(list []token, hides func(function) bool) (v value, ok bool) {
	for _, f := range functions(list) {
		v.hides = v.hides || hides(f)
	}
	return v, v.hides || list[0].text == "none" || list[0].text == "auto"
}

// readClip reads the property clip, where a rectangle without area hides text.
func readClip(list []token) (v value, ok bool) {
	return hidesByFunction(list, func(f function) bool {
		return f.name == "rect" && all(f.numbers, func(n number) bool { return n.amount <= 1 })
	})
}

// readClipPath reads a shape, which hides text where it has no area.
func readClipPath(list []token) (v value, ok bool) {
	return hidesByFunction(list, func(f function) bool {
		switch f.name {
		case "inset":
			return len(f.numbers) > 0 && f.numbers[0].unit == "%" && f.numbers[0].amount >= 50
		case "circle", "ellipse":
			return len(f.numbers) > 0 && isZero(f.numbers[0])
		}
		return f.name == "polygon" && all(f.numbers, isZero)
	})
}

// readTransform reads transformations, which hide text by a scale of 0 and by moves
// off the page.
func readTransform(list []token) (v value, ok bool) {
	return hidesByFunction(list, func(f function) bool {
		switch {
		case strings.HasPrefix(f.name, "scale"):
			return f.name != "scalez" && some(f.numbers[:min(len(f.numbers), 2)], isZero)
		case strings.HasPrefix(f.name, "translate"):
			return f.name != "translatez" && some(f.numbers, isFarAway)
		}
		return false
	})
}

// readScale reads the property scale: a factor of 0 hides.
func readScale(list []token) (v value, ok bool) { return hidesByNumber(list, isZero) }

// readTranslate reads the property translate, which hides as readTransform does.
func readTranslate(list []token) (v value, ok bool) { return hidesByNumber(list, isFarAway) }

// hidesByNumber reads a value that hides by one of its numbers.
func hidesByNumber(list []token, hides func(number) bool) (v value, ok bool) {
	for _, t := range list {
		n, isNumber := readNumber(t)
		if !isNumber && t.text != "none" {
			return value{}, false
		}
		v.hides = v.hides || isNumber && hides(n)
	}
	return v, true
}

// readFilter reads filters, where the function opacity can hide.
func readFilter(list []token) (v value, ok bool) {
	return hidesByFunction(list, func(f function) bool { return f.name == "opacity" && some(f.numbers, isFaint) })
}
