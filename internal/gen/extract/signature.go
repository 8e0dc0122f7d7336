package extract

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/toolgen/toolgen/annotations"
	"github.com/toolgen/toolgen/internal/gen/diag"
	"github.com/toolgen/toolgen/internal/gen/model"
)

// signatureForm is the form of the signature of a tool, for messages.
const signatureForm = "func([ctx context.Context,] [injected...,] [arguments...]) ([R,] [error])"

// function is the declaration of a tool, or of a function that a directive refers
// to.
type function struct {
	decl       *ast.FuncDecl
	object     *types.Func
	directives annotations.Set
	comment    string // see commentText
	parameters []parameter
	plain      []parameter // see plainParameters
}

// parameter is a parameter of a function with its position.
type parameter struct {
	name string
	of   types.Type
	path string // see typePath
	span model.Span
}

// parameters returns the parameters of a function with their positions.
func (p *packageExtractor) parameters(list *ast.FieldList, tuple *types.Tuple) []parameter {
	var all []parameter
	add := func(span model.Span) {
		v := tuple.At(len(all))
		all = append(all, parameter{v.Name(), v.Type(), typePath(v.Type()), span})
	}
	if list == nil {
		return nil
	}
	for _, field := range list.List {
		if len(field.Names) == 0 {
			add(p.span(field.Type))
		}
		for _, name := range field.Names {
			add(model.Span{Start: p.position(name.Pos()), End: p.position(field.Type.End())})
		}
	}
	return all
}

// signature sets the parameters, results and receiver of a tool. It reports false
// if one of them is refused.
func (p *packageExtractor) signature(t *model.Tool, f function) bool {
	s := f.object.Signature()
	if s.TypeParams().Len() > 0 || s.RecvTypeParams().Len() > 0 {
		p.report(diagnostic(diag.UncallableTool, t.Span, "%s is generic, and a tool must not be", t.Function).
			withFix("declare a function with specific types that calls this one"))
		return false
	}
	if s.Variadic() {
		p.report(diagnostic(diag.ToolParameters, t.Span, "%s is variadic: the model sends one object", t.Function).
			withFix("take a slice: " + signatureForm + "."))
		return false
	}
	received := p.receiver(t, s)
	taken := p.takes(t, f)
	given := p.gives(t, p.parameters(f.decl.Type.Results, s.Results()))
	if !received || !taken || !given {
		return false
	}
	w := goTypeWriter{p: p}
	w.writeSignature(s)
	t.Signature = w.tokens
	return true
}

// withReceiver returns a method's type with the receiver as the first parameter.
func withReceiver(s *types.Signature) *types.Signature {
	var parameters []*types.Var
	unnamed := func(tuple *types.Tuple) (variables []*types.Var) {
		for v := range tuple.Variables() {
			variables = append(variables, types.NewParam(v.Pos(), v.Pkg(), "", v.Type()))
		}
		return variables
	}
	if s.Recv() != nil {
		parameters = append(parameters, types.NewParam(s.Recv().Pos(), s.Recv().Pkg(), "", s.Recv().Type()))
	}
	parameters = append(parameters, unnamed(s.Params())...)
	return types.NewSignatureType(nil, nil, nil, types.NewTuple(parameters...), types.NewTuple(unnamed(s.Results())...), s.Variadic())
}

// receiver sets the receiver of a tool.
func (p *packageExtractor) receiver(t *model.Tool, s *types.Signature) bool {
	if s.Recv() == nil {
		return true
	}
	of, pointer := types.Unalias(s.Recv().Type()), false
	if pointed, ok := of.(*types.Pointer); ok {
		of, pointer = types.Unalias(pointed.Elem()), true
	}
	named, ok := of.(*types.Named)
	if !ok {
		p.invalid(use{span: t.Span, what: t.Function})
		return false
	}
	everywhere := p.checkUnconstrained(named.Obj())
	t.Receiver = &model.Receiver{
		Name:     named.Obj().Name(),
		Pointer:  pointer,
		Shutdown: hasMethod(named, "Shutdown", "func(context.Context) error"),
		Members:  membersOf(named),
		Embedded: levels(named, make(map[types.Type]bool)),
	}
	return everywhere
}

// stage is a position in a list of parameters.
type stage int

const (
	expectContext stage = iota
	expectInjected
	expectNothing
)

