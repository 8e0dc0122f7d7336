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
