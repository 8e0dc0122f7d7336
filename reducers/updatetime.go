package reducers

import (
	"math"
	"strconv"
	"time"
)

// timeLayouts are the layouts of times that are texts. A fraction of a second is
// allowed after each of them. A time without a zone is in UTC.
var timeLayouts = []string{
	time.RFC3339, "2006-01-02T15:04:05Z0700", "2006-01-02T15:04:05", "2006-01-02T15:04Z07:00", "2006-01-02T15:04",
	"2006-01-02 15:04:05Z07:00", "2006-01-02 15:04:05 -0700 MST", "2006-01-02 15:04:05 -0700", "2006-01-02 15:04:05 MST", "2006-01-02 15:04:05",
	"2006-01-02 15:04", time.DateOnly, time.RFC1123Z, time.RFC1123,
}

// updateTime returns the time of the first of the values that is one: a text, or a
// number as [unixTime] reads it. It returns the zero time if there is none.
func updateTime(values ...any) time.Time {
	for _, value := range values {
		switch v := value.(type) {
		case float64:
			return unixTime(v)
		case string:
			if at := parseTime(v); !at.IsZero() {
				return at
			}
		}
	}
	return time.Time{}
}

// parseTime reads a time or a number. It returns the zero time for another text.
func parseTime(text string) time.Time {
	if seconds, err := strconv.ParseFloat(text, 64); err == nil {
		return unixTime(seconds)
	}
	for _, layout := range timeLayouts {
		if at, err := time.Parse(layout, text); err == nil {
			return at
		}
	}
	return time.Time{}
}

// unixTime returns the time of a number of seconds, milliseconds, microseconds or
// nanoseconds since 1970. The unit is the largest one with a time between the years
// 1973 and 5138. It returns the zero time if there is no such unit.
func unixTime(n float64) time.Time {
	const minSeconds, maxSeconds = 1e8, 1e11
	for scale := 1.0; scale <= 1e9; scale *= 1e3 {
		if n >= minSeconds*scale && n < maxSeconds*scale {
			seconds, fraction := math.Modf(n / scale)
			return time.Unix(int64(seconds), int64(fraction*1e9))
		}
	}
	return time.Time{}
}
