package migrate

import (
	"errors"
	"fmt"
	"go/ast"
	"go/types"
	"regexp"
	"strings"
)

// shape is the form of the handlers of a library.
type shape int

// The shapes.
const (
	plainHandler   shape = iota // func(ctx, args) (R, error), as toolgen has it
	contextHandler              // the context is a type of the library
	serverHandler               // func(ctx, request, args) (*Result, R, error)
	wrappedHandler              // func(ctx, request, args) (R, error), or with a result of the library
	blockHandler                // func(ctx, args) (a block of content, error)
)

// isResult matches the types of results of the libraries.
var isResult = regexp.MustCompile(`(^|\.)(CallToolResult|BetaToolResultBlockParamContentUnion)$`)

// adapt returns the signature of a tool, without the word func, and the edits of the
// returns of its handler.
func (p *source) adapt(s shape, f *function) (signature string, edits []edit, err error) {
	parameters, results := flatten(f.signature.Params), flatten(f.signature.Results)
	wanted := map[shape][2]int{plainHandler: {2, 2}, contextHandler: {2, 2}, serverHandler: {3, 3}, wrappedHandler: {3, 2}, blockHandler: {2, 2}}[s]
	switch {
	case len(parameters) != wanted[0] || len(results) != wanted[1]:
		return "", nil, errors.New("the handler has other parameters or results than expected")
	case f.signature.Results.List[0].Names != nil:
		return "", nil, errors.New("the results of the handler have names")
	}
	if request := parameters[1].Names[0]; len(parameters) == 3 && p.isUsed(f.body, request) {
		return "", nil, fmt.Errorf("the function uses the request %s", request.Name)
	}
	if !p.isNamedStruct(parameters[len(parameters)-1].Type) {
		return "", nil, errors.New("the arguments are not a struct type with a name; declare one with a field for each argument first")
	}
	context := p.text(parameters[0].Type)
	if s == contextHandler {
		context = "context.Context"
	}
	result := p.text(results[len(results)-2].Type)
	isText := isResult.MatchString(result) || s == serverHandler && (result == "any" || result == "interface{}")
	if isText {
		result = "string"
	}
	arguments := parameters[len(parameters)-1]
	signature = fmt.Sprintf("(%s %s, %s %s) (%s, error)", parameters[0].Names[0].Name, context, arguments.Names[0].Name, p.text(arguments.Type), result)
	if s == serverHandler || isText {
		edits, err = p.adaptReturns(s, isText, f.body)
	}
	return signature, edits, err
}

// isNamedStruct reports whether a type is a struct with a name, or a pointer to one.
func (p *source) isNamedStruct(e ast.Expr) bool {
	t := types.Unalias(p.pkg.TypesInfo.TypeOf(e))
	if pointer, ok := t.(*types.Pointer); ok {
		t = types.Unalias(pointer.Elem())
	}
	named, ok := t.(*types.Named)
	if !ok {
		return false
	}
	_, ok = named.Underlying().(*types.Struct)
	return ok
}

// isUsed reports whether a body uses a parameter.
func (p *source) isUsed(body *ast.BlockStmt, parameter *ast.Ident) (used bool) {
	object := p.pkg.TypesInfo.Defs[parameter]
	ast.Inspect(body, func(node ast.Node) bool {
		if id, ok := node.(*ast.Ident); ok && object != nil && p.pkg.TypesInfo.Uses[id] == object {
			used = true
		}
		return !used
	})
	return used
}

// adaptReturns returns the edits of all returns of a body.
func (p *source) adaptReturns(s shape, isText bool, body *ast.BlockStmt) (edits []edit, err error) {
	ast.Inspect(body, func(node ast.Node) bool {
		switch n := node.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			values, problem := p.adaptReturn(s, isText, n.Results)
			if problem != nil && err == nil {
				err = fmt.Errorf("line %d: %w", p.pkg.Fset.Position(n.Pos()).Line, problem)
			}
			edits = append(edits, edit{n.Pos(), n.End(), "return " + strings.Join(values, ", ")})
		}
		return true
	})
	return edits, err
}

