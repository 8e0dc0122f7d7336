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

// Window is opaque and only embedded.
type Window struct {
	Width uint `json:"width,omitzero"`
	frame

	open bool
}

// IsOpen reports whether it is open.
func (w Window) IsOpen() bool { return w.open }

type frame struct {
	Color string `json:"color,omitzero"`
}

// Box is opaque and a result.
type Box struct {
	lid
	closed bool
}

// IsClosed reports whether it is closed.
func (b Box) IsClosed() bool { return b.closed }

type lid struct {
	Weight int `json:"weight"`
}

// Unit is an enum.
type Unit string

// The units.
const (
	UnitByte Unit = "byte"
	UnitLine Unit = "line"
)

// Other is another text.
type Other string
