package decode_test

import (
	"encoding/json"
	"fmt"
	"math/big"
	"net/netip"

	"github.com/toolgen/toolgen/runtime/decode"
)

// formsArgs has a property of each kind that kindsArgs does not have.
type formsArgs struct {
	Data    []byte             `json:"data,omitempty"`
	Octets  []octet            `json:"octets,omitempty"`
	Addr    netip.Addr         `json:"addr,omitzero"`
	Addrs   []netip.Addr       `json:"addrs,omitempty"`
	Big     *big.Int           `json:"big,omitempty"`
	Free    any                `json:"free,omitempty"`
	Shape   anyShape           `json:"shape,omitzero"`
	Shapes  []anyShape         `json:"shapes,omitempty"`
	Tags    []string           `json:"tags,omitempty"`
	Points  []float64          `json:"points,omitempty"`
	Step    int                `json:"step,omitempty"`
	Ratio   float64            `json:"ratio,omitempty"`
	Part    float32            `json:"part,omitempty"`
	Amount  json.Number        `json:"amount,omitempty"`
	Price   json.Number        `json:"price,omitempty"`
	ByAddr  map[netip.Addr]int `json:"by_addr,omitempty"`
	ByMode  map[mode]int       `json:"by_mode,omitempty"`
	Labels  map[string]string  `json:"labels,omitempty"`
	Weights map[int8]int       `json:"weights,omitempty"`
	Nick    string             `json:"nick,omitempty"`
	When    string             `json:"when,omitempty"`
	Level   *int               `json:"level,omitempty"`
	Maps    []map[string]any   `json:"maps,omitempty"`
}

type octet byte

// shape is a union: a circle, a square or a group of shapes.
type shape interface{ isShape() }

type circle struct {
	Radius float64 `json:"radius"`
}

type square struct {
	Side int    `json:"side"`
	Note string `json:"note,omitempty"`
	At   *point `json:"at,omitempty"`
}

type point struct {
	X int `json:"x"`
}

type group struct {
	Parts []anyShape `json:"parts,omitempty"`
}

func (circle) isShape() {}
func (square) isShape() {}
func (group) isShape()  {}

// anyShape is a shape that encoding/json can also read.
type anyShape struct{ Shape shape }

func (v *anyShape) UnmarshalJSON(text []byte) error {
	var kind struct {
		Kind string `json:"kind"`
	}
	if err := json.Unmarshal(text, &kind); err != nil {
		return err
	}
	switch kind.Kind {
	case "circle":
		return unmarshalShape[circle](text, v)
	case "square":
		return unmarshalShape[square](text, v)
	case "group":
		return unmarshalShape[group](text, v)
	}
	return fmt.Errorf("no kind %q", kind.Kind)
}

func unmarshalShape[T shape](text []byte, v *anyShape) error {
	var x T
	err := json.Unmarshal(text, &x)
	v.Shape = x
	return err
}

// bigOrText is the schema of "free": a positive integer, an object with an id, or an
// array of booleans or of arrays of nulls.
var bigOrText = decode.Schema{Logic: &decode.SchemaLogic{AnyOf: []*decode.Schema{
	{Types: decode.TypeInteger, Number: &decode.Range{ExclusiveMin: "0"}},
	{Types: decode.TypeObject, Object: &decode.SchemaObject{Required: []string{"id"}}},
	{Types: decode.TypeArray, Array: &decode.SchemaArray{Items: &decode.Schema{Types: decode.TypeBoolean}}},
	{Types: decode.TypeArray, Array: &decode.SchemaArray{Items: &decode.Schema{Types: decode.TypeArray, Array: &decode.SchemaArray{Items: &decode.Schema{Types: decode.TypeNull}}}}},
}}}

var bigSchema = decode.Schema{Types: decode.TypeInteger}

