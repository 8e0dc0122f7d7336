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
func functions(written []token) (list []function) {
	for _, t := range written {
		if t.kind == css.FunctionToken {
			list = append(list, function{name: t.text})
		} else if n, ok := readNumber(t); ok && len(list) > 0 {
			last := &list[len(list)-1]
			last.numbers = append(last.numbers, n)
		}
	}
	return list
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

// some reports whether a number satisfies the condition.
func some(numbers []number, satisfies func(number) bool) bool {
	return len(numbers) > 0 && !all(numbers, func(n number) bool { return !satisfies(n) })
}

func isZero(n number) bool    { return n.amount == 0 }
func isFaint(n number) bool   { return n.fraction() < minOpacity }
func isFarAway(n number) bool { return n.amount <= -maxOffset }

// hidesByFunction makes the value of a property whose functions hide: "none" shows,
// and a value that does not hide is unknown.
func hidesByFunction(written []token, hides func(function) bool) (v value, ok bool) {
	for _, f := range functions(written) {
		v.hides = v.hides || hides(f)
	}
	return v, v.hides || written[0].text == "none" || written[0].text == "auto"
}

// readClip reads the property clip, where a rectangle without size hides.
func readClip(written []token) (v value, ok bool) {
	return hidesByFunction(written, func(f function) bool {
		return f.name == "rect" && all(f.numbers, func(n number) bool { return n.amount <= 1 })
	})
}

// readClipPath reads a shape, which hides where it has no area.
func readClipPath(written []token) (v value, ok bool) {
	return hidesByFunction(written, func(f function) bool {
		switch f.name {
		case "inset":
			return len(f.numbers) > 0 && f.numbers[0].unit == "%" && f.numbers[0].amount >= 50
		case "circle", "ellipse":
			return len(f.numbers) > 0 && isZero(f.numbers[0])
		}
		return f.name == "polygon" && all(f.numbers, isZero)
	})
}

// readTransform reads transformations, which hide by scaling to nothing and by
// moving off the page.
func readTransform(written []token) (v value, ok bool) {
	return hidesByFunction(written, func(f function) bool {
		switch {
		case strings.HasPrefix(f.name, "scale"):
			return f.name != "scalez" && some(f.numbers[:min(len(f.numbers), 2)], isZero)
		case strings.HasPrefix(f.name, "translate"):
			return f.name != "translatez" && some(f.numbers, isFarAway)
		}
		return false
	})
}

func readScale(written []token) (v value, ok bool)     { return hidesByNumber(written, isZero) }
func readTranslate(written []token) (v value, ok bool) { return hidesByNumber(written, isFarAway) }

// hidesByNumber makes the value of a property that hides by one of its numbers.
func hidesByNumber(written []token, hides func(number) bool) (v value, ok bool) {
	for _, t := range written {
		n, isNumber := readNumber(t)
		if !isNumber && t.text != "none" {
			return value{}, false
		}
		v.hides = v.hides || isNumber && hides(n)
	}
	return v, true
}

func readFilter(written []token) (v value, ok bool) {
	return hidesByFunction(written, func(f function) bool { return f.name == "opacity" && some(f.numbers, isFaint) })
}
