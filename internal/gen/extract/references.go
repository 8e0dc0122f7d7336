package extract

import (
	"go/types"
	"slices"

	"github.com/toolgen/toolgen/annotations"
	"github.com/toolgen/toolgen/internal/gen/diag"
	"github.com/toolgen/toolgen/internal/gen/model"
)

// references resolves the directives that refer to arguments or functions. It
// reports false if one of them does not exist or does not fit.
func (p *packageExtractor) references(t *model.Tool, f function) bool {
	complete := true
	for _, reference := range []struct {
		directive string
		resolve   func(*packageExtractor, *model.Tool, function, *annotations.ParsedDirective) bool
	}{
		{"serialize", (*packageExtractor).serialize},
		{"cache", (*packageExtractor).cache},
		{"untrusted-output", (*packageExtractor).untrusted},
		{"available", (*packageExtractor).available},
		{"requires-approval", (*packageExtractor).approval},
		{"dry-run", (*packageExtractor).dryRun},
	} {
		if d := f.directives.Get(reference.directive); d != nil {
			complete = reference.resolve(p, t, f, d) && complete
		}
	}
	return complete
}

// serialize reads the directive serialize.
func (p *packageExtractor) serialize(t *model.Tool, _ function, d *annotations.ParsedDirective) (ok bool) {
	t.Behaviour.Serialize, ok = p.namedFields(t, d, "field")
	return ok
}

// cache reads the directive cache.
func (p *packageExtractor) cache(t *model.Tool, _ function, d *annotations.ParsedDirective) bool {
	keys, ok := p.namedFields(t, d, "key")
	t.Behaviour.Cache = &model.Cache{TTL: d.Duration("ttl"), Keys: keys}
	return ok
}

// untrusted reads the directive untrusted.
func (p *packageExtractor) untrusted(t *model.Tool, _ function, d *annotations.ParsedDirective) bool {
	fields, ok := p.namedFields(t, d, "source")
	t.Behaviour.Untrusted = &model.Untrusted{}
	if len(fields) > 0 {
		t.Behaviour.Untrusted.Source = fields[0]
	}
	return ok
}

// scalarKinds are the kinds of arguments that can be part of a key or of a
// source.
var scalarKinds = []model.Kind{
	model.KindString, model.KindBool, model.KindInt, model.KindUint,
	model.KindFloat, model.KindTime, model.KindDuration,
}

// namedFields returns the arguments that a directive refers to.
func (p *packageExtractor) namedFields(t *model.Tool, d *annotations.ParsedDirective, argument string) (fields []*model.Field, ok bool) {
	var all []*model.Field
	if t.Arguments != nil {
		all = t.Arguments.Fields
	}
	var names []string
	for _, f := range all {
		names = append(names, f.Name)
	}
	ok = true
	for _, value := range d.All(argument) {
		i := slices.Index(names, value.Text)
		if i < 0 {
			p.report(diagnostic(diag.UnknownField, p.span(value), "//tool:%s: %s has no argument %q", d.Directive.Name, t.Function, value.Text).
				withSuggestion(value.Text, names, "use the JSON name of a field of the arguments"))
			ok = false
			continue
		}
		of := all[i].Type
		if of.Kind == model.KindPointer {
			of = of.Elem
		}
		if !slices.Contains(scalarKinds, of.Kind) {
			p.report(diagnostic(diag.UnfitField, p.span(value), "//tool:%s: %s is a %s, which cannot be compared as a text", d.Directive.Name, value.Text, all[i].Type.Go).
				withRelated(all[i].Span.Start, "%s", value.Text).
				withFix("name arguments that are texts, numbers, booleans, times or durations"))
			ok = false
			continue
		}
		fields = append(fields, all[i])
	}
	return fields, ok
}

// available resolves the author's check: func() bool.
func (p *packageExtractor) available(t *model.Tool, f function, d *annotations.ParsedDirective) bool {
	a := &model.Available{Env: d.Texts("env"), Binaries: d.Texts("bin")}
	t.Behaviour.Available = a
	value, found := d.Value("func")
	if !found {
		return true
	}
	var check *types.Func
	check, a.FuncIsMethod = p.lookup(f, value.Text)
	a.Func = value.Text
	return p.fits(d, value, check, "func() bool", func(s *types.Signature) bool {
		return writtenSignature(s) == "func() bool"
	})
}

// approval resolves the author's condition: a function of the arguments that
// returns whether approval is needed, or the reason for it.
func (p *packageExtractor) approval(t *model.Tool, f function, d *annotations.ParsedDirective) bool {
	a := &model.Approval{Func: d.Text("func"), Reason: d.Text("reason")}
	t.Behaviour.Approval = a
	value, found := d.Value("func")
	if !found {
		return true
	}
	if t.Arguments == nil {
		p.report(diagnostic(diag.UnfitFunction, p.span(value), "//tool:%s: %s has no arguments for a condition", d.Directive.Name, t.Function).
			withFix("remove func=%s", value.Text))
		return false
	}
	params := f.object.Signature().Params()
	var arguments []*types.Var
	for i := len(t.Injected) + count(t.Context); i < params.Len(); i++ {
		arguments = append(arguments, params.At(i))
	}
	condition, _ := p.source.Types.Scope().Lookup(value.Text).(*types.Func)
	takes := types.NewSignatureType(nil, nil, nil, types.NewTuple(arguments...), nil, false)
	form := p.display(takes) + " "
	fits := p.fits(d, value, condition, form+"bool or "+form+"string", func(s *types.Signature) bool {
		var ok bool
		a.Words, ok = conditionResult(s.Results())
		return ok && types.Identical(takes, types.NewSignatureType(nil, nil, nil, s.Params(), nil, s.Variadic()))
	})
	return fits && p.reasonIsUsed(d, a)
}

