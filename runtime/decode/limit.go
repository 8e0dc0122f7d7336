package decode

import "unicode/utf8"

// The functions of this file refuse a value that was just read. They take the
// index behind it and return it, or a negative number: what was refused stays
// refused.

// Real are the kinds of numbers that have a minimum and a maximum.
type Real interface{ Signed | Unsigned | Floating }

// Minimum refuses a number below least.
func Minimum[T Real](i int, v, least T) int {
	if v < least {
		return -1
	}
	return i
}

// Maximum refuses a number above most.
func Maximum[T Real](i int, v, most T) int {
	if v > most {
		return -1
	}
	return i
}

// Above refuses a number that is not above the bound.
func Above[T Real](i int, v, bound T) int {
	if v > bound {
		return i
	}
	return -1
}

// Below refuses a number that is not below the bound.
func Below[T Real](i int, v, bound T) int {
	if v < bound {
		return i
	}
	return -1
}

// Multiple refuses an integer that is no multiple of step, which is not zero.
func Multiple[T Signed | Unsigned](i int, v, step T) int {
	if v%step != 0 {
		return -1
	}
	return i
}

// MultipleFloat refuses a number whose shortest text is no multiple of step, a
// positive JSON number: exactly, in decimal, so that 0.3 is one of 0.1.
func MultipleFloat[T Floating](i int, v T, step string) int {
	if i < 0 || !parseDecimal(shortest(float64(v), bitsOf[T]())).isDivisibleBy(parseDecimal(step)) {
		return -1
	}
	return i
}

// InRange refuses the text of a number, read by [Number], outside of the
// range. It is exact, whatever the size of the number.
func InRange[T ~string](i int, text T, r *Range) int {
	if i < 0 || r.missed(parseDecimal(string(text)), 0) >= 0 {
		return -1
	}
	return i
}

// OneOfNumber refuses the text of a number, read by [Number], that equals none
// of the values: 1.0 equals 1.
func OneOfNumber[T ~string](i int, text T, values []string) int {
	if i < 0 || !isListed(string(text), values) {
		return -1
	}
	return i
}

// isListed reports whether a number equals one of the values.
func isListed(text string, values []string) bool {
	v := parseDecimal(text)
	for _, value := range values {
		if v.compare(parseDecimal(value)) == 0 {
			return true
		}
	}
	return false
}

// MinLength refuses a string of fewer code points than least.
func MinLength[T ~string](i int, v T, least int) int {
	if tooShort(string(v), least) {
		return -1
	}
	return i
}

// MaxLength refuses a string of more code points than most.
func MaxLength[T ~string](i int, v T, most int) int {
	if tooLong(string(v), most) {
		return -1
	}
	return i
}

// A code point is one to four bytes, so that few strings must be counted.

func tooShort(s string, least int) bool {
	return len(s) < least || (len(s)+3)/4 < least && codePoints(s) < least
}

func tooLong(s string, most int) bool {
	return len(s) > most && codePoints(s) > most
}

// Each applies a check to the items of a slice that was just read. Strings
// reads many of them into one piece of memory; a function that reads and
// checks one at a time cannot.
func Each[S ~[]T, T any](i int, v S, check func(i int, v T) int) int {
	for n := 0; n < len(v) && i >= 0; n++ {
		i = check(i, v[n])
	}
	return i
}

// Target applies a check to what a pointer that was just read leads to.
func Target[T any](i int, v *T, check func(i int, v T) int) int {
	if i < 0 {
		return i
	}
	return check(i, *v)
}

// codePoints is kept out of line: its loop would otherwise stand in every
// generated decoder, several times.
//
//go:noinline
func codePoints(s string) int { return utf8.RuneCountInString(s) }

// Meets refuses a string that fails the check.
func Meets[T ~string](i int, v T, check Check) int {
	if i < 0 {
		return i
	}
	if _, ok := check.Check(string(v)); !ok {
		return -1
	}
	return i
}