var (
	shapeValues = []string{"circle", "square", "group"}
	priceValues = []string{"1", "2.5"}
	addrType    = decode.Type{Kind: decode.KindText, Rules: &decode.Rules{Checks: []decode.Check{decode.TextOf[netip.Addr, *netip.Addr]{Want: "an IP address"}}}}
	stringType  = decode.Type{Kind: decode.KindString}
	intType     = decode.Type{Kind: decode.KindInt}
	modeType    = decode.Type{Kind: decode.KindString, Rules: &decode.Rules{Enum: modeValues}}
	amountRange = decode.Range{Min: "-1e30", ExclusiveMax: "1e30", Step: "0.01"}
)

func kindType(value string) *decode.Type {
	return &decode.Type{Kind: decode.KindString, Rules: &decode.Rules{Enum: []string{value}}}
}

var circleType = decode.Type{Kind: decode.KindStruct, Fields: []decode.Field{
	{Key: `"kind":`, Type: kindType("circle"), Required: true},
	{Key: `"radius":`, Type: &decode.Type{Kind: decode.KindFloat, Limits: "exclusiveMinimum=0"}, Required: true},
}}

var pointType = decode.Type{Kind: decode.KindStruct, Fields: []decode.Field{
	{Key: `"x":`, Type: &intType, Required: true},
}}

var squareType = decode.Type{Kind: decode.KindStruct, Fields: []decode.Field{
	{Key: `"kind":`, Type: kindType("square"), Required: true},
	{Key: `"side":`, Type: &intType, Required: true},
	{Key: `"note":`, Type: &stringType},
	{Key: `"at":`, Type: &pointType},
}, Rules: &decode.Rules{Aliases: []decode.Alias{{Name: "length", Field: 1}}}}

var groupType = decode.Type{Kind: decode.KindStruct, Fields: []decode.Field{
	{Key: `"kind":`, Type: kindType("group"), Required: true},
	{Key: `"parts":`, Type: &decode.Type{Kind: decode.KindSlice, Elem: &decode.Type{Kind: decode.KindReference, Rules: &decode.Rules{Reference: shapeReference{}}}}},
}}

var shapeType = decode.Type{Kind: decode.KindUnion, Rules: &decode.Rules{
	Union: &decode.Union{Field: "kind", Values: shapeValues, Types: []*decode.Type{&circleType, &squareType, &groupType}},
}}

type shapeReference struct{}

func (shapeReference) Type() *decode.Type { return &shapeType }

var formsArgsType = decode.Type{Kind: decode.KindStruct, Fields: []decode.Field{
	{Key: `"data":`, Type: &decode.Type{Kind: decode.KindBytes}},
	{Key: `"octets":`, Type: &decode.Type{Kind: decode.KindBytes}},
	{Key: `"addr":`, Type: &addrType},
	{Key: `"addrs":`, Type: &decode.Type{Kind: decode.KindSlice, Elem: &addrType, Limits: "maxItems=3"}},
	{Key: `"big":`, Type: &decode.Type{Kind: decode.KindJSON, Rules: &decode.Rules{Schema: &bigSchema, Checks: []decode.Check{decode.JSONOf[big.Int, *big.Int]{}}}}},
	{Key: `"free":`, Type: &decode.Type{Kind: decode.KindJSON, Rules: &decode.Rules{Schema: &bigOrText}}},
	{Key: `"shape":`, Type: &shapeType},
	{Key: `"shapes":`, Type: &decode.Type{Kind: decode.KindSlice, Elem: &shapeType}},
	{Key: `"tags":`, Type: &decode.Type{Kind: decode.KindSlice, Elem: &stringType, Unique: true}},
	{Key: `"points":`, Type: &decode.Type{Kind: decode.KindSlice, Elem: &decode.Type{Kind: decode.KindFloat}, Unique: true}},
	{Key: `"step":`, Type: &decode.Type{Kind: decode.KindInt, Limits: "exclusiveMinimum=-10,exclusiveMaximum=10,multipleOf=5"}},
	{Key: `"ratio":`, Type: &decode.Type{Kind: decode.KindFloat, Limits: "exclusiveMinimum=0,exclusiveMaximum=1,multipleOf=0.1"}},
	{Key: `"part":`, Type: &decode.Type{Kind: decode.KindFloat, Bits: 32, Limits: "maximum=0.3,multipleOf=0.1"}},
	{Key: `"amount":`, Type: &decode.Type{Kind: decode.KindNumber, Limits: "minimum=-1e30,exclusiveMaximum=1e30,multipleOf=0.01"}},
	{Key: `"price":`, Type: &decode.Type{Kind: decode.KindNumber, Rules: &decode.Rules{Enum: priceValues}}},
	{Key: `"by_addr":`, Type: &decode.Type{Kind: decode.KindMap, Elem: &intType, Rules: &decode.Rules{Key: &addrType}}},
	{Key: `"by_mode":`, Type: &decode.Type{Kind: decode.KindMap, Elem: &intType, Rules: &decode.Rules{Key: &modeType}}},
	{Key: `"labels":`, Type: &decode.Type{Kind: decode.KindMap, Elem: &stringType, Lists: true}},
	{Key: `"weights":`, Type: &decode.Type{Kind: decode.KindMap, Elem: &intType, Rules: &decode.Rules{Key: &decode.Type{Kind: decode.KindInt, Bits: 8}}}},
	{Key: `"nick":`, Type: &decode.Type{Kind: decode.KindString, Limits: "minLength=1"}, Nullable: true},
	{Key: `"when":`, Type: &decode.Type{Kind: decode.KindString, Rules: &decode.Rules{Checks: []decode.Check{decode.DateTime{}}}}},
	{Key: `"level":`, Type: &intType, Nullable: true},
	{Key: `"maps":`, Type: &decode.Type{Kind: decode.KindSlice, Elem: &decode.Type{Kind: decode.KindMap, Elem: &decode.Type{Kind: decode.KindAny}}}},
}}

