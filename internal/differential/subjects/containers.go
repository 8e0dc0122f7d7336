package subjects

import "net/netip"

// Names is a slice with a name.
type Names []string

// Vector is an array with a name.
type Vector [3]float64

// Prices is a map with a name.
type Prices map[Slug]float64

// Blob is bytes with a name.
type Blob []byte

// Octet is a byte with a name.
type Octet byte

// SlicesArgs has slices.
type SlicesArgs struct {
	Texts    []string    `json:"texts"`
	Names    Names       `json:"names,omitzero"`
	Ints     []int       `json:"ints,omitzero"`
	Bools    []bool      `json:"bools,omitzero"`
	Floats   []float32   `json:"floats,omitzero"`
	Slugs    []Slug      `json:"slugs,omitzero"`
	Points   []Point     `json:"points,omitzero"`
	Pointers []*string   `json:"pointers,omitzero"`
	Numbers  []*int16    `json:"numbers,omitzero"`
	Maps     []Prices    `json:"maps,omitzero"`
	Vectors  []Vector    `json:"vectors,omitzero"`
	Twice    []*[]string `json:"twice,omitzero"`
}

// Slices takes SlicesArgs.
//
//tool:register
func Slices(SlicesArgs) {}

// MatrixArgs has slices of slices.
type MatrixArgs struct {
	Rows  [][]int      `json:"rows"`
	Words [][]string   `json:"words,omitzero"`
	Cube  [][][]bool   `json:"cube,omitzero"`
	Lists [][]Names    `json:"lists,omitzero"`
	Maps  [][]Prices   `json:"maps,omitzero"`
	Pairs [][2][]int64 `json:"pairs,omitzero"`
}

// Matrix takes MatrixArgs.
//
//tool:register
func Matrix(MatrixArgs) {}

// ArraysArgs has arrays.
type ArraysArgs struct {
	Pair   [2]int            `json:"pair"`
	Vector Vector            `json:"vector,omitzero"`
	Grid   *[2][2]string     `json:"grid"`
	One    [1]Point          `json:"one,omitzero"`
	None   [0]bool           `json:"none,omitzero"`
	Points [2]*Point         `json:"points,omitzero"`
	Named  map[string]Vector `json:"named,omitzero"`
}

// Arrays takes ArraysArgs.
//
//tool:register
func Arrays(ArraysArgs) {}

// BytesArgs has bytes.
type BytesArgs struct {
	Data    []byte            `json:"data"`
	Blob    Blob              `json:"blob,omitzero"`
	Octets  []Octet           `json:"octets,omitzero"`
	Pointer *[]byte           `json:"pointer"`
	Parts   [][]byte          `json:"parts,omitzero"`
	Files   map[string][]byte `json:"files,omitzero"`
}

// Bytes takes BytesArgs.
//
//tool:register
func Bytes(BytesArgs) {}

// MapsArgs has maps with keys that are texts.
type MapsArgs struct {
	Ints    map[string]int            `json:"ints"`
	Prices  Prices                    `json:"prices,omitzero"`
	Points  map[string]Point          `json:"points,omitzero"`
	Lists   map[string][]string       `json:"lists,omitzero"`
	Deep    map[string]map[string]int `json:"deep,omitzero"`
	Pointer *map[Slug]bool            `json:"pointer"`
	Bools   map[Slug]*bool            `json:"bools,omitzero"`
}

// Maps takes MapsArgs.
//
//tool:register
func Maps(MapsArgs) {}

// IntegerKeysArgs has maps with keys that are integers.
type IntegerKeysArgs struct {
	Int    map[int]string         `json:"int,omitzero"`
	Int8   map[int8]string        `json:"int8,omitzero"`
	Int64  map[int64][]int        `json:"int64,omitzero"`
	Uint   map[uint]bool          `json:"uint,omitzero"`
	Uint16 map[uint16]map[int]int `json:"uint16,omitzero"`
	Uint64 map[uint64]Point       `json:"uint64,omitzero"`
	Count  map[Count]Slug         `json:"count,omitzero"`
}

// IntegerKeys takes IntegerKeysArgs.
//
//tool:register
func IntegerKeys(IntegerKeysArgs) {}

// EnumKeysArgs has maps whose keys are enums.
type EnumKeysArgs struct {
	ByKind  map[Kind]int                `json:"by_kind"`
	ByLevel map[Level]map[Kind][]string `json:"by_level,omitzero"`
	ByBoth  map[Kind]map[Level]bool     `json:"by_both,omitzero"`
}

// EnumKeys takes EnumKeysArgs.
//
//tool:register
func EnumKeys(EnumKeysArgs) {}

// TextKeysArgs has maps whose keys read texts.
type TextKeysArgs struct {
	Hosts  map[netip.Addr]int            `json:"hosts,omitzero"`
	Colors map[Color]map[netip.Addr]bool `json:"colors,omitzero"`
}

// TextKeys takes TextKeysArgs.
//
//tool:register
func TextKeys(TextKeysArgs) {}
