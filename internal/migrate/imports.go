package migrate

import (
	"bytes"
	"cmp"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"go/types"
	"path"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ast/astutil"
)

// withImports returns a rewritten file, formatted, without imports that are not used any
// more, and with those that it uses now.
func (p *source) withImports(name, text string) ([]byte, error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, name, text, parser.ParseComments)
	if err != nil {
		return nil, err
	}
	used := qualifiers(file)
	packages := importsOf(p.pkg)
	for _, spec := range append([]*ast.ImportSpec(nil), file.Imports...) {
		switch local, path := importName(spec, packages); {
		case local == "_" || local == ".":
		case used[local]:
			delete(used, local)
		default:
			astutil.DeleteNamedImport(fset, file, explicitName(spec), path)
		}
	}
	for _, other := range p.pkg.Syntax {
		for _, spec := range other.Imports {
			if local, path := importName(spec, packages); used[local] {
				delete(used, local)
				astutil.AddNamedImport(fset, file, explicitName(spec), path)
			}
		}
	}
	for _, path := range written {
		if used[path] {
			astutil.AddNamedImport(fset, file, "", path)
		}
	}
	ast.SortImports(fset, file)
	var b bytes.Buffer
	err = format.Node(&b, fset, file)
	return grouped(b.String()), err
}

// grouped returns a formatted file with an empty line between the imports of the standard
// library and the others.
func grouped(text string) []byte {
	var b bytes.Buffer
	standard, inside := false, false
	for line := range strings.Lines(text) {
		path, isPath := strings.CutSuffix(strings.TrimSpace(line), `"`)
		switch first, _, _ := strings.Cut(path[strings.LastIndexByte(path, '"')+1:], "/"); {
		case !inside:
			inside = line == "import (\n"
		case line == ")\n":
			inside = false
		case isPath:
			if isOther := strings.Contains(first, "."); isOther && standard {
				b.WriteByte('\n')
			}
			standard = !strings.Contains(first, ".")
		default:
			standard = false
		}
		b.WriteString(line)
	}
	return b.Bytes()
}

// written are the packages that rewritten functions use although the package may not import
// them.
var written = []string{"context", "errors", "fmt"}

// qualifiers returns the names before dots that no declaration of the file declares.
func qualifiers(file *ast.File) map[string]bool {
	names := make(map[string]bool)
	ast.Inspect(file, func(n ast.Node) bool {
		if selector, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := selector.X.(*ast.Ident); ok && x.Obj == nil {
				names[x.Name] = true
			}
		}
		return true
	})
	return names
}

// importName returns the name of an import in its file, and its path.
func importName(spec *ast.ImportSpec, packages map[string]*types.Package) (name, imported string) {
	imported, _ = strconv.Unquote(spec.Path.Value) // the parser accepts quoted texts only
	name = path.Base(imported)
	if p := packages[imported]; p != nil {
		name = p.Name()
	}
	return cmp.Or(explicitName(spec), name), imported
}

// explicitName returns the name that an import is written with, or an empty text.
func explicitName(spec *ast.ImportSpec) string {
	if spec.Name == nil {
		return ""
	}
	return spec.Name.Name
}
