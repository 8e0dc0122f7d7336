package decode_test

import (
	"encoding/json"
	"time"

	"github.com/toolgen/toolgen/runtime/decode"
)

// kindsArgs has a property of every kind. All of them are optional, so that a
// test gives only what it is about.
type kindsArgs struct {
	Int8     int8              `json:"int8,omitempty"`
	Int64    int64             `json:"int64,omitempty"`
	Uint8    uint8             `json:"uint8,omitempty"`
	Uint64   uint64            `json:"uint64,omitempty"`
	Level    level             `json:"level,omitempty"`
	Float32  float32           `json:"float32,omitempty"`
	Float64  float64           `json:"float64,omitempty"`
	Number   json.Number       `json:"number,omitempty"`
	Bool     *bool             `json:"bool,omitempty"`
	Text     string            `json:"text,omitempty"`
	Slug     string            `json:"slug,omitempty"`
	Time     time.Time         `json:"time,omitzero"`
	Duration time.Duration     `json:"duration,omitempty"`
	Any      any               `json:"any,omitempty"`
	Raw      json.RawMessage   `json:"raw,omitempty"`
	Pair     [2]int            `json:"pair,omitempty"`
	Ints     []int             `json:"ints,omitempty"`
	Rows     [][]string        `json:"rows,omitempty"`
	Bools    []bool            `json:"bools,omitempty"`
	ByID     map[int16]string  `json:"by_id,omitempty"`
	ByCount  map[uint64]bool   `json:"by_count,omitempty"`
	ByName   map[name][]string `json:"by_name,omitempty"`
	Tree     *node             `json:"tree,omitempty"`
	Shift    int               `json:"shift,omitempty"`
	*Base
}

type level int8

type name string

// Base is exported because encoding/json sets no embedded pointer otherwise.
type Base struct {
	Region string `json:"region,omitempty"`
}

type node struct {
	Value    int    `json:"value"`
	Children []node `json:"children,omitempty"`
}

var (
	levelValues = []level{-1, 1, 2}
	slugPattern = decode.Pattern{Expr: "^[a-z]+$"}
)

var nodeType = decode.Type{Kind: decode.KindStruct, Fields: []decode.Field{
	{Name: "value", Type: &decode.Type{Kind: decode.KindInt}, Required: true},
	{Name: "children", Type: &decode.Type{Kind: decode.KindSlice, Elem: &decode.Type{Kind: decode.KindReference, Reference: nodeReference{}}}},
}}

// nodeReference stands for nodeType where that is being described.
type nodeReference struct{}

func (nodeReference) Type() *decode.Type { return &nodeType }

var kindsArgsType = decode.Type{Kind: decode.KindStruct, Fields: []decode.Field{
	{Name: "int8", Type: &decode.Type{Kind: decode.KindInt, Bits: 8}},
	{Name: "int64", Type: &decode.Type{Kind: decode.KindInt}},
	{Name: "uint8", Type: &decode.Type{Kind: decode.KindUint, Bits: 8}},
	{Name: "uint64", Type: &decode.Type{Kind: decode.KindUint}},
	{Name: "level", Type: &decode.Type{Kind: decode.KindInt, Bits: 8, Enum: []string{"-1", "1", "2"}}},
	{Name: "float32", Type: &decode.Type{Kind: decode.KindFloat, Bits: 32, Range: &decode.Range{Min: "-0.1", Max: "1e30"}}},
	{Name: "float64", Type: &decode.Type{Kind: decode.KindFloat}},
	{Name: "number", Type: &decode.Type{Kind: decode.KindNumber}},
	{Name: "bool", Type: &decode.Type{Kind: decode.KindBool}},
	{Name: "text", Type: &decode.Type{Kind: decode.KindString}},
	{Name: "slug", Type: &decode.Type{Kind: decode.KindString, Checks: []decode.Check{&slugPattern}}},
	{Name: "time", Type: &decode.Type{Kind: decode.KindTime}},
	{Name: "duration", Type: &decode.Type{Kind: decode.KindDuration}},
	{Name: "any", Type: &decode.Type{Kind: decode.KindAny}},
	{Name: "raw", Type: &decode.Type{Kind: decode.KindAny}},
	{Name: "pair", Type: &decode.Type{Kind: decode.KindSlice, Elem: &decode.Type{Kind: decode.KindInt}, Length: &decode.Bounds{Min: 2, Max: 2}}},
	{Name: "ints", Type: &decode.Type{Kind: decode.KindSlice, Elem: &decode.Type{Kind: decode.KindInt}}},
	{Name: "rows", Type: &decode.Type{Kind: decode.KindSlice, Elem: &decode.Type{Kind: decode.KindSlice, Elem: &decode.Type{Kind: decode.KindString}, Length: &decode.Bounds{Max: 3}}}},
	{Name: "bools", Type: &decode.Type{Kind: decode.KindSlice, Elem: &decode.Type{Kind: decode.KindBool}, Length: &decode.Bounds{Min: 1, Max: 6}}},
	{Name: "by_id", Type: &decode.Type{Kind: decode.KindMap, Key: &decode.Type{Kind: decode.KindInt, Bits: 16}, Elem: &decode.Type{Kind: decode.KindString}}},
	{Name: "by_count", Type: &decode.Type{Kind: decode.KindMap, Key: &decode.Type{Kind: decode.KindUint}, Elem: &decode.Type{Kind: decode.KindBool}}},
	{Name: "by_name", Type: &decode.Type{Kind: decode.KindMap, Elem: &decode.Type{Kind: decode.KindSlice, Elem: &decode.Type{Kind: decode.KindString}}}},
	{Name: "tree", Type: &nodeType},
	{Name: "shift", Type: &decode.Type{Kind: decode.KindInt, Range: &decode.Range{Min: "-10", Max: "-5"}}},
	{Name: "region", Type: &decode.Type{Kind: decode.KindString, Length: &decode.Bounds{Min: 2, Max: decode.Unbounded}}},
}}

