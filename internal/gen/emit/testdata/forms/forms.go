// Package forms has a tool for each form of argument that package shapes does
// not have. The type of the arguments is declared before its tool. The values
// for them are in values_test.go.
package forms

import (
	"encoding/json"
	"errors"
	"math/big"
	"net/netip"
	"strings"
	"time"
)

// ---- arrays

// Vector is an array with a name.
type Vector [3]float64

// ArrayArgs has arrays.
type ArrayArgs struct {
	Pair   [2]int            `json:"pair"`
	Vector Vector            `json:"vector,omitzero"`
	Grid   *[2][2]string     `json:"grid,omitzero"`
	Points [][2]float32      `json:"points,omitzero" jsonschema:"maxItems=2"`
	Named  map[string]Vector `json:"named,omitzero"`
	None   [0]bool           `json:"none,omitzero"`
}

// Arrays has arrays.
//
//tool:register
func Arrays(ArrayArgs) {}

// ---- bytes

// Blob is bytes with a name.
type Blob []byte

// Octet is a byte with a name.
type Octet byte

// BytesArgs has bytes.
type BytesArgs struct {
	Data    []byte            `json:"data"`
	Blob    Blob              `json:"blob,omitzero"`
	Octets  []Octet           `json:"octets,omitzero"`
	Pointer *[]byte           `json:"pointer,omitzero"`
	Parts   [][]byte          `json:"parts,omitzero"`
	Files   map[string][]byte `json:"files,omitzero"`
}

// Bytes has bytes.
//
//tool:register
func Bytes(BytesArgs) {}

// ---- numbers

// NumberArgs has numbers whose texts are kept.
type NumberArgs struct {
	Any     json.Number            `json:"any"`
	Share   json.Number            `json:"share,omitzero" jsonschema:"minimum=-0.5,maximum=1e2"`
	Open    json.Number            `json:"open,omitzero" jsonschema:"exclusiveMinimum=0,exclusiveMaximum=1"`
	Price   json.Number            `json:"price,omitzero" jsonschema:"multipleOf=0.01"`
	Chosen  json.Number            `json:"chosen,omitzero" jsonschema:"enum=1,enum=2.50"`
	List    []json.Number          `json:"list,omitzero"`
	Table   map[string]json.Number `json:"table,omitzero"`
	Pointer *json.Number           `json:"pointer,omitzero"`
}

// Numbers has numbers.
//
//tool:register
func Numbers(NumberArgs) {}

// ---- texts

// Color is a text such as #ff0000.
type Color struct{ R, G, B uint8 }

// MarshalText writes it.
func (c Color) MarshalText() ([]byte, error) {
	const digits = "0123456789abcdef"
	text := []byte("#")
	for _, part := range []uint8{c.R, c.G, c.B} {
		text = append(text, digits[part>>4], digits[part&15])
	}
	return text, nil
}

// UnmarshalText reads it.
func (c *Color) UnmarshalText(text []byte) error {
	var parts [3]uint8
	if len(text) != 7 || text[0] != '#' {
		return errors.New("not a colour such as #ff0000")
	}
	for i, digit := range text[1:] {
		n := strings.IndexByte("0123456789abcdef", digit)
		if n < 0 {
			return errors.New("not a hexadecimal digit")
		}
		parts[i/2] = parts[i/2]<<4 | uint8(n)
	}
	c.R, c.G, c.B = parts[0], parts[1], parts[2]
	return nil
}

// TextArgs has types with a text form of their own.
type TextArgs struct {
	Color   Color                `json:"color"`
	Address netip.Addr           `json:"address,omitzero" jsonschema:"format=ipv4"`
	Prefix  *netip.Prefix        `json:"prefix,omitzero"`
	Short   Color                `json:"short,omitzero" jsonschema:"pattern=^#00"`
	Palette []Color              `json:"palette,omitzero" jsonschema:"maxItems=2"`
	Names   map[string]Color     `json:"names,omitzero"`
	Hosts   map[netip.Addr]Color `json:"hosts,omitzero"`
	Pair    [2]*Color            `json:"pair,omitzero"`
}

// Texts has them.
//
//tool:register
func Texts(TextArgs) {}

// ---- keys

// Kind is an enum of texts.
type Kind string

// The kinds.
const (
	KindTask Kind = "task"
	KindFact Kind = "fact"
)

// Level is an enum of numbers.
type Level int8

// The levels.
const (
	LevelLow Level = iota - 1
	LevelMid
	LevelHigh
)

