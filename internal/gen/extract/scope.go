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

// addDeclared adds the declarations of a file that is only parsed.
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

// addImported adds the imports of such a file. The name of an import without a
// name is the last element of its path.
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
