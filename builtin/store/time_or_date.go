package store

import (
	"errors"
	"time"
)

// TimeOrDate is a time in the form of RFC 3339, such as 2026-01-31T08:00:00Z,
// or a date such as 2026-01-31, which means the whole day in UTC. The zero value
// means that there is no limit.
type TimeOrDate struct {
	from, to time.Time
}

// UnmarshalText parses a time or a date.
func (w *TimeOrDate) UnmarshalText(text []byte) error {
	if day, err := time.Parse(time.DateOnly, string(text)); err == nil {
		*w = TimeOrDate{day, day.AddDate(0, 0, 1)}
		return nil
	}
	at, err := time.Parse(time.RFC3339, string(text))
	if err != nil {
		return errors.New("must be a date such as 2026-01-31, or a time such as 2026-01-31T08:00:00Z")
	}
	*w = TimeOrDate{at, at}
	return nil
}

// MarshalText returns the text that UnmarshalText parses.
func (w TimeOrDate) MarshalText() ([]byte, error) {
	if w.from.Equal(w.to) {
		return []byte(w.from.UTC().Format(time.RFC3339)), nil
	}
	return []byte(w.from.Format(time.DateOnly)), nil
}

// last returns the time, or the last millisecond of the day.
func (w TimeOrDate) last() time.Time {
	if w.to.After(w.from) {
		return w.to.Add(-time.Millisecond)
	}
	return w.to
}

// IsZero reports whether w is the zero value.
func (w TimeOrDate) IsZero() bool { return w == TimeOrDate{} }
