package varieties

import "time"

// Flag has one boolean.
type Flag struct {
	On bool `json:"on"`
}

// Name has one required text.
type Name struct {
	Name string `json:"name" jsonschema:"minLength=1,maxLength=80"`
}

// Eight has eight arguments of basic types.
type Eight struct {
	City    string  `json:"city" jsonschema:"minLength=1,maxLength=100"`
	Country string  `json:"country" jsonschema:"minLength=2,maxLength=2"`
	Days    int     `json:"days" jsonschema:"minimum=1,maximum=14"`
	Hourly  bool    `json:"hourly,omitzero"`
	Lat     float64 `json:"lat" jsonschema:"minimum=-90,maximum=90"`
	Lon     float64 `json:"lon" jsonschema:"minimum=-180,maximum=180"`
	Units   Units   `json:"units,omitzero" jsonschema:"default=metric"`
	Note    string  `json:"note,omitzero"`
}

// Units are units of measurement.
type Units string

// The units.
const (
	Metric   Units = "metric"
	Imperial Units = "imperial"
)

// Document has long texts.
type Document struct {
	Path string `json:"path"`
	Text string `json:"text"`
}

// Integers has a list of integers.
type Integers struct {
	Values []int `json:"values" jsonschema:"maxItems=10000"`
}

// Floats has a list of numbers.
type Floats struct {
	Values []float64 `json:"values" jsonschema:"maxItems=10000"`
}

// Points has a list of small structs with numbers.
type Points struct {
	Points []Point `json:"points"`
}

// Point is a position.
type Point struct {
	X float64 `json:"x"`
	Y float64 `json:"y"`
	Z float64 `json:"z"`
}

// Tree is recursive.
type Tree struct {
	Label    string `json:"label"`
	Children []Tree `json:"children,omitzero"`
}

// Wide has many optional properties.
type Wide struct {
	A00 int    `json:"option_00,omitzero"`
	A01 int    `json:"option_01,omitzero"`
	A02 int    `json:"option_02,omitzero"`
	A03 int    `json:"option_03,omitzero"`
	A04 string `json:"option_04,omitzero"`
	A05 string `json:"option_05,omitzero"`
	A06 string `json:"option_06,omitzero"`
	A07 string `json:"option_07,omitzero"`
	A08 bool   `json:"option_08,omitzero"`
	A09 bool   `json:"option_09,omitzero"`
	A10 bool   `json:"option_10,omitzero"`
	A11 bool   `json:"option_11,omitzero"`
	A12 *int   `json:"option_12,omitzero"`
	A13 *int   `json:"option_13,omitzero"`
	A14 *int   `json:"option_14,omitzero"`
	A15 *int   `json:"option_15,omitzero"`
	A16 int    `json:"option_16,omitzero"`
	A17 int    `json:"option_17,omitzero"`
	A18 int    `json:"option_18,omitzero"`
	A19 int    `json:"option_19,omitzero"`
	A20 string `json:"option_20,omitzero"`
	A21 string `json:"option_21,omitzero"`
	A22 string `json:"option_22,omitzero"`
	A23 string `json:"option_23,omitzero"`
	A24 bool   `json:"option_24,omitzero"`
	A25 bool   `json:"option_25,omitzero"`
	A26 bool   `json:"option_26,omitzero"`
	A27 bool   `json:"option_27,omitzero"`
	A28 *int   `json:"option_28,omitzero"`
	A29 *int   `json:"option_29,omitzero"`
	A30 *int   `json:"option_30,omitzero"`
	A31 *int   `json:"option_31,omitzero"`
}

// Labels has maps.
type Labels struct {
	Labels map[string]string `json:"labels"`
	Counts map[string]int    `json:"counts"`
}

// Times has times and durations.
type Times struct {
	From    time.Time     `json:"from"`
	To      time.Time     `json:"to"`
	Timeout time.Duration `json:"timeout"`
	Each    []time.Time   `json:"each"`
}

// Edits has a union.
type Edits struct {
	Edits []Edit `json:"edits"`
}

// Edit is a change of a file.
//
//tool:union kind
type Edit interface{ isEdit() }

// Insert adds a text.
type Insert struct {
	Line int    `json:"line"`
	Text string `json:"text"`
}

// Delete removes lines.
type Delete struct {
	First int `json:"first"`
	Last  int `json:"last"`
}

func (Insert) isEdit() {}
func (Delete) isEdit() {}

// Order is nested three deep.
type Order struct {
	ID       string  `json:"id"`
	Customer Party   `json:"customer"`
	Lines    []Line  `json:"lines" jsonschema:"minItems=1,maxItems=500"`
	Notes    *string `json:"notes,omitzero"`
}

// Party is a person or company.
type Party struct {
	Name    string  `json:"name"`
	Email   string  `json:"email,omitzero"`
	Address Address `json:"address"`
}

// Address is an address.
type Address struct {
	Street string `json:"street"`
	City   string `json:"city"`
	Zip    string `json:"zip" jsonschema:"maxLength=10"`
}

// Line is a line of an order.
type Line struct {
	SKU      string  `json:"sku" jsonschema:"minLength=1,maxLength=40"`
	Quantity int     `json:"quantity" jsonschema:"minimum=1,maximum=1000"`
	Price    float64 `json:"price" jsonschema:"minimum=0"`
	Tax      string  `json:"tax,omitzero" jsonschema:"enum=none,enum=reduced,enum=full"`
}
