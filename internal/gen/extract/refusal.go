package extract

import (
	"cmp"
	"go/types"
	"strings"

	"github.com/toolgen/toolgen/internal/gen/diag"
)

// refusal is the reason why a type has no schema. In messages, the reason follows
// the name of the type.
type refusal struct {
	code        diag.Code
	reason, fix string
	// isFinal means that the fix is the same for every use.
	isFinal bool
}

// The refusals that do not follow from the kind of a type alone.
var (
	unnameable    = refusal{code: diag.UnnameableType, reason: "cannot be named in this package", fix: "use an exported type of a package that this one may import"}
	enumBytes     = refusal{code: diag.UnsupportedType, reason: "is written as base64, so that its items cannot be checked against their constants", fix: "declare the constants with a wider type, such as uint16"}
	hugeArray     = refusal{code: diag.UnsupportedType, reason: "has more items than a message can contain", fix: "use a slice"}
	badKey        = refusal{code: diag.UnsupportedType, reason: "cannot be the key of a JSON object", fix: "use a string or integer type as the key, or a type with MarshalText and UnmarshalText"}
	oddPointer    = refusal{code: diag.UnsupportedType, reason: "is a pointer type with a name, or a pointer to a pointer", fix: "use a plain pointer: *T"}
	unionPointer  = refusal{code: diag.UnsupportedType, reason: "is a pointer to an interface, which can be nil itself", fix: "use the interface, with omitzero if it is optional"}
	ownJSON       = refusal{code: diag.CustomJSON, reason: "has its own JSON form, which its declaration does not describe", fix: "describe it with //tool:schema {...}, or use a plain type and convert it in the function"}
	unfillable    = refusal{code: diag.NoJSONForm, reason: "has no field that JSON can fill", fix: "use a type with exported fields"}
	stringOption  = refusal{code: diag.StringOption, reason: "has the option \"string\" in its json tag", fix: "use a type of your own with the fields that matter"}
	undeclaredAny = refusal{code: diag.UndeclaredAny, reason: "may hold any JSON value, which a schema cannot describe", fix: "use a type that describes the value, or mark the field with //tool:any"}
	openInterface = refusal{code: diag.UnsupportedType, reason: "is an interface with methods, so that the type to decode is unknown", fix: "use a struct, or mark an interface of your own with //tool:union FIELD"}
)

// formRefusal returns the refusal of a type with methods for JSON, which an embedded
// type may promote.
func (p *packageExtractor) formRefusal(named *types.Named) refusal {
	structure, isStruct := named.Underlying().(*types.Struct)
	for _, method := range []string{"UnmarshalJSON", "MarshalJSON"} {
		object, index, _ := types.LookupFieldOrMethod(named, true, nil, method)
		if _, isMethod := object.(*types.Func); isMethod && isStruct && len(index) > 1 && p.isOwn(named.Obj()) {
			embedded := structure.Field(index[0])
			return refusal{
				code: diag.CustomJSON, isFinal: true,
				reason: "has the JSON form of " + p.display(embedded.Type()) + ", because it is embedded and its methods are promoted",
				fix:    "give the field a name: " + embedded.Name() + " " + p.display(embedded.Type()),
			}
		}
	}
	return ownJSON
}

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
	"os.File":                  {code: diag.UnsupportedType, reason: "is an open file, which a model cannot send", fix: "use a string, the path of the file, and open it in the function"},
	"net/url.URL":              {code: diag.UnsupportedType, reason: "has no JSON form that a model could write", fix: "use a string, and url.Parse in the function"},
	"math/big.Int":             {code: diag.CustomJSON, reason: "has its own JSON form, which its declaration does not describe", fix: "describe it with //tool:schema {\"type\": \"integer\"}, or use an integer type"},
}

// knownPackages are the packages of knownTypes.
var knownPackages = func() map[string]bool {
	packages := make(map[string]bool)
	for name := range knownTypes {
		packages[name[:strings.LastIndexByte(name, '.')]] = true
	}
	return packages
}()

// kindRefusals are the basic types without a JSON form.
var kindRefusals = map[types.BasicKind]refusal{
	types.Complex64:     {code: diag.NoJSONForm, reason: "has no JSON form", fix: "use two fields of type float64"},
	types.Complex128:    {code: diag.NoJSONForm, reason: "has no JSON form", fix: "use two fields of type float64"},
	types.Uintptr:       {code: diag.NoJSONForm, reason: "is an address, which means nothing to a model", fix: "use uint64"},
	types.UnsafePointer: {code: diag.NoJSONForm, reason: "has no JSON form", fix: "omit the field with json:\"-\""},
	types.Invalid:       {code: diag.TypeError},
}

// refusalOf returns the refusal of a type that JSON cannot represent or that is
// not supported.
func refusalOf(t types.Type) refusal {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return kindRefusals[u.Kind()]
	case *types.Chan:
		return refusal{code: diag.NoJSONForm, reason: "is a channel and has no JSON form", fix: "omit the field with json:\"-\""}
	case *types.Signature:
		return refusal{code: diag.NoJSONForm, reason: "is a function and has no JSON form", fix: "omit the field with json:\"-\""}
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
	if !found && !r.isFinal {
		w = table[string(r.code)]
	}
	r.reason, r.fix = cmp.Or(w.reason, r.reason), cmp.Or(w.fix, r.fix)
	return r
}
