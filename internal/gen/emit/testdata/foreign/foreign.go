// Package foreign holds types that tools of other packages use.
package foreign

import "time"

// Range is a stretch of lines.
type Range struct {
	From int `json:"from"`
	To   int `json:"to,omitzero"`
}

// Sealed has a field that other packages cannot name.
type Sealed struct {
	Name string    `json:"name"`
	At   time.Time `json:"at,omitzero"`

	secret string
}

// Secret is what Sealed keeps.
func (s Sealed) Secret() string { return s.secret }

// Unit is an enum.
type Unit string

// The units.
const (
	UnitByte Unit = "byte"
	UnitLine Unit = "line"
)
