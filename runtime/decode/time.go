package decode

import "time"

// Time reads a string with a date and time in the format of RFC 3339. Unlike
// [time.Parse], it refuses an hour of one digit, a comma before the fraction and a
// zone of more than 23:59. Like time.Parse, it refuses leap seconds and the
// lower-case letters t and z, which RFC 3339 allows.
func Time(d *D, i int, v *time.Time) int {
	s, i := d.str(i)
	if i < 0 {
		return i
	}
	var ok bool
	if *v, ok = parseTime(s); !ok {
		return -1
	}
	return i
}

// Duration reads a string that [time.ParseDuration] accepts, such as 1m30s.
func Duration(d *D, i int, v *time.Duration) int {
	s, i := d.str(i)
	if i < 0 {
		return i
	}
	var err error
	if *v, err = time.ParseDuration(s); err != nil {
		return -1
	}
	return i
}

// parseTime returns the value of a text that [Time] accepts: that of [time.Parse].
func parseTime(s string) (time.Time, bool) {
	const clock = len("2006-01-02T15:04:05")
	seconds, ok := unixSeconds(s)
	if !ok {
		return time.Time{}, false
	}
	nanoseconds, zone := fraction(s[clock:])
	if zone == "Z" {
		return time.Unix(seconds, nanoseconds).UTC(), true
	}
	minutes, ok := offsetMinutes(zone)
	if !ok || zone == "z" {
		return time.Time{}, false
	}
	t := time.Unix(seconds-int64(minutes)*60, nanoseconds)
	if _, offset := t.Zone(); offset != minutes*60 {
		t = t.In(time.FixedZone("", minutes*60))
	}
	return t, true
}

// unixSeconds returns the time of a text that begins with a date and a time of day
// in UTC, in seconds since 1970.
func unixSeconds(s string) (int64, bool) {
	if len(s) <= len("2006-01-02T15:04:05") || s[4] != '-' || s[7] != '-' || s[10] != 'T' || s[13] != ':' || s[16] != ':' {
		return 0, false
	}
	century, year, month, day := twoDigits(s), twoDigits(s[2:]), twoDigits(s[5:]), twoDigits(s[8:])
	hour, minute, second := twoDigits(s[11:]), twoDigits(s[14:]), twoDigits(s[17:])
	if century|year < 0 || uint(month-1) > 11 || uint(hour) > 23 || uint(minute) > 59 || uint(second) > 59 {
		return 0, false
	}
	year += 100 * century
	first := unixDays(year, month)
	if day < 1 || day > unixDays(year, month+1)-first {
		return 0, false
	}
	return int64(first+day-1)*86400 + int64(hour*3600+minute*60+second), true
}

// unixDays returns the number of days from 1970 to the first day of a month, which
// may be 13. The year counts from March on, so that a leap day is its last day.
func unixDays(year, month int) int {
	const cycle, until1970 = 146097, 719468 // the days of 400 years, and of 1970 years less 60 days
	year += 400                             // a January of the year 0 belongs to the year before
	if month <= 2 {
		year, month = year-1, month+12
	}
	return 365*year + year/4 - year/100 + year/400 + (153*(month-3)+2)/5 - cycle - until1970
}

// fraction reads the fraction of a second at the beginning of a text. It returns the
// nanoseconds, of which [time.Time] has no parts, and the rest of the text.
func fraction(s string) (nanoseconds int64, rest string) {
	if s[0] != '.' {
		return 0, s
	}
	end := digits(s, 1)
	if end == 1 {
		return 0, ""
	}
	n, used := readDigits(s[:min(end, len(".123456789"))], 1, 0)
	return int64(n * powers[len(".123456789")-used]), s[end:]
}

func isTime(s string) bool {
	_, ok := parseTime(s)
	return ok
}

func isDuration(s string) bool {
	_, err := time.ParseDuration(s)
	return err == nil
}
