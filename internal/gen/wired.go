package gen

import (
	"fmt"
	"slices"

	"github.com/toolgen/toolgen/internal/gen/diag"
	"github.com/toolgen/toolgen/internal/gen/model"
)

// withWired adds the packages of registries that the patterns do not match, because
// a registry does not compile without their generated files. It does not add
// packages of modules that are not main modules.
func withWired(packages []*model.Package) []*model.Package {
	all := slices.Clone(packages)
	for _, pkg := range packages {
		if pkg.Registry == nil {
			continue
		}
		for _, wired := range pkg.Registry.Packages {
			if !wired.Foreign && !slices.Contains(all, wired) {
				all = append(all, wired)
			}
		}
	}
	return all
}

// checkForeign reports packages of other modules in a registry that have no
// generated file.
func checkForeign(pkg *model.Package) ([]diag.Diagnostic, error) {
	var problems []diag.Diagnostic
	if pkg.Registry == nil {
		return nil, nil
	}
	for _, wired := range pkg.Registry.Packages {
		if !wired.Foreign {
			continue
		}
		file, err := compare(wired.Dir, []byte{})
		if err != nil {
			return nil, err
		}
		if file.State == Missing || file.State == Foreign {
			span := pkg.Registry.Span
			problems = append(problems, diag.Diagnostic{
				Pos: span.Start, End: span.End, Code: diag.UngeneratedFile,
				Message: fmt.Sprintf("%s is in another module and has no generated file, so that the registry cannot use its tools", wired.Path),
				Fix:     "run toolgen in that module, or leave the package out of the patterns",
			})
		}
	}
	return problems, nil
}