// KeyArgs has maps with keys of all kinds.
type KeyArgs struct {
	ByKind  map[Kind]int                  `json:"by_kind,omitzero"`
	ByLevel map[Level]map[Kind][]string   `json:"by_level,omitzero"`
	ByColor map[Color]map[netip.Addr]bool `json:"by_color,omitzero"`
	ByInt   map[int64]Kind                `json:"by_int,omitzero"`
	ByUint  map[uint8]*Level              `json:"by_uint,omitzero"`
}

// Keys has them.
//
//tool:register
func Keys(KeyArgs) {}

// ---- bounds

// BoundArgs has every bound that shapes does not have.
type BoundArgs struct {
	Above   int         `json:"above,omitzero" jsonschema:"exclusiveMinimum=3"`
	Below   uint16      `json:"below,omitzero" jsonschema:"exclusiveMaximum=300"`
	Between float64     `json:"between,omitzero" jsonschema:"exclusiveMinimum=0,exclusiveMaximum=1"`
	Half    float32     `json:"half,omitzero" jsonschema:"minimum=0.5,multipleOf=0.25"`
	Even    int64       `json:"even,omitzero" jsonschema:"multipleOf=2"`
	Far     uint64      `json:"far,omitzero" jsonschema:"maximum=18446744073709551614"`
	Level   Level       `json:"level,omitzero" jsonschema:"minimum=0,maximum=1"`
	Set     []string    `json:"set,omitzero" jsonschema:"uniqueItems,minItems=1,maxItems=3,maxLength=4"`
	Pairs   [][2]int    `json:"pairs,omitzero" jsonschema:"uniqueItems"`
	Chosen  *[]Kind     `json:"chosen,omitzero" jsonschema:"uniqueItems"`
	Shares  [2]float64  `json:"shares,omitzero" jsonschema:"uniqueItems"`
	Wide    int         `json:"wide,omitzero" jsonschema:"enum=1,enum=5000000000"`
	Least   int         `json:"least,omitzero" jsonschema:"minimum=-5000000000,maximum=5000000000"`
	Same    string      `json:"same,omitzero" jsonschema:"minLength=1,maxLength=5"`
	Again   string      `json:"again,omitzero" jsonschema:"minLength=1,maxLength=5"`
	Limits  []BoundItem `json:"limits,omitzero"`
}

// BoundItem has bounds of its own.
type BoundItem struct {
	Step  *int    `json:"step" jsonschema:"multipleOf=5"`
	Label *string `json:"label,omitzero" jsonschema:"maxLength=2"`
}

// Bounds has them.
//
//tool:register
func Bounds(BoundArgs) {}

// ---- formats

// FormatArgs has every format.
type FormatArgs struct {
	At       string    `json:"at,omitzero" jsonschema:"format=date-time"`
	Day      string    `json:"day,omitzero" jsonschema:"format=date"`
	Time     string    `json:"time,omitzero" jsonschema:"format=time"`
	Length   string    `json:"length,omitzero" jsonschema:"format=duration"`
	Mail     string    `json:"mail,omitzero" jsonschema:"format=email"`
	Host     *string   `json:"host,omitzero" jsonschema:"format=hostname"`
	Address  []string  `json:"address,omitzero" jsonschema:"format=ipv4"`
	Address6 string    `json:"address6,omitzero" jsonschema:"format=ipv6"`
	Link     string    `json:"link,omitzero" jsonschema:"format=uri,maxLength=40"`
	ID       Slug      `json:"id,omitzero" jsonschema:"format=uuid"`
	Since    time.Time `json:"since,omitzero"`
}

// Slug is a text with a name.
type Slug string

// Formats has them.
//
//tool:register
func Formats(FormatArgs) {}

// ---- declared schemas

// Amount is a number or a text.
//
//tool:schema {"anyOf":[{"type":"integer","minimum":0},{"type":"string","pattern":"^[0-9]+(k|M)$"}]}
type Amount struct{ Text string }

// UnmarshalJSON reads it.
func (a *Amount) UnmarshalJSON(text []byte) error {
	a.Text = strings.Trim(string(text), `"`)
	if a.Text == "13" {
		return errors.New("13 is bad luck")
	}
	return nil
}

// MarshalJSON writes it.
func (a Amount) MarshalJSON() ([]byte, error) { return json.Marshal(a.Text) }

// Options are free, within limits.
//
//tool:schema {"type":"object","maxProperties":2,"propertyNames":{"maxLength":3},"additionalProperties":{"type":["integer","null"]}}
type Options map[string]any

// Filter is any value, within limits.
//
//tool:schema {"oneOf":[{"type":"string","format":"date"},{"type":"array","items":{"enum":[1,"a",null]},"uniqueItems":true,"minItems":1},{"type":"object","properties":{"not":{"type":"boolean"}},"required":["not"],"additionalProperties":false}]}
type Filter any

