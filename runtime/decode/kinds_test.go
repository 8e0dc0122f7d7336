package decode_test

import (
	"encoding/json"
	"time"

	"github.com/toolgen/toolgen/runtime/decode"
)

// kindsArgs has a property of each kind. All properties are optional, so that a test
// uses only those that it checks.
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

// Base is exported because encoding/json does not set other embedded pointers.
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
	{Key: `"value":`, Type: &decode.Type{Kind: decode.KindInt}, Required: true},
	{Key: `"children":`, Type: &decode.Type{Kind: decode.KindSlice, Elem: &decode.Type{Kind: decode.KindReference, Rules: &decode.Rules{Reference: nodeReference{}}}}},
}}

// nodeReference refers to nodeType inside of nodeType itself.
type nodeReference struct{}

func (nodeReference) Type() *decode.Type { return &nodeType }

var kindsArgsType = decode.Type{Kind: decode.KindStruct, Fields: []decode.Field{
	{Key: `"int8":`, Type: &decode.Type{Kind: decode.KindInt, Bits: 8}},
	{Key: `"int64":`, Type: &decode.Type{Kind: decode.KindInt}},
	{Key: `"uint8":`, Type: &decode.Type{Kind: decode.KindUint, Bits: 8}},
	{Key: `"uint64":`, Type: &decode.Type{Kind: decode.KindUint}},
	{Key: `"level":`, Type: &decode.Type{Kind: decode.KindInt, Bits: 8, Rules: &decode.Rules{Enum: []string{"-1", "1", "2"}}}},
	{Key: `"float32":`, Type: &decode.Type{Kind: decode.KindFloat, Bits: 32, Limits: "minimum=-0.1,maximum=1e30"}},
	{Key: `"float64":`, Type: &decode.Type{Kind: decode.KindFloat}},
	{Key: `"number":`, Type: &decode.Type{Kind: decode.KindNumber}},
	{Key: `"bool":`, Type: &decode.Type{Kind: decode.KindBool}},
	{Key: `"text":`, Type: &decode.Type{Kind: decode.KindString}},
	{Key: `"slug":`, Type: &decode.Type{Kind: decode.KindString, Rules: &decode.Rules{Checks: []decode.Check{&slugPattern}}}},
	{Key: `"time":`, Type: &decode.Type{Kind: decode.KindTime}},
	{Key: `"duration":`, Type: &decode.Type{Kind: decode.KindDuration}},
	{Key: `"any":`, Type: &decode.Type{Kind: decode.KindAny}},
	{Key: `"raw":`, Type: &decode.Type{Kind: decode.KindAny}},
	{Key: `"pair":`, Type: &decode.Type{Kind: decode.KindSlice, Elem: &decode.Type{Kind: decode.KindInt}, Limits: "minItems=2,maxItems=2"}},
	{Key: `"ints":`, Type: &decode.Type{Kind: decode.KindSlice, Elem: &decode.Type{Kind: decode.KindInt}}},
	{Key: `"rows":`, Type: &decode.Type{Kind: decode.KindSlice, Elem: &decode.Type{Kind: decode.KindSlice, Elem: &decode.Type{Kind: decode.KindString}, Limits: "maxItems=3"}}},
	{Key: `"bools":`, Type: &decode.Type{Kind: decode.KindSlice, Elem: &decode.Type{Kind: decode.KindBool}, Limits: "minItems=1,maxItems=6"}},
	{Key: `"by_id":`, Type: &decode.Type{Kind: decode.KindMap, Rules: &decode.Rules{Key: &decode.Type{Kind: decode.KindInt, Bits: 16}}, Elem: &decode.Type{Kind: decode.KindString}}},
	{Key: `"by_count":`, Type: &decode.Type{Kind: decode.KindMap, Rules: &decode.Rules{Key: &decode.Type{Kind: decode.KindUint}}, Elem: &decode.Type{Kind: decode.KindBool}}},
	{Key: `"by_name":`, Type: &decode.Type{Kind: decode.KindMap, Elem: &decode.Type{Kind: decode.KindSlice, Elem: &decode.Type{Kind: decode.KindString}}}},
	{Key: `"tree":`, Type: &nodeType},
	{Key: `"shift":`, Type: &decode.Type{Kind: decode.KindInt, Limits: "minimum=-10,maximum=-5"}},
	{Key: `"region":`, Type: &decode.Type{Kind: decode.KindString, Limits: "minLength=2"}},
}}

func decodeKindsArgs(d *decode.D, i int, v *kindsArgs) int {
	property, i, seen := d.Object(i, &kindsArgsType)
	for ; property >= 0; property, i, seen = d.Property(i, property, seen, &kindsArgsType) {
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
			i = decode.BoolPointer(d, i, &v.Bool)
		case 9:
			i = decode.String(d, i, &v.Text)
		case 10:
			i = decode.String(d, i, &v.Slug)
			i = decode.Satisfies(i, v.Slug, &slugPattern)
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

func decodeNode(d *decode.D, i int, v *node) int {
	property, i, seen := d.Object(i, &nodeType)
	for ; property >= 0; property, i, seen = d.Property(i, property, seen, &nodeType) {
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
	return withScratch(d, &kindsArgsType, decodeKindsArgs)
}

// noArgs is the type of a tool without arguments.
type noArgs struct{}

var noArgsType = decode.Type{Kind: decode.KindStruct}

func decodeNoArgs(d *decode.D, i int, _ *noArgs) int {
	_, i, _ = d.Object(i, &decode.Type{})
	return i
}

func decodeNothing(d *decode.D) any {
	return decode.Arguments(d, &noArgsType, decodeNoArgs)
}
