package schema_test

import (
	"encoding/json"
	"reflect"

	"github.com/toolgen/toolgen/internal/gen/schema/testdata/pairs"
	"github.com/toolgen/toolgen/internal/gen/schema/testdata/pairs/other"
)

// constant is a constant of a type, with its comment.
type constant struct {
	value   any
	comment string
}

// Facts from the source of the pairs that are not available by reflection.
var (
	constants = map[reflect.Type][]constant{
		reflect.TypeFor[pairs.Kind]():  {{"task", "something to do"}, {"fact", ""}},
		reflect.TypeFor[pairs.Level](): {{json.Number("1"), "can wait"}, {json.Number("2"), "cannot"}},
		reflect.TypeFor[other.Unit]():  {{"m", "about three feet"}, {"ft", ""}},
	}
	typeComments = map[string]string{
		"pairs.Slug": "A text.", "pairs.Kind": "What a note is about.", "pairs.Level": "How important it is.", "pairs.Names": "Several.",
		"pairs.Table": "Has a number for each name.", "pairs.Blob": "Bytes with a name.", "pairs.Color": "Has a text form.",
		"pairs.Money": "Has a form of its own.", "pairs.Anything": "Any value, on purpose.",
		"pairs.Shape": "A figure.", "pairs.Circle": "Round.", "pairs.Square": "Says what it is itself.",
		"pairs.Expr": "A sum or a number.", "pairs.Sum": "Adds.", "pairs.Constant": "A number.",
		"pairs.Point": "Nested.", "pairs.Page": "Generic.", "pairs.Box": "Holds one value.",
		"pairs.Tree": "Recursive.", "pairs.Group": "Group and Tree are recursive together.", "pairs.Forest": "Recursive without a struct.",
		"other.Place": "A place of another package.", "other.Unit": "How a place is measured.",
	}
	fieldComments = map[string]string{
		"Described.F": "What it is for.", "RecursiveDescribed.Next": "What comes next.", "SchemaOnDescribed.F": "Loosely speaking.",
		"Point.Y": "How high it is.", "Place.Name": "Name is what people call it.", "Place.Altitude": "The altitude counts from the sea.",
	}
	declaredSchemas = map[reflect.Type]string{
		reflect.TypeFor[pairs.Money](): `{"type": "array", "items": {"type": ["string", "number"]}, "minItems": 2, "maxItems": 2}`,
		reflect.TypeFor[pairs.Loose](): `{"description": "A text or a number.", "anyOf": [{"type": "string"}, {"type": "number"}]}`,
	}
	declaredOnFields = map[string]string{
		"SchemaOnField":     `{"type": "object", "properties": {}, "maxProperties": 3}`,
		"SchemaOnDescribed": `{"anyOf": [{"type": "null"}, {"const": 1.50}]}`,
	}
	unions = map[reflect.Type]union{
		reflect.TypeFor[pairs.Shape](): {"kind", []variant{{reflect.TypeFor[pairs.Circle](), "circle"}, {reflect.TypeFor[pairs.Square](), "box"}}},
		reflect.TypeFor[pairs.Expr]():  {"op", []variant{{reflect.TypeFor[pairs.Sum](), "sum"}, {reflect.TypeFor[pairs.Constant](), "constant"}}},
	}
)

type union struct {
	field    string
	variants []variant
}

type variant struct {
	of    reflect.Type
	value string
}
