// Package other is another package whose types the pairs use.
package other

// Unit is how a place is measured.
type Unit string

// The units.
const (
	Metre Unit = "m" // about three feet
	Foot  Unit = "ft"
)

// Place is a place of another package.
type Place struct {
	// Name is what people call it.
	Name string `json:"name" jsonschema:"minLength=1"`
	Unit Unit   `json:"unit,omitempty"`
	// The altitude counts from the sea.
	Altitude int32 `json:"altitude"`
}