var kindsArgsKeys = [...]string{
	`"int8":`, `"int64":`, `"uint8":`, `"uint64":`, `"level":`, `"float32":`, `"float64":`, `"number":`, `"bool":`, `"text":`, `"slug":`, `"time":`,
	`"duration":`, `"any":`, `"raw":`, `"pair":`, `"ints":`, `"rows":`, `"bools":`, `"by_id":`, `"by_count":`, `"by_name":`, `"tree":`, `"shift":`, `"region":`,
}

func decodeKindsArgs(d *decode.D, i int, v *kindsArgs) int {
	property, i, seen := d.Object(i, kindsArgsKeys[:])
	for ; property >= 0; property, i, seen = d.Property(i, property, seen, kindsArgsKeys[:]) {
		switch property {
		case 0:
			i = decode.Int(d, i, &v.Int8)
		case 1:
			i = decode.Int(d, i, &v.Int64)
		case 2:
			i = decode.Uint(d, i, &v.Uint8)
		case 3:
			i = decode.Uint(d, i, &v.Uint64)
		case 4:
			i = decode.Int(d, i, &v.Level)
			i = decode.OneOf(i, v.Level, levelValues)
		case 5:
			i = decode.Float(d, i, &v.Float32)
			i = decode.Minimum(i, v.Float32, -0.1)
			i = decode.Maximum(i, v.Float32, 1e30)
		case 6:
			i = decode.Float(d, i, &v.Float64)
		case 7:
			i = decode.Number(d, i, &v.Number)
		case 8:
			i = decode.Pointer(d, i, &v.Bool, decode.Bool)
		case 9:
			i = decode.String(d, i, &v.Text)
		case 10:
			i = decode.String(d, i, &v.Slug)
			i = decode.Meets(i, v.Slug, &slugPattern)
		case 11:
			i = decode.Time(d, i, &v.Time)
		case 12:
			i = decode.Duration(d, i, &v.Duration)
		case 13:
			i = decode.Any(d, i, &v.Any)
		case 14:
			i = decode.Raw(d, i, &v.Raw)
		case 15:
			i = decode.Array(d, i, v.Pair[:], decode.Int)
		case 16:
			i = decode.Slice(d, i, &v.Ints, 0, decode.Unbounded, decode.Int)
		case 17:
			i = decode.Slice(d, i, &v.Rows, 0, decode.Unbounded, decodeKindsArgsRow)
		case 18:
			i = decode.Slice(d, i, &v.Bools, 1, 6, decode.Bool)
		case 19:
			i = decode.IntMap(d, i, &v.ByID, decode.String)
		case 20:
			i = decode.IntMap(d, i, &v.ByCount, decode.Bool)
		case 21:
			i = decode.Map(d, i, &v.ByName, decodeKindsArgsNames)
		case 22:
			i = decode.Pointer(d, i, &v.Tree, decodeNode)
		case 23:
			i = decode.Int(d, i, &v.Shift)
			i = decode.Minimum(i, v.Shift, -10)
			i = decode.Maximum(i, v.Shift, -5)
		case 24:
			if v.Base == nil {
				v.Base = new(Base)
			}
			i = decode.String(d, i, &v.Region)
			i = decode.MinLength(i, v.Region, 2)
		}
	}
	return i
}

func decodeKindsArgsRow(d *decode.D, i int, v *[]string) int {
	return decode.Strings(d, i, v, 0, 3)
}

func decodeKindsArgsNames(d *decode.D, i int, v *[]string) int {
	return decode.Strings(d, i, v, 0, decode.Unbounded)
}

var nodeKeys = [...]string{`"value":`, `"children":`}

func decodeNode(d *decode.D, i int, v *node) int {
	property, i, seen := d.Object(i, nodeKeys[:])
	for ; property >= 0; property, i, seen = d.Property(i, property, seen, nodeKeys[:]) {
		switch property {
		case 0:
			i = decode.Int(d, i, &v.Value)
		case 1:
			i = decode.Slice(d, i, &v.Children, 0, decode.Unbounded, decodeNode)
		}
	}
	const required = 1 << 0
	if seen&required != required {
		return -1
	}
	return i
}

func decodeKinds(d *decode.D) any {
	return decode.Arguments(d, &kindsArgsType, decodeKindsArgs)
}

// noArgs is the type of a tool without arguments.
type noArgs struct{}

var noArgsType = decode.Type{Kind: decode.KindStruct}

func decodeNoArgs(d *decode.D, i int, _ *noArgs) int {
	_, i, _ = d.Object(i, nil)
	return i
}

func decodeNothing(d *decode.D) any {
	return decode.Arguments(d, &noArgsType, decodeNoArgs)
}
