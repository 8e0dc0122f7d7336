package extract

import (
	"go/types"

	"github.com/toolgen/toolgen/internal/gen/diag"
	"github.com/toolgen/toolgen/internal/gen/model"
)

var errorInterface = types.Universe.Lookup("error").Type().Underlying().(*types.Interface)

// gives sets the results of a tool: a value, an error, both or nothing.
func (p *packageExtractor) gives(t *model.Tool, results []parameter) bool {
	var values []parameter
	for i, result := range results {
		isError := result.path == "error"
		switch {
		case isError && i == len(results)-1:
			t.Error = true
		case isError:
			p.report(diagnostic(diag.ToolResults, result.span, "%s: the error must be the last result", t.Function).
				withFix("declare the tool as " + signatureForm + "."))
			return false
		case isErrorType(result.of):
			p.report(diagnostic(diag.ToolResults, result.span, "%s: %s is an error type, but is not the type error", t.Function, p.display(result.of)).
				withFix("return error"))
			return false
		default:
			values = append(values, result)
		}
	}
	if len(values) > 1 {
		p.report(diagnostic(diag.ToolResults, values[1].span, "%s returns %d values: a tool has one result, and an error", t.Function, len(values)).
			withFix("return a struct with a field for each value"))
		return false
	}
	if len(values) == 0 {
		return true
	}
	var ok bool
	t.Result, ok = p.result(values[0], use{span: values[0].span, what: "the result of " + t.Function, result: true})
	return ok
}

// isErrorType reports whether a type has the methods of error. A type that embeds
// an unknown type satisfies every interface.
func isErrorType(t types.Type) bool {
	if !mayHaveMethods(t) {
		return false
	}
	method, _, _ := types.LookupFieldOrMethod(t, false, nil, "Error")
	_, found := method.(*types.Func)
	return found && types.Implements(t, errorInterface)
}

// plainResults are the types of results that have no schema.
var plainResults = map[string]model.ResultKind{
	"string":                model.ResultText,
	runtimePath + ".Result": model.ResultWhole,
}

// result sets the kind of a value. A map is wrapped, because the JSON of a nil
// map is null and not an object.
func (p *packageExtractor) result(value parameter, at use) (model.Result, bool) {
	if kind, ok := plainResults[value.path]; ok {
		return model.Result{Kind: kind}, true
	}
	converted := p.convert(value.of, at)
	if converted == nil || !p.writes(converted, at) || !p.uniqueAnchors(converted) {
		return model.Result{}, false
	}
	kind := model.ResultWrapped
	if converted.Kind == model.KindStruct || converted.Kind == model.KindPointer && converted.Elem.Kind == model.KindStruct {
		kind = model.ResultObject
	}
	return model.Result{
		Kind: kind, Type: converted,
		Stringer: hasValueMethod(types.Unalias(value.of), "String", "func() string"),
	}, true
}