// errReturn means that it is not sure what a return statement returns.
var errReturn = errors.New("the return statement builds a result that is not a text")

// adaptReturn returns the values of a return statement of the tool.
func (p *source) adaptReturn(s shape, isText bool, values []ast.Expr) ([]string, error) {
	if s == serverHandler && isText {
		return p.adaptContent(values)
	}
	if s == serverHandler {
		if len(values) != 3 || p.text(values[0]) != "nil" {
			return nil, errors.New("the return statement has a result of its own in addition to the structured one")
		}
		return []string{p.text(values[1]), p.text(values[2])}, nil
	}
	if len(values) != 2 {
		return nil, errReturn
	}
	err := p.text(values[1])
	if p.text(values[0]) == "nil" && err != "nil" {
		return []string{`""`, err}, nil
	}
	if call, ok := values[0].(*ast.CallExpr); ok && len(call.Args) == 1 && err == "nil" {
		switch p.callee(call) {
		case "NewToolResultText":
			return []string{p.text(call.Args[0]), err}, nil
		case "NewToolResultError":
			return []string{`""`, "errors.New(" + p.text(call.Args[0]) + ")"}, nil
		}
	}
	return p.adaptBlock(values[0], err)
}

// adaptContent returns the values of a return statement of go-sdk without a structured
// result: nothing and an error, or one text.
func (p *source) adaptContent(values []ast.Expr) ([]string, error) {
	if len(values) != 3 || p.text(values[1]) != "nil" {
		return nil, errReturn
	}
	err := p.text(values[2])
	if p.text(values[0]) == "nil" && err != "nil" {
		return []string{`""`, err}, nil
	}
	result, ok := p.fields(values[0])
	if !ok || err != "nil" || result["Content"] == nil {
		return nil, errReturn
	}
	list, ok := result["Content"].(*ast.CompositeLit)
	if !ok || len(list.Elts) != 1 {
		return nil, errReturn
	}
	text, ok := p.fields(list.Elts[0])
	if !ok || len(text) != 1 || text["Text"] == nil {
		return nil, errReturn
	}
	switch isError := result["IsError"]; {
	case len(result) == 1:
		return []string{p.text(text["Text"]), "nil"}, nil
	case len(result) == 2 && isError != nil && p.text(isError) == "true":
		return []string{`""`, "errors.New(" + p.text(text["Text"]) + ")"}, nil
	}
	return nil, errReturn
}

// adaptBlock returns the values for a literal of a block of content.
func (p *source) adaptBlock(value ast.Expr, err string) ([]string, error) {
	fields, ok := p.fields(value)
	switch {
	case !ok || len(fields) > 1:
		return nil, errReturn
	case len(fields) == 0 && err != "nil":
		return []string{`""`, err}, nil
	case fields["OfText"] == nil:
		return nil, errReturn
	}
	block, ok := p.fields(fields["OfText"])
	if !ok || len(block) != 1 || block["Text"] == nil {
		return nil, errReturn
	}
	return []string{p.text(block["Text"]), err}, nil
}

// wrapper returns a function literal for the registration that remains, which calls the
// tool. It is empty if the registration does not change.
func (p *source) wrapper(s shape, f *function) (string, error) {
	parameters, results := flatten(f.signature.Params), flatten(f.signature.Results)
	context, arguments, result := p.text(parameters[0].Type), p.text(parameters[1].Type), p.text(results[0].Type)
	switch {
	case s == plainHandler && f.literal == nil:
		return "", nil
	case s == plainHandler:
		return f.name, nil
	case s == contextHandler:
		return fmt.Sprintf("func(ctx %s, args %s) (%s, error) { return %s(ctx, args) }", context, arguments, result, f.name), nil
	case !strings.HasSuffix(result, ".BetaToolResultBlockParamContentUnion"):
		return "", errReturn
	}
	library := strings.TrimSuffix(result, "BetaToolResultBlockParamContentUnion")
	return fmt.Sprintf(`func(ctx %s, args %s) (%s, error) {
		text, err := %s(ctx, args)
		return %s{OfText: &%sBetaTextBlockParam{Text: text}}, err
	}`, context, arguments, result, f.name, result, library), nil
}
