package extract

import (
	"go/ast"
	"go/token"
	"go/types"

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
		if !p.reportErrorsAround(at.span) {
			p.report(diagnostic(diag.TypeError, at.span, "%s: the type is unknown", at.what).
				withFix("fix the other errors of the package and of the packages that it imports"))
		}
	}
}

// reportErrorsAround reports the type errors in the declaration at a position. It
// reports false if there are no errors at all.
func (p *packageExtractor) reportErrorsAround(place model.Span) bool {
	source, decl := p.declarationAt(place.Start)
	if source == nil {
		return false
	}
	reported := false
	for _, everywhere := range []bool{false, true} {
		for _, err := range source.Errors {
			if everywhere || decl != nil && decl.Pos() <= err.Pos && err.Pos < decl.End() {
				p.report(typeError(p.position(err.Pos), err))
				reported = true
			}
		}
		if reported {
			break
		}
	}
	return reported
}

func typeError(at token.Position, err types.Error) problem {
	return diagnostic(diag.TypeError, model.Span{Start: at, End: at}, "%s", err.Msg)
}

// declarationAt returns the declaration at a position, and its package. For a
// function it returns the signature.
func (p *packageExtractor) declarationAt(at token.Position) (*load.Package, diag.Range) {
	for _, source := range p.loader.Packages() {
		for _, file := range source.Files {
			f := p.loader.Fset.File(file.FileStart)
			if f.Name() != at.Filename {
				continue
			}
			pos := f.Pos(at.Offset)
			for _, decl := range file.Decls {
				if decl.Pos() <= pos && pos < decl.End() {
					return source, narrow(decl, pos)
				}
			}
			return source, nil
		}
	}
	return nil, nil
}

// narrow returns the part of a declaration without the body of a function and
// without the other types of a group.
func narrow(decl ast.Decl, pos token.Pos) diag.Range {
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
