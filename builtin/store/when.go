package store

import (
	"errors"
	"time"
)

// When is a point in time as models write it: RFC 3339, such as
// 2026-01-31T08:00:00Z, or a date such as 2026-01-31, which is the whole day in
// UTC. The zero value is no time.
type When struct {
	from, to time.Time
}

// UnmarshalText reads a time.
func (w *When) UnmarshalText(text []byte) error {
	if day, err := time.Parse(time.DateOnly, string(text)); err == nil {
		*w = When{day, day.AddDate(0, 0, 1)}
		return nil
	}
	at, err := time.Parse(time.RFC3339, string(text))
	if err != nil {
		return errors.New("must be a date such as 2026-01-31, or a time such as 2026-01-31T08:00:00Z")
	}
	*w = When{at, at}
	return nil
}

// MarshalText writes what UnmarshalText reads.
func (w When) MarshalText() ([]byte, error) {
	if w.from.Equal(w.to) {
		return []byte(w.from.UTC().Format(time.RFC3339)), nil
	}
	return []byte(w.from.Format(time.DateOnly)), nil
}

// last is the last moment that it includes.
func (w When) last() time.Time {
	if w.to.After(w.from) {
		return w.to.Add(-time.Millisecond)
	}
	return w.to
}

// IsZero reports whether there is no time.
func (w When) IsZero() bool { return w == When{} }
