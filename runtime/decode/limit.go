package decode

import "unicode/utf8"

// The functions of this file check a value that was just read. They take the
// index after the value. They return that index, or a negative number if they
// refuse the value; an index that is negative stays negative.

// Real are the types of numbers that have a minimum and a maximum.
type Real interface{ Signed | Unsigned | Floating }

// Minimum refuses a number that is less than minimum.
func Minimum[T Real](i int, v, minimum T) int {
	if v < minimum {
		return -1
	}
	return i
}

// Maximum refuses a number that is greater than maximum.
func Maximum[T Real](i int, v, maximum T) int {
	if v > maximum {
		return -1
	}
	return i
}

// ExclusiveMinimum refuses a number that is not greater than the bound.
func ExclusiveMinimum[T Real](i int, v, bound T) int {
	if v > bound {
		return i
	}
	return -1
}

// ExclusiveMaximum refuses a number that is not less than the bound.
func ExclusiveMaximum[T Real](i int, v, bound T) int {
	if v < bound {
		return i
	}
	return -1
}

// Multiple refuses an integer that is not a multiple of step. The step is not
// zero.
func Multiple[T Signed | Unsigned](i int, v, step T) int {
	if v%step != 0 {
		return -1
	}
	return i
}

// MultipleFloat refuses a number that is not a multiple of step, a positive JSON
// number. It divides the shortest decimal text of the number exactly, so that 0.3
// is a multiple of 0.1.
func MultipleFloat[T Floating](i int, v T, step string) int {
	if i < 0 || !parseDecimal(shortest(float64(v), bitsOf[T]())).isDivisibleBy(parseDecimal(step)) {
		return -1
	}
	return i
}

// InRange refuses a number outside of the range. The text is one that [Number]
// has read. The comparison is exact for numbers of every size.
func InRange[T ~string](i int, text T, r *Range) int {
	if i < 0 || r.firstViolation(parseDecimal(string(text)), 0) >= 0 {
		return -1
	}
	return i
}

// OneOfNumber refuses a number that equals none of the values; 1.0 equals 1. The
// text is one that [Number] has read.
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

// MinLength refuses a string of fewer code points than minLength.
func MinLength[T ~string](i int, v T, minLength int) int {
	if tooShort(string(v), minLength) {
		return -1
	}
	return i
}

// MaxLength refuses a string of more code points than maxLength.
func MaxLength[T ~string](i int, v T, maxLength int) int {
	if tooLong(string(v), maxLength) {
		return -1
	}
	return i
}

// tooShort reports whether a string has fewer code points than minLength. A code
// point has one to four bytes, so that the code points of few strings must be
// counted.
func tooShort(s string, minLength int) bool {
	return len(s) < minLength || (len(s)+3)/4 < minLength && codePoints(s) < minLength
}

// tooLong reports whether a string has more code points than maxLength.
func tooLong(s string, maxLength int) bool {
	return len(s) > maxLength && codePoints(s) > maxLength
}

// Each applies a check to the items of a slice that was just read. It allows
// [Strings] to read many items into one allocation before they are checked.
func Each[S ~[]T, T any](i int, v S, check func(i int, v T) int) int {
	for n := 0; n < len(v) && i >= 0; n++ {
		i = check(i, v[n])
	}
	return i
}

// Target applies a check to the value that v points to.
func Target[T any](i int, v *T, check func(i int, v T) int) int {
	if i < 0 {
		return i
	}
	return check(i, *v)
}

// codePoints counts code points. It is not inlined, because generated decoders
// would otherwise contain its loop many times.
//
//go:noinline
func codePoints(s string) int { return utf8.RuneCountInString(s) }

// Satisfies refuses a string that does not satisfy the check.
func Satisfies[T ~string](i int, v T, check Check) int {
	if i < 0 {
		return i
	}
	if _, ok := check.Check(string(v)); !ok {
		return -1
	}
	return i
}
