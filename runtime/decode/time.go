package decode

import (
	"strings"
	"time"
)

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

// parseTime returns the value of a text that [Time] accepts.
func parseTime(s string) (time.Time, bool) {
	t, err := time.Parse(time.RFC3339, s)
	if err != nil || len(s) < len("2006-01-02T15:04:05Z") || s[len("2006-01-02T15")] != ':' || strings.Contains(s, ",") {
		return time.Time{}, false
	}
	if s[len(s)-1] != 'Z' {
		zone := s[len(s)-len("15:04"):]
		if zone[:2] > "23" || zone[3:] > "59" {
			return time.Time{}, false
		}
	}
	return t, true
}

func isTime(s string) bool {
	_, ok := parseTime(s)
	return ok
}

func isDuration(s string) bool {
	_, err := time.ParseDuration(s)
	return err == nil
}
