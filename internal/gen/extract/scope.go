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

// takenName is why a name cannot be that of a generated declaration: something
// is declared or imported under it, and where.
type takenName struct {
	how string
	pos token.Pos
}

const (
	declaredName = "declared"
	importedName = "imported"
)

// scope finds the names that generated declarations must not have. Files that
// this build leaves out count: another build has them beside the generated
// file. They are looked at only for packages that get such a file.
func (p *packageExtractor) scope(generates bool) {
	declared, imported := make(map[string]takenName), make(map[string]takenName)
	own := p.source.Types.Scope()
	for _, name := range own.Names() {
		declared[name] = takenName{declaredName, own.Lookup(name).Pos()}
	}
	for file := range own.Children() {
		for _, name := range file.Names() {
			imported[name] = takenName{importedName, p.importOf(file.Lookup(name))}
		}
	}
	if generates {
		for _, file := range p.loader.ExcludedFiles(p.source) {
			addDeclared(declared, file)
			addImported(imported, file)
		}
	}
	p.model.Scope, p.model.Imported = sortedKeys(declared), sortedKeys(imported)
	p.taken = imported
	maps.Copy(p.taken, declared)
}

// importOf is the place where a file imports a name: that of the package, or
// of the dot import that brings it.
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

func importPath(spec *ast.ImportSpec) string {
	unquoted, err := strconv.Unquote(spec.Path.Value)
	if err != nil {
		return ""
	}
	return unquoted
}

// addDeclared adds what a file declares that has only been parsed.
func addDeclared(names map[string]takenName, file *ast.File) {
	add := func(identifiers ...*ast.Ident) {
		for _, id := range identifiers {
			if _, known := names[id.Name]; !known && id.Name != "_" && id.Name != "init" {
				names[id.Name] = takenName{declaredName, id.Pos()}
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

// addImported adds the packages that such a file imports, those without a name
// there by the last element of their path.
func addImported(names map[string]takenName, file *ast.File) {
	for _, spec := range file.Imports {
		name := path.Base(importPath(spec))
		if spec.Name != nil {
			name = spec.Name.Name
		}
		if _, known := names[name]; !known && token.IsIdentifier(name) && name != "_" {
			names[name] = takenName{importedName, spec.Pos()}
		}
	}
}

// checkUnconstrained refuses what some builds leave out, because the generated
// file, which is part of every build, refers to it. What belongs to another
// module is its author's affair.
func (p *packageExtractor) checkUnconstrained(object types.Object) bool {
	if !p.isOwn(object) {
		return true
	}
	file := p.loader.File(object)
	if file == nil || !p.loader.HasBuildConstraints(file) {
		return true
	}
	p.report(diagnostic(diag.ConstrainedFile, p.nameSpan(object), "%s is declared in a file with build constraints", object.Name()).
		withMend("move it into a file without, so that the generated file compiles everywhere"))
	return false
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
