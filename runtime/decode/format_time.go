package decode

import (
	"strings"
	"time"
)

// isDateTime accepts a date and a time of day with t or T between them.
func isDateTime(s string) bool {
	const date = len(time.DateOnly)
	return len(s) > date && s[date]|0x20 == 't' && isDate(s[:date]) && isTimeOfDay(s[date+1:])
}

func isDate(s string) bool {
	if len(s) != len(time.DateOnly) {
		return false
	}
	_, err := time.Parse(time.DateOnly, s)
	return err == nil
}

// isTimeOfDay accepts an hour, a minute, a second, an optional fraction, and an
// offset or z or Z. The second may be 60 in the last minute before midnight UTC.
func isTimeOfDay(s string) bool {
	const clock = len("15:04:05")
	if len(s) <= clock || s[2] != ':' || s[5] != ':' {
		return false
	}
	hour, minute, second := twoDigits(s), twoDigits(s[3:]), twoDigits(s[6:])
	if uint(hour) > 23 || uint(minute) > 59 || uint(second) > 60 {
		return false
	}
	s = s[clock:]
	if s[0] == '.' {
		end := digits(s, 1)
		if end == 1 {
			return false
		}
		s = s[end:]
	}
	offset, ok := offsetMinutes(s)
	const day = 24 * 60
	return ok && (second < 60 || (hour*60+minute-offset+day)%day == day-1)
}

// offsetMinutes returns the offset from UTC that the whole text has, in minutes.
func offsetMinutes(s string) (minutes int, ok bool) {
	if s == "z" || s == "Z" {
		return 0, true
	}
	if len(s) != len("+01:00") || s[3] != ':' || s[0] != '+' && s[0] != '-' {
		return 0, false
	}
	hour, minute := twoDigits(s[1:]), twoDigits(s[4:])
	if uint(hour) > 23 || uint(minute) > 59 {
		return 0, false
	}
	minutes = hour*60 + minute
	if s[0] == '-' {
		minutes = -minutes
	}
	return minutes, true
}

// twoDigits returns the value of the two digits at the beginning of a text, or a
// negative number.
func twoDigits(s string) int {
	if !isDigit(s[0]) || !isDigit(s[1]) {
		return -1
	}
	return int(s[0]-'0')*10 + int(s[1]-'0')
}

// isISODuration accepts P followed by weeks, or by years, months and days and,
// after a T, by hours, minutes and seconds. Each unit is used at most once, in this
// order, and has an integer.
func isISODuration(s string) bool {
	s, ok := strings.CutPrefix(s, "P")
	if !ok || s == "" {
		return false
	}
	if weeks, ok := strings.CutSuffix(s, "W"); ok {
		return weeks != "" && every(weeks, isDigit)
	}
	date, clock, timed := strings.Cut(s, "T")
	return areCounts(date, "YMD") && areCounts(clock, "HMS") && (!timed || clock != "")
}

// areCounts reports whether a text consists of integers, each followed by one of
// the units, in the order of the units.
func areCounts(s, units string) bool {
	for s != "" {
		end := digits(s, 0)
		if end == 0 || end == len(s) {
			return false
		}
		n := strings.IndexByte(units, s[end])
		if n < 0 {
			return false
		}
		units, s = units[n+1:], s[end+1:]
	}
	return true
}
