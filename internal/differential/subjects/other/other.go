// Package other has types that the tools of package subjects import.
package other

// Unit is an enum of another package.
type Unit string

// The units.
const (
	Metre Unit = "m"
	Foot  Unit = "ft"
)

// Weekday is an enum of numbers of another package.
type Weekday uint8

// Some days.
const (
	Monday Weekday = iota + 1
	Tuesday
	Wednesday
)

// Range is a struct of another package.
type Range struct {
	From int  `json:"from"`
	To   *int `json:"to,omitzero"`
}

// Page is generic.
type Page[T any] struct {
	Items []T    `json:"items"`
	Next  string `json:"next,omitempty"`
}