// takes checks the order of the parameters: a context, injected ones, then the
// arguments.
func (p *packageExtractor) takes(t *model.Tool, f function) bool {
	plain := f.plain
	at, valid := expectContext, p.checkArgs(f, plain)
	valid = p.checkParameterDocs(f, plain) && valid
	for _, param := range f.parameters {
		injected, isInjected := injections[param.path]
		isContext := param.path == "context.Context"
		switch {
		case isContext && at == expectContext:
			t.Context, at = true, expectInjected
		case isContext:
			valid = p.reportMisplaced(param, "a context must be the first parameter")
		case isInjected && at < expectNothing:
			at = expectInjected
			t.Injected = append(t.Injected, injected)
		case isInjected:
			valid = p.reportMisplaced(param, "parameters that the runtime sets must precede the arguments")
		case slices.Contains(plain, param):
			at = expectNothing
		case at == expectNothing:
			valid = p.reportMisplaced(param, "a struct with the arguments must be the last parameter, and the only one for arguments")
		default:
			at = expectNothing
			valid = p.arguments(t, param) && valid
		}
	}
	if len(plain) > 0 {
		return p.plainArguments(t, f, plain) && valid
	}
	return valid
}

// reportMisplaced reports a parameter that a tool cannot have at its position.
func (p *packageExtractor) reportMisplaced(param parameter, rule string) bool {
	p.report(diagnostic(diag.ToolParameters, param.span, "parameter %s: %s", p.call(param), rule).
		withFix("declare the tool as " + signatureForm + "."))
	return false
}

// call returns the name of a parameter for messages.
func (p *packageExtractor) call(param parameter) string {
	if param.name == "" || param.name == "_" {
		return "of type " + p.display(param.of)
	}
	return param.name
}

// arguments converts the struct of the arguments.
func (p *packageExtractor) arguments(t *model.Tool, param parameter) bool {
	at := use{span: param.span, what: "parameter " + p.call(param), parameter: true}
	of := types.Unalias(param.of)
	if of == types.Typ[types.Invalid] {
		p.invalid(at)
		return false
	}
	if meant, wrong := injectionMeant(param.path); wrong {
		p.report(diagnostic(diag.ToolParameters, param.span, "%s has the type %s, which the runtime does not set", at.what, p.display(of)).
			withFix("take %s", meant))
		return false
	}
	if pointer, ok := of.(*types.Pointer); ok {
		t.Passing, of = model.PassPointer, types.Unalias(pointer.Elem())
	}
	named, isNamed := of.(*types.Named)
	if !isNamed || !isStruct(of) {
		p.report(diagnostic(diag.ToolParameters, param.span, "%s has the type %s, but the arguments must be a struct type with a name", at.what, p.display(of)).
			withFix("declare a struct type with a field for each argument, and take it as the last parameter"))
		return false
	}
	t.Arguments = p.convert(named, at)
	if t.Arguments == nil {
		return false
	}
	if t.Arguments.Kind != model.KindStruct {
		return p.reportMisplaced(param, "the arguments must be a struct with a field for each of them")
	}
	t.Validates = t.Arguments.Codecs.Validate
	validated := p.checkValidate(t, named, at)
	return p.reads(t.Arguments, at) && p.uniqueAnchors(t.Arguments) && validated
}

// checkValidate refuses a method Validate that the decoder does not call because of
// its signature.
func (p *packageExtractor) checkValidate(t *model.Tool, arguments *types.Named, at use) bool {
	object, _, _ := types.LookupFieldOrMethod(arguments, true, arguments.Obj().Pkg(), "Validate")
	method, ok := object.(*types.Func)
	if !ok || t.Validates {
		return true
	}
	span := at.span
	if p.isOwn(method) {
		span = p.nameSpan(method)
	}
	p.report(diagnostic(diag.UnfitValidate, span, "the method Validate of %s has the type %s, but the decoder calls only func() error", p.display(arguments), p.display(method.Signature())).
		withRelated(t.Span.Start, "the tool %s", t.Name).
		withFix("declare Validate() error on %s, or rename the method", arguments.Obj().Name()))
	return false
}

func isStruct(t types.Type) bool {
	_, ok := t.Underlying().(*types.Struct)
	return ok
}

func isString(t types.Type) bool {
	basic, ok := t.Underlying().(*types.Basic)
	return ok && basic.Info()&types.IsString != 0
}
