package extract

import (
	"cmp"
	"go/types"

	"github.com/toolgen/toolgen/internal/gen/diag"
)

// refusal is the reason why a type has no schema. In messages, the reason follows
// the name of the type.
type refusal struct {
	code        diag.Code
	reason, fix string
}

// The refusals that do not follow from the kind of a type alone.
var (
	unnameable    = refusal{diag.UnnameableType, "cannot be named in this package", "use an exported type of a package that this one may import"}
	enumBytes     = refusal{diag.UnsupportedType, "is written as base64, so that its items cannot be checked against their constants", "declare the constants with a wider type, such as uint16"}
	hugeArray     = refusal{diag.UnsupportedType, "has more items than a message can contain", "use a slice"}
	badKey        = refusal{diag.UnsupportedType, "cannot be the key of a JSON object", "use a string or integer type as the key, or a type with MarshalText and UnmarshalText"}
	oddPointer    = refusal{diag.UnsupportedType, "is a pointer type with a name, or a pointer to a pointer", "use a plain pointer: *T"}
	unionPointer  = refusal{diag.UnsupportedType, "is a pointer to an interface, which can be nil itself", "use the interface, with omitzero if it is optional"}
	ownJSON       = refusal{diag.CustomJSON, "has its own JSON form, which its declaration does not describe", "describe it with //tool:schema {...}, or use a plain type and convert it in the function"}
	unfillable    = refusal{diag.NoJSONForm, "has no field that JSON can fill", "use a type with exported fields"}
	stringOption  = refusal{diag.StringOption, "has the option \"string\" in its json tag", "use a type of your own with the fields that matter"}
	undeclaredAny = refusal{diag.UndeclaredAny, "may hold any JSON value, which a schema cannot describe", "use a type that describes the value, or mark the field with //tool:any"}
	openInterface = refusal{diag.UnsupportedType, "is an interface with methods, so that the type to decode is unknown", "use a struct, or mark an interface of your own with //tool:union FIELD"}
)

// words are the words of a refusal for one kind of use. Empty ones are those of the
// refusal.
type words struct{ reason, fix string }

// The fixes for parameters with a value that the program has, such as a database, and
// for results.
const (
	holdFix   = "make the tool a method of a struct that holds the value, or take a type with a JSON form"
	returnFix = "return the values from it, as a type with a JSON form"
)

// parameterWords are the words for parameters that are arguments, and resultWords
// those for results, by the reason or else by the code of the refusal.
var (
	parameterWords = map[string]words{
		openInterface.reason:       {fix: holdFix},
		string(diag.NoJSONForm):    {fix: holdFix},
		string(diag.UndeclaredAny): {fix: "use a type that describes the value, or take a struct and mark its field with //tool:any"},
		string(diag.CustomJSON):    {fix: "use a plain type and convert it in the function, or take a struct and describe its field with //tool:schema {...}"},
	}
	resultWords = map[string]words{
		openInterface.reason:               {"is an interface with methods, so that the JSON of its values is unknown", returnFix},
		unfillable.reason:                  {"has no field with a JSON form", returnFix},
		knownTypes["os.File"].reason:       {"is an open file, which has no JSON form", returnFix},
		knownTypes["net/url.URL"].reason:   {"has a JSON form that is not the text of the URL", "use a string, the result of its method String"},
		string(diag.NoJSONForm):            {fix: returnFix},
		string(diag.UnnameableType):        {fix: "use a type of your own with the values that matter"},
		kindRefusals[types.Uintptr].reason: {fix: "use uint64"},
	}
)

// knownTypes are types of the standard library with a specific refusal, by
// package path and name.
var knownTypes = map[string]refusal{
	"encoding/json.RawMessage": undeclaredAny,
	"os.File":                  {diag.UnsupportedType, "is an open file, which a model cannot send", "use a string, the path of the file, and open it in the function"},
	"net/url.URL":              {diag.UnsupportedType, "has no JSON form that a model could write", "use a string, and url.Parse in the function"},
	"math/big.Int":             {diag.CustomJSON, "has its own JSON form, which its declaration does not describe", "describe it with //tool:schema {\"type\": \"integer\"}, or use an integer type"},
}

// kindRefusals are the basic types without a JSON form.
var kindRefusals = map[types.BasicKind]refusal{
	types.Complex64:     {diag.NoJSONForm, "has no JSON form", "use two fields of type float64"},
	types.Complex128:    {diag.NoJSONForm, "has no JSON form", "use two fields of type float64"},
	types.Uintptr:       {diag.NoJSONForm, "is an address, which means nothing to a model", "use uint64"},
	types.UnsafePointer: {diag.NoJSONForm, "has no JSON form", "omit the field with json:\"-\""},
	types.Invalid:       {code: diag.TypeError},
}

// refusalOf returns the refusal of a type that JSON cannot represent or that is
// not supported.
func refusalOf(t types.Type) refusal {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return kindRefusals[u.Kind()]
	case *types.Chan:
		return refusal{diag.NoJSONForm, "is a channel and has no JSON form", "omit the field with json:\"-\""}
	case *types.Signature:
		return refusal{diag.NoJSONForm, "is a function and has no JSON form", "omit the field with json:\"-\""}
	case *types.Interface:
		if u.Empty() {
			return undeclaredAny
		}
	}
	return openInterface
}

// at returns the refusal with the words for a use.
func (r refusal) at(u use) refusal {
	var table map[string]words
	switch {
	case u.result:
		table = resultWords
	case u.parameter:
		table = parameterWords
	}
	w, found := table[r.reason]
	if !found {
		w = table[string(r.code)]
	}
	r.reason, r.fix = cmp.Or(w.reason, r.reason), cmp.Or(w.fix, r.fix)
	return r
}
