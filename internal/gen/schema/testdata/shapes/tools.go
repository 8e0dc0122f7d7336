package shapes

import "github.com/toolgen/toolgen/internal/gen/schema/testdata/pairs"

// UseScalars uses them.
//
//tool:register
func UseScalars(args Scalars) Scalars { return args }

// UseForms uses them.
//
//tool:register
func UseForms(args Forms) Forms { return args }

// UseUnions uses them.
//
//tool:register
func UseUnions(args Unions) Unions { return args }

// UseEnums uses them.
//
//tool:register
func UseEnums(args Enums) Enums { return args }

// UseConstrained uses them.
//
//tool:register
func UseConstrained(args Constrained) Constrained { return args }

// UseAnnotated uses them.
//
//tool:register
func UseAnnotated(args Annotated) Annotated { return args }

// UseContainers uses them.
//
//tool:register
func UseContainers(args Containers) Containers { return args }

// UseEmbedding uses it.
//
//tool:register
func UseEmbedding(args Embedding) Embedding { return args }

// UseRecursive uses it.
//
//tool:register
func UseRecursive(args Recursive) Recursive { return args }

// UseTree uses it.
//
//tool:register
func UseTree(args Tree) *Tree { return &args }

// UsePoint uses it.
//
//tool:register
func UsePoint(args Point) Point { return args }

// UseEmpty uses it.
//
//tool:register
func UseEmpty(args Empty) Empty { return args }

// GiveSlice gives a list.
//
//tool:register
func GiveSlice() []Kind { return nil }

// GiveMap gives a map.
//
//tool:register
func GiveMap() map[Level]*Point { return nil }

// GivePointer gives a number or nothing.
//
//tool:register
func GivePointer() *int8 { return nil }

// GiveNumber gives a number.
//
//tool:register
func GiveNumber() uint16 { return 0 }

// GiveArray gives an array.
//
//tool:register
func GiveArray() [2]Kind { return [2]Kind{} }

// GiveBytes gives bytes.
//
//tool:register
func GiveBytes() []byte { return nil }

// GiveShape gives a figure.
//
//tool:register
func GiveShape() pairs.Shape { return nil }

// GiveExpr gives an expression.
//
//tool:register
func GiveExpr() pairs.Expr { return nil }

// GiveMoney gives money.
//
//tool:register
func GiveMoney() pairs.Money { return pairs.Money{} }

// GiveNothing gives nothing.
//
//tool:register
func GiveNothing() {}

// Functions are all tools that give something, by their names.
var Functions = map[string]any{
	"UseScalars":     UseScalars,
	"UseForms":       UseForms,
	"UseUnions":      UseUnions,
	"UseEnums":       UseEnums,
	"UseConstrained": UseConstrained,
	"UseAnnotated":   UseAnnotated,
	"UseContainers":  UseContainers,
	"UseEmbedding":   UseEmbedding,
	"UseRecursive":   UseRecursive,
	"UseTree":        UseTree,
	"UsePoint":       UsePoint,
	"UseEmpty":       UseEmpty,
	"GiveSlice":      GiveSlice,
	"GiveMap":        GiveMap,
	"GivePointer":    GivePointer,
	"GiveNumber":     GiveNumber,
	"GiveArray":      GiveArray,
	"GiveBytes":      GiveBytes,
	"GiveShape":      GiveShape,
	"GiveExpr":       GiveExpr,
	"GiveMoney":      GiveMoney,
}
