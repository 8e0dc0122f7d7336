package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
)

// source is one parsed file.
type source struct {
	path, text string
	file       *token.File
	syntax     *ast.File
}

// sources are the files of a package, without those of its tests.
type sources []*source

// declaration is a declaration of a package by its name.
type declaration struct {
	source *source
	name   string
	node   ast.Node
}

// parsedPackages has the results of parsePackage by directory.
var parsedPackages = map[string]sources{}

// parsePackage parses the Go files of a directory, without those of its tests. It
// parses a directory only once, and is not safe for concurrent use.
func parsePackage(dir string) (sources, error) {
	if all, ok := parsedPackages[dir]; ok {
		return all, nil
	}
	paths, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return nil, err
	}
	fset := token.NewFileSet()
	var all sources
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		syntax, err := parser.ParseFile(fset, path, text, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		all = append(all, &source{path, string(text), fset.File(syntax.Pos()), syntax})
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("%s has no Go files", dir)
	}
	parsedPackages[dir] = all
	return all, nil
}

// declarations returns the declarations at the top level: functions, methods as
// Receiver.Method, constants, variables and types.
func (s sources) declarations() []declaration {
	var all []declaration
	for _, source := range s {
		for _, d := range source.syntax.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				all = append(all, declaration{source, functionName(d), d})
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					for _, name := range specNames(spec) {
						all = append(all, declaration{source, name.Name, spec})
					}
				}
			}
		}
	}
	return all
}

// functionName returns the name of a function, or Receiver.Method.
func functionName(d *ast.FuncDecl) string {
	if d.Recv == nil {
		return d.Name.Name
	}
	name := ""
	ast.Inspect(d.Recv.List[0].Type, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && name == "" {
			name = id.Name + "." + d.Name.Name
		}
		return name == ""
	})
	return name
}

// specNames returns the names that a declaration declares.
func specNames(spec ast.Spec) []*ast.Ident {
	switch spec := spec.(type) {
	case *ast.ValueSpec:
		return spec.Names
	case *ast.TypeSpec:
		return []*ast.Ident{spec.Name}
	}
	return nil
}