func decodeFormsArgs(d *decode.D, i int, v *formsArgs) int {
	property, i, seen := d.Object(i, &formsArgsType)
	for ; property >= 0; property, i, seen = d.Property(i, property, seen, &formsArgsType) {
		switch property {
		case 0:
			i = decode.Bytes(d, i, &v.Data)
		case 1:
			i = decode.Bytes(d, i, &v.Octets)
		case 2:
			i = decode.Text(d, i, &v.Addr)
		case 3:
			i = decode.Slice(d, i, &v.Addrs, 0, 3, decode.Text[netip.Addr])
		case 4:
			i = decode.Pointer(d, i, &v.Big, decodeBig)
		case 5:
			i = decode.WithSchema(d, i, &v.Free, &bigOrText, decode.Any)
		case 6:
			i = decodeShape(d, i, &v.Shape)
		case 7:
			i = decode.Slice(d, i, &v.Shapes, 0, decode.Unbounded, decodeShape)
		case 8:
			i = decode.Unique(d, i, &v.Tags, decodeStrings)
		case 9:
			i = decode.Unique(d, i, &v.Points, decodePoints)
		case 10:
			i = decode.Int(d, i, &v.Step)
			i = decode.ExclusiveMinimum(i, v.Step, -10)
			i = decode.ExclusiveMaximum(i, v.Step, 10)
			i = decode.Multiple(i, v.Step, 5)
		case 11:
			i = decode.Float(d, i, &v.Ratio)
			i = decode.ExclusiveMinimum(i, v.Ratio, 0)
			i = decode.ExclusiveMaximum(i, v.Ratio, 1)
			i = decode.MultipleFloat(i, v.Ratio, "0.1")
		case 12:
			i = decode.Float(d, i, &v.Part)
			i = decode.Maximum(i, v.Part, 0.3)
			i = decode.MultipleFloat(i, v.Part, "0.1")
		case 13:
			i = decode.Number(d, i, &v.Amount)
			i = decode.InRange(i, v.Amount, &amountRange)
		case 14:
			i = decode.Number(d, i, &v.Price)
			i = decode.OneOfNumber(i, v.Price, priceValues)
		case 15:
			i = decode.KeyMap(d, i, &v.ByAddr, decode.TextKey[netip.Addr], decode.Int)
		case 16:
			i = decode.KeyMap(d, i, &v.ByMode, modeKey, decode.Int)
		case 17:
			i = decode.Map(d, i, &v.Labels, decode.String)
		case 18:
			i = decode.IntMap(d, i, &v.Weights, decode.Int)
		case 19:
			if end := d.Null(i); end >= 0 {
				i = end
				continue
			}
			i = decode.String(d, i, &v.Nick)
			i = decode.MinLength(i, v.Nick, 1)
		case 20:
			i = decode.String(d, i, &v.When)
			i = decode.Satisfies(i, v.When, decode.DateTime{})
		case 21: // the slow pass alone knows that it may be null
			i = decode.Pointer(d, i, &v.Level, decode.Int)
		case 22:
			i = decode.Slice(d, i, &v.Maps, 0, decode.Unbounded, decodeMap)
		}
	}
	return i
}

