package annotations

import (
	"go/token"

	"github.com/toolgen/toolgen/internal/gen/diag"
)

// Package unites what the files of one package say about the package. A
// directive that more than one of them has is reported, unless it may be
// repeated; the first one stands. Files that are nil are left out.
func Package(fset *token.FileSet, files []*File) (Set, []diag.Diagnostic) {
	var set Set
	var problems []diag.Diagnostic
	for _, file := range files {
		if file == nil {
			continue
		}
		for _, p := range file.Package.Directives {
			if first := set.Get(p.Directive.Name); first != nil && !p.Directive.Repeatable {
				problems = append(problems, repeated(fset, first, p))
				continue
			}
			set = append(set, p)
		}
	}
	return set, diag.Sorted(problems)
}
