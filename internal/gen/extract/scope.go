package extract

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"path"
	"slices"
	"strconv"

	"github.com/toolgen/toolgen/internal/gen/diag"
)

// takenName is the reason why a generated declaration cannot have a name: a
// declaration or an import, with its position.
type takenName struct {
	how string
	pos token.Pos
}

const (
	declaredName = "declared"
	importedName = "imported"
)

// scope finds the names that generated declarations must not have. It includes
// files that this build excludes, because the generated file is part of every
// build. It reads such files only for packages with a generated file.
func (p *packageExtractor) scope(generates bool) {
	if generates {
		p.excluded = p.loader.ExcludedFiles(p.source)
	}
	own := p.source.Types.Scope()
	p.model.Scope = own.Names()
	for file := range own.Children() {
		p.model.Imported = append(p.model.Imported, file.Names()...)
	}
	for _, file := range p.excluded {
		eachDeclared(file, func(id *ast.Ident) { p.model.Scope = append(p.model.Scope, id.Name) })
		eachImported(file, func(name string, _ token.Pos) { p.model.Imported = append(p.model.Imported, name) })
	}
	p.model.Scope, p.model.Imported = sortedNames(p.model.Scope), sortedNames(p.model.Imported)
}

// sortedNames sorts names and removes duplicates.
func sortedNames(names []string) []string {
	slices.Sort(names)
	return slices.Compact(names)
}

// takenName returns the reason why a generated declaration cannot have a name. It reports
// false if there is none.
func (p *packageExtractor) takenName(name string) (taken takenName, found bool) {
	own := p.source.Types.Scope()
	if object := own.Lookup(name); object != nil {
		return takenName{declaredName, object.Pos()}, true
	}
	for _, file := range p.excluded {
		eachDeclared(file, func(id *ast.Ident) {
			if id.Name == name && !found {
				taken, found = takenName{declaredName, id.Pos()}, true
			}
		})
	}
	if found {
		return taken, true
	}
	for file := range own.Children() {
		if object := file.Lookup(name); object != nil {
			taken, found = takenName{importedName, p.importOf(object)}, true
		}
	}
	for _, file := range p.excluded {
		eachImported(file, func(imported string, pos token.Pos) {
			if imported == name && !found {
				taken, found = takenName{importedName, pos}, true
			}
		})
	}
	return taken, found
}

// importOf returns the position of the import of a name: the import of the
// package, or the dot import.
func (p *packageExtractor) importOf(object types.Object) token.Pos {
	if _, isPackage := object.(*types.PkgName); isPackage {
		return object.Pos()
	}
	for _, file := range p.source.Files {
		for _, spec := range file.Imports {
			if spec.Name != nil && spec.Name.Name == "." && importPath(spec) == object.Pkg().Path() {
				return spec.Pos()
			}
		}
	}
	return token.NoPos
}

// importPath returns the path of an import; empty if it is not valid.
func importPath(spec *ast.ImportSpec) string {
	unquoted, err := strconv.Unquote(spec.Path.Value)
	if err != nil {
		return ""
	}
	return unquoted
}

// eachDeclared calls visit for the declarations of a file that is only parsed.
func eachDeclared(file *ast.File, visit func(*ast.Ident)) {
	add := func(identifiers ...*ast.Ident) {
		for _, id := range identifiers {
			if id.Name != "_" && id.Name != "init" {
				visit(id)
			}
		}
	}
	for _, decl := range file.Decls {
		switch decl := decl.(type) {
		case *ast.FuncDecl:
			if decl.Recv == nil {
				add(decl.Name)
			}
		case *ast.GenDecl:
			for _, spec := range decl.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					add(spec.Name)
				case *ast.ValueSpec:
					add(spec.Names...)
				}
			}
		}
	}
}

// eachImported calls visit for the imports of such a file. The name of an import without a
// name is the last element of its path.
func eachImported(file *ast.File, visit func(name string, pos token.Pos)) {
	for _, spec := range file.Imports {
		name := path.Base(importPath(spec))
		if spec.Name != nil {
			name = spec.Name.Name
		}
		if token.IsIdentifier(name) && name != "_" {
			visit(name, spec.Pos())
		}
	}
}

// checkUnconstrained refuses a declaration that some builds exclude, because the
// generated file refers to it and is part of every build. It does not check
// declarations of other modules.
func (p *packageExtractor) checkUnconstrained(object types.Object) bool {
	if !p.isOwn(object) {
		return true
	}
	file := p.loader.File(object)
	if file == nil || !p.loader.HasBuildConstraints(file) {
		return true
	}
	p.report(diagnostic(diag.ConstrainedFile, p.nameSpan(object), "%s is declared in a file with build constraints", object.Name()).
		withFix("move it into a file without build constraints, so that the generated file compiles everywhere"))
	return false
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
