// Package far holds types of another package.
package far

import "time"

// Range is open: every field can be named.
type Range struct {
	From int `json:"from"`
	To   int `json:"to,omitzero"`
}

// Sealed is not.
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

// Other is another text.
type Other string