func decodeBig(d *decode.D, i int, v *big.Int) int {
	return decode.WithSchema(d, i, v, &bigSchema, decode.JSON[big.Int])
}

func decodeMap(d *decode.D, i int, v *map[string]any) int {
	return decode.Map(d, i, v, decode.Any)
}

func decodeStrings(d *decode.D, i int, v *[]string) int {
	return decode.Strings(d, i, v, 0, decode.Unbounded)
}

func decodePoints(d *decode.D, i int, v *[]float64) int {
	return decode.Slice(d, i, v, 0, decode.Unbounded, decode.Float)
}

func modeKey(name string, k *mode) bool {
	for _, value := range modeValues {
		if name == value {
			*k = mode(value)
			return true
		}
	}
	return false
}

func decodeShape(d *decode.D, i int, v *anyShape) int {
	switch d.Variant(i, &shapeType) {
	case 0:
		var x circle
		i = decodeCircle(d, i, &x)
		v.Shape = x
	case 1:
		var x square
		i = decodeSquare(d, i, &x)
		v.Shape = x
	case 2:
		var x group
		i = decodeGroup(d, i, &x)
		v.Shape = x
	default:
		return -1
	}
	return i
}

func decodeCircle(d *decode.D, i int, v *circle) int {
	property, i, seen := d.Object(i, &circleType)
	for ; property >= 0; property, i, seen = d.Property(i, property, seen, &circleType) {
		switch property {
		case 0:
			i = decode.Const(d, i, "circle")
		case 1:
			i = decode.Float(d, i, &v.Radius)
			i = decode.ExclusiveMinimum(i, v.Radius, 0)
		}
	}
	const required = 1<<0 | 1<<1
	if seen&required != required {
		return -1
	}
	return i
}

func decodeSquare(d *decode.D, i int, v *square) int {
	property, i, seen := d.Object(i, &squareType)
	for ; property >= 0; property, i, seen = d.Property(i, property, seen, &squareType) {
		switch property {
		case 0:
			i = decode.Const(d, i, "square")
		case 1:
			i = decode.Int(d, i, &v.Side)
		case 2:
			i = decode.String(d, i, &v.Note)
		case 3:
			i = decode.Pointer(d, i, &v.At, decodePoint)
		}
	}
	const required = 1<<0 | 1<<1
	if seen&required != required {
		return -1
	}
	return i
}

func decodePoint(d *decode.D, i int, v *point) int {
	property, i, seen := d.Object(i, &pointType)
	for ; property >= 0; property, i, seen = d.Property(i, property, seen, &pointType) {
		i = decode.Int(d, i, &v.X)
	}
	const required = 1 << 0
	if seen&required != required {
		return -1
	}
	return i
}

func decodeGroup(d *decode.D, i int, v *group) int {
	property, i, seen := d.Object(i, &groupType)
	for ; property >= 0; property, i, seen = d.Property(i, property, seen, &groupType) {
		switch property {
		case 0:
			i = decode.Const(d, i, "group")
		case 1:
			i = decode.Slice(d, i, &v.Parts, 0, decode.Unbounded, decodeShape)
		}
	}
	const required = 1 << 0
	if seen&required != required {
		return -1
	}
	return i
}

func decodeForms(d *decode.D) any {
	return decode.Arguments(d, &formsArgsType, decodeFormsArgs)
}