// count returns 1 if something is present, and otherwise 0.
func count(present bool) int {
	if present {
		return 1
	}
	return 0
}

// conditionResult reads the result of a condition: a bool, or a string with the
// reason.
func conditionResult(results *types.Tuple) (words, ok bool) {
	if results.Len() != 1 {
		return false, false
	}
	result := typePath(results.At(0).Type())
	return result == "string", result == "string" || result == "bool"
}

// reasonIsUsed reports a reason= next to a condition that returns the reason.
func (p *packageExtractor) reasonIsUsed(d *annotations.ParsedDirective, a *model.Approval) bool {
	reason, found := d.Value("reason")
	if !found || !a.Words {
		return true
	}
	p.report(diagnostic(diag.UnfitFunction, p.span(reason), "//tool:%s: reason= is never used, because %s returns the reason", d.Directive.Name, a.Func).
		withFix("remove reason=, or return a bool from %s", a.Func))
	return false
}

// dryRun resolves the function that returns what the tool would do. It has the
// tool's parameters and returns a text or a result, with or without an error.
func (p *packageExtractor) dryRun(t *model.Tool, f function, d *annotations.ParsedDirective) bool {
	value, found := d.Value("func")
	if !found {
		return false // reported as a missing argument
	}
	dry := &model.DryRun{Func: value.Text}
	var stand *types.Func
	stand, dry.Method = p.lookup(f, value.Text)
	t.Behaviour.DryRun = dry
	form := types.NewSignatureType(nil, nil, nil, f.object.Signature().Params(), nil, false)
	return p.fits(d, value, stand, p.display(form)+" (string, error)", func(s *types.Signature) bool {
		bare := types.NewSignatureType(nil, nil, nil, s.Params(), nil, s.Variadic())
		var ok bool
		dry.Result, dry.Error, ok = dryRunResults(s.Results())
		if dry.Method {
			s = withPointer(s, f.object.Signature().Recv())
		}
		dry.Signature, _ = p.goType(withReceiver(s))
		return ok && types.Identical(bare, form)
	})
}

// withPointer returns the type of a method with a pointer to the receiver's type as
// the receiver. A pointer has all methods, also promoted ones.
func withPointer(s *types.Signature, receiver *types.Var) *types.Signature {
	t := receiver.Type()
	if !isPointer(t) {
		t = types.NewPointer(t)
	}
	return types.NewSignatureType(types.NewParam(receiver.Pos(), receiver.Pkg(), "", t), nil, nil, s.Params(), s.Results(), s.Variadic())
}

// dryRunResults reads the results of a dry run: a string or a runtime.Result, and
// optionally an error.
func dryRunResults(results *types.Tuple) (result model.Result, fails, ok bool) {
	n := results.Len()
	if n == 2 && typePath(results.At(1).Type()) == "error" {
		fails, n = true, 1
	}
	if n != 1 {
		return result, fails, false
	}
	result.Kind, ok = plainResults[typePath(results.At(0).Type())]
	return result, fails, ok
}

// lookup returns a method of the tool's receiver, or else a function.
func (p *packageExtractor) lookup(f function, name string) (found *types.Func, method bool) {
	if receiver := f.object.Signature().Recv(); receiver != nil {
		object, _, _ := types.LookupFieldOrMethod(receiver.Type(), true, p.source.Types, name)
		if found, method = object.(*types.Func); method {
			return found, true
		}
	}
	found, _ = p.source.Types.Scope().Lookup(name).(*types.Func)
	return found, false
}

// fits reports a function that does not exist or has the wrong signature.
func (p *packageExtractor) fits(d *annotations.ParsedDirective, value annotations.Value, f *types.Func, form string, has func(*types.Signature) bool) bool {
	switch {
	case f == nil:
		p.report(diagnostic(diag.UnknownFunction, p.span(value), "//tool:%s: the package has no function %s", d.Directive.Name, value.Text).
			withSuggestion(value.Text, p.functions(), "Declare it: "+form+"."))
		return false
	case f.Signature().TypeParams().Len() > 0 || !has(f.Signature()):
		p.report(diagnostic(diag.UnfitFunction, p.span(value), "//tool:%s: %s has the type %s, but must be %s", d.Directive.Name, value.Text, p.display(f.Signature()), form).
			withRelated(p.position(f.Pos()), "%s is declared here", value.Text))
		return false
	}
	return p.checkUnconstrained(f)
}

// functions returns the names of the functions of the package.
func (p *packageExtractor) functions() []string {
	scope := p.source.Types.Scope()
	return slices.DeleteFunc(scope.Names(), func(name string) bool {
		_, ok := scope.Lookup(name).(*types.Func)
		return !ok
	})
}
