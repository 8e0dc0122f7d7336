package annotations

import (
	"go/token"

	"github.com/toolgen/toolgen/internal/gen/diag"
)

// Package combines the directives on the package clauses of the files of one
// package. It reports a directive that is given twice and is not repeatable, and
// keeps the first one. It ignores nil files.
func Package(fset *token.FileSet, files []*File) (Set, []Diagnostic) {
	var set Set
	var problems []Diagnostic
	for _, file := range files {
		if file == nil {
			continue
		}
		for _, p := range file.Package.Directives {
			if first := set.Get(p.Directive.Name); first != nil && !p.Directive.Repeatable {
				problems = append(problems, repeatedDirective(fset, first, p))
				continue
			}
			set = append(set, p)
		}
	}
	return set, diag.Sorted(problems)
}
