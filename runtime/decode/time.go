package decode

import (
	"strings"
	"time"
)

// Time reads a string with a date and time as RFC 3339 writes it. Unlike
// [time.Parse], it takes no hour of one digit, no comma before a fraction and
// no zone of more than 23:59. A leap second and the small letters t and z,
// which RFC 3339 allows, are refused, as package time does.
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

// Duration reads a string as [time.ParseDuration] takes it: 1m30s.
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
