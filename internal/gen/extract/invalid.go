package extract

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/internal/gen/diag"
	"github.com/toolgen/toolgen/internal/gen/load"
	"github.com/toolgen/toolgen/internal/gen/model"
)

// invalid stores a use of a type that the type checker does not know.
func (p *packageExtractor) invalid(at use) { p.unknown = append(p.unknown, at) }

// reportInvalid reports the reasons for invalid types: the type checker's errors
// in the declarations that use them or, if there are none, all errors of the
// packages with these declarations.
func (p *packageExtractor) reportInvalid() {
	for _, at := range p.unknown {
		if !p.reportForeignLanguage(at) && !p.reportErrorsAround(at.span) {
			p.report(diagnostic(diag.TypeError, at.span, "%s: the type is unknown", at.what).
				withFix("fix the other errors of the package and of the packages that it imports"))
		}
	}
}

// reportForeignLanguage reports a type of the C part of a package. It reports false
// if the declaration at the use has none.
func (p *packageExtractor) reportForeignLanguage(at use) bool {
	_, decl := p.declarationAt(at.span.Start)
	node, ok := decl.(ast.Node)
	if !ok {
		return false
	}
	found := ""
	ast.Inspect(node, func(n ast.Node) bool {
		selector, ok := n.(*ast.SelectorExpr)
		if ok && found == "" && p.position(selector.Pos()).Offset >= at.span.Start.Offset {
			if x, ok := selector.X.(*ast.Ident); ok && x.Name == "C" {
				found = "C." + selector.Sel.Name
			}
		}
		return true
	})
	if found == "" {
		return false
	}
	p.report(diagnostic(diag.UnsupportedType, at.span, "%s: %s is a type of C, which depends on the platform and the compiler of C", at.what, found).
		withFix("use a Go type, such as int32, and convert it in the function"))
	return true
}

// reportBroken reports the type errors in the declarations of types that tools use.
// Undefined names may be generated later by another program: they are errors only
// where the type is needed.
func (p *packageExtractor) reportBroken() {
	for _, t := range p.reached {
		if declaring := p.loader.Package(t.model.Name.Package); declaring == nil || len(declaring.Errors) == 0 {
			continue
		}
		source, decl := p.declarationAt(t.model.Span.Start)
		if source == nil || decl == nil {
			continue
		}
		p.reportErrors(source, func(err types.Error) bool {
			return decl.Pos() <= err.Pos && err.Pos < decl.End() && !strings.HasPrefix(err.Msg, "undefined: ")
		})
	}
}

// reportErrorsAround reports the type errors in the declaration at a position. It
// reports false if there are no errors at all.
func (p *packageExtractor) reportErrorsAround(span model.Span) bool {
	source, decl := p.declarationAt(span.Start)
	if source == nil {
		return false
	}
	around := func(err types.Error) bool { return decl != nil && decl.Pos() <= err.Pos && err.Pos < decl.End() }
	if !slices.ContainsFunc(source.Errors, around) {
		return p.reportErrors(source, func(types.Error) bool { return true })
	}
	// The name of a package that cannot be imported is unknown.
	var importing *token.File
	for _, err := range source.Errors {
		if around(err) && strings.HasPrefix(err.Msg, "undefined: ") {
			importing = p.loader.Fset.File(err.Pos)
		}
	}
	return p.reportErrors(source, func(err types.Error) bool {
		return around(err) || strings.HasPrefix(err.Msg, failedImport) && p.loader.Fset.File(err.Pos) == importing
	})
}

// failedImport begins the message about a package that cannot be imported.
const failedImport = "could not import "

// reportErrors reports the selected type errors of a package. It reports false if
// there are none. The type checker continues an error with others, which begin with
// a tab.
func (p *packageExtractor) reportErrors(source *load.Package, selected func(types.Error) bool) bool {
	var found []problem
	isSelected := false
	for _, err := range source.Errors {
		at := p.position(err.Pos)
		continuation, isContinuation := strings.CutPrefix(err.Msg, "\t")
		if !isContinuation {
			isSelected = selected(err)
		}
		switch {
		case isSelected && isContinuation:
			found[len(found)-1] = found[len(found)-1].withRelated(at, "%s", continuation)
		case isSelected:
			found = append(found, diagnostic(diag.TypeError, model.Span{Start: at, End: at}, "%s", err.Msg).withFix("%s", importFix(err.Msg)))
		}
	}
	for _, problem := range found {
		p.report(problem)
	}
	return len(found) > 0
}

// importFixes are the fixes for packages that cannot be imported, by a part of the
// message of the go command.
var importFixes = []struct{ part, fix string }{
	{"to add it: go get ", "run go get PACKAGE"},
	{"missing go.sum entry", "run go mod tidy"},
	{"updates to go.mod needed", "run go mod tidy"},
	{"is not in std", "correct the import path: a path without a dot in its first element is a package of the standard library"},
	{": dial ", unreachableFix},
	{"lookup ", unreachableFix},
	{"timeout", unreachableFix},
	{"module lookup disabled by GOPROXY=off", unreachableFix},
	{"unrecognized import path", "correct the import path, or set GOPRIVATE and credentials if the module is private"},
	{"unknown revision", "require a version that the module has: go get MODULE@latest"},
	{"404 Not Found", "require a version that the module has, or set GOPRIVATE if the module is private"},
	{"410 Gone", "require a version that the module has, or set GOPRIVATE if the module is private"},
}

const unreachableFix = "the module cannot be downloaded: check the network and GOPROXY, then run go mod download"

// importFix returns the fix for a type error, or an empty text.
func importFix(message string) string {
	if !strings.HasPrefix(message, failedImport) {
		return ""
	}
	for _, candidate := range importFixes {
		if _, after, found := strings.Cut(message, candidate.part); found {
			return strings.ReplaceAll(candidate.fix, "PACKAGE", strings.TrimSuffix(after, ")"))
		}
	}
	return ""
}

// declarationAt returns the declaration at a position, and its package. For a
// function it returns the signature.
func (p *packageExtractor) declarationAt(at token.Position) (*load.Package, diag.Range) {
	source, file := p.loader.FileNamed(at.Filename)
	if source == nil {
		return nil, nil
	}
	pos := p.loader.Fset.File(file.FileStart).Pos(at.Offset)
	for _, decl := range file.Decls {
		if decl.Pos() <= pos && pos < decl.End() {
			return source, shortRange(decl, pos)
		}
	}
	return source, nil
}

// shortRange returns the part of a declaration without the body of a function and
// without the other types of a group.
func shortRange(decl ast.Decl, pos token.Pos) diag.Range {
	switch decl := decl.(type) {
	case *ast.FuncDecl:
		return decl.Type
	case *ast.GenDecl:
		for _, spec := range decl.Specs {
			if spec.Pos() <= pos && pos < spec.End() {
				return spec
			}
		}
	}
	return decl
}