// SchemaArgs has declared schemas.
type SchemaArgs struct {
	Amount  Amount            `json:"amount"`
	Amounts []Amount          `json:"amounts,omitzero"`
	Options Options           `json:"options,omitzero"`
	Filter  Filter            `json:"filter,omitzero"`
	Filters map[string]Filter `json:"filters,omitzero"`
	//tool:schema {"type":"array","items":{"type":"number","multipleOf":0.5},"maxItems":3}
	Raw json.RawMessage `json:"raw,omitzero"`
	//tool:schema {"type":["string","boolean"],"minLength":2}
	Loose any `json:"loose,omitzero"`
	//tool:schema {"type":"integer","minimum":-5,"not":{"enum":[0]}}
	Big *big.Int `json:"big,omitzero"`
}

// Schemas has them.
//
//tool:register
func Schemas(SchemaArgs) {}

// ---- unions

// Action is one of several.
//
//tool:union type
type Action interface{ isAction() }

// Move declares its discriminator.
type Move struct {
	Type string `json:"type" jsonschema:"enum=move"`
	From int    `json:"from"`
	To   int    `json:"to,omitzero" jsonschema:"minimum=1,default=9"`
}

func (Move) isAction() {}

// Copy does not, and is a pointer.
type Copy struct {
	Path string `json:"path" jsonschema:"minLength=1"`
	Next Action `json:"next,omitzero"`
}

func (*Copy) isAction() {}

// Batch holds actions.
type Batch struct {
	Actions []Action          `json:"actions" jsonschema:"maxItems=2"`
	Named   map[string]Action `json:"named,omitzero"`
}

func (Batch) isAction() {}

// Stop has nothing.
type Stop struct{}

func (Stop) isAction() {}

// UnionArgs has unions.
type UnionArgs struct {
	First Action   `json:"first"`
	Rest  []Action `json:"rest,omitzero"`
	Maybe Action   `json:"maybe,omitzero"`
	Move  *Move    `json:"move,omitzero"`
	Stop  *Stop    `json:"stop,omitzero"`
}

// Unions has them.
//
//tool:register
func Unions(UnionArgs) {}

// ---- defaults

// Tags is a slice with a name.
type Tags []string

// DefaultArgs has defaults of every kind that can have one.
type DefaultArgs struct {
	Kind   Kind           `json:"kind,omitzero" jsonschema:"default=fact"`
	Level  *Level         `json:"level,omitzero" jsonschema:"default=-1"`
	Wide   int64          `json:"wide,omitzero" jsonschema:"default=5000000000"`
	Small  *float32       `json:"small,omitzero" jsonschema:"default=1.5"`
	Wait   *time.Duration `json:"wait,omitzero" jsonschema:"default=250ms"`
	At     *time.Time     `json:"at,omitzero" jsonschema:"default=2024-02-29T12:00:00.5+01:00"`
	Number json.Number    `json:"number,omitzero" jsonschema:"default=1e3"`
	Slug   Slug           `json:"slug,omitzero" jsonschema:"default=a-b"`
	Exact  *bool          `json:"exact,omitzero" jsonschema:"default=true"`
}

// Defaults has them.
//
//tool:register
func Defaults(DefaultArgs) {}

// ---- everything in everything

// Base is embedded.
type Base struct {
	Corner [2]int      `json:"corner,omitzero"`
	Color  Color       `json:"color,omitzero"`
	Data   []byte      `json:"data,omitzero"`
	Total  json.Number `json:"total,omitzero" jsonschema:"minimum=0"`
	Amount *Amount     `json:"amount,omitzero"`
}

// Page is generic.
type Page[K comparable, T any] struct {
	Items []T     `json:"items"`
	ByKey map[K]T `json:"by_key,omitzero"`
	Best  *T      `json:"best,omitzero"`
	Both  [2]T    `json:"both,omitzero"`
}

// MixedArgs mixes.
type MixedArgs struct {
	*Base
	Colors  Page[Kind, Color]       `json:"colors,omitzero"`
	Blobs   Page[netip.Addr, Blob]  `json:"blobs,omitzero"`
	Amounts Page[int8, Amount]      `json:"amounts,omitzero"`
	Vectors *Page[Color, Vector]    `json:"vectors,omitzero"`
	Numbers Page[Level, Options]    `json:"numbers,omitzero"`
	Deep    map[Kind][2][]*Color    `json:"deep,omitzero"`
	Times   map[Kind]*time.Time     `json:"times,omitzero"`
	Filters [2]*Filter              `json:"filters,omitzero"`
	Inline  []struct{ A [1][]byte } `json:"inline,omitzero"`
}

// Mixed mixes.
//
//tool:register
func Mixed(MixedArgs) {}
