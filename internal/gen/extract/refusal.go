package extract

import (
	"go/types"

	"github.com/toolgen/toolgen/internal/gen/diag"
)

// refusal says why a type has no schema. The reason follows the type's name.
type refusal struct {
	code         diag.Code
	reason, mend string
}

// The refusals that do not follow from the kind of a type alone.
var (
	unnameable = refusal{diag.UnnameableType, "cannot be named in this package", "use an exported type of a package that this one may import"}
	bytes      = refusal{diag.UnsupportedType, "is written as base64, which is not supported yet", "use a string"}
	badKey     = refusal{diag.UnsupportedType, "cannot be the key of a JSON object", "use a string or integer type as the key"}
	oddPointer = refusal{diag.UnsupportedType, "is a pointer type with a name, or a pointer to a pointer", "use a plain pointer: *T"}
	ownJSON    = refusal{diag.CustomJSON, "has a JSON form of its own, which is not supported yet", "use a field of a plain type, and convert it in the function"}
	unfillable = refusal{diag.NoJSONForm, "has no field that JSON can fill", "use a type with exported fields"}
	undeclared = refusal{diag.UndeclaredAny, "may hold any JSON value, which a schema cannot describe", "use a type that says what is expected, or mark the field with //tool:any"}
	undecided  = refusal{diag.UnsupportedType, "is an interface with methods: nothing says which type to decode into", "use a struct"}
)

// knownTypes are types of the standard library with a better answer than the
// general one, by package path and name.
var knownTypes = map[string]refusal{
	"encoding/json.Number":     {diag.UnsupportedType, "is not supported yet", "use float64 or an integer type"},
	"encoding/json.RawMessage": undeclared,
	"net/url.URL":              {diag.UnsupportedType, "has no JSON form that a model could write", "use a string, and url.Parse in the function"},
	"math/big.Int":             {diag.CustomJSON, "has a JSON form of its own, which is not supported yet", "use an integer type, or a string and SetString in the function"},
}

// kindRefusals are the basic types without a JSON form.
var kindRefusals = map[types.BasicKind]refusal{
	types.Complex64:     {diag.NoJSONForm, "has no JSON form", "use two fields of type float64"},
	types.Complex128:    {diag.NoJSONForm, "has no JSON form", "use two fields of type float64"},
	types.Uintptr:       {diag.NoJSONForm, "is an address, which means nothing to a model", "use uint64"},
	types.UnsafePointer: {diag.NoJSONForm, "has no JSON form", "leave the field out with json:\"-\""},
	types.Invalid:       {code: diag.TypeError},
}

// refusalOf says why a type that JSON cannot hold, or that is not supported,
// is refused.
func refusalOf(t types.Type) refusal {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return kindRefusals[u.Kind()]
	case *types.Chan:
		return refusal{diag.NoJSONForm, "is a channel and has no JSON form", "leave the field out with json:\"-\""}
	case *types.Signature:
		return refusal{diag.NoJSONForm, "is a function and has no JSON form", "leave the field out with json:\"-\""}
	case *types.Array:
		return refusal{diag.UnsupportedType, "is an array, which is not supported yet", "use a slice with minItems and maxItems"}
	case *types.Interface:
		if u.Empty() {
			return undeclared
		}
	}
	return undecided
}
