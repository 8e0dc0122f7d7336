package gen

import (
	"go/token"
	"path/filepath"
	"slices"

	"github.com/toolgen/toolgen/internal/gen/diag"
	"github.com/toolgen/toolgen/internal/gen/emit"
	"github.com/toolgen/toolgen/internal/gen/model"
)

// output is the result for one package.
type output struct {
	pkg *model.Package
	// hasTools is set if the package has tools or a registry.
	hasTools bool
	// file is nil if the package has problems, or has no file and needs none.
	file     *File
	problems []diag.Diagnostic
	err      error
}

// isRefused reports whether the package has problems of its own.
func (o *output) isRefused() bool { return o.pkg.Refused || len(o.problems) > 0 }

// generate returns the file of one package.
func generate(pkg *model.Package) output {
	o := output{pkg: pkg, hasTools: len(pkg.Tools) > 0 || pkg.Registry != nil}
	if pkg.Refused {
		return o
	}
	var content []byte
	if content, o.err = o.content(); o.err != nil || len(o.problems) > 0 {
		return o
	}
	o.file, o.err = compare(pkg.Dir, content)
	if o.err == nil && o.file != nil && o.file.State == Foreign {
		o.problems = []diag.Diagnostic{foreignFileDiagnostic(o.file.Path)}
	}
	return o
}

// content returns the content of the file, or nil if the package needs none. It sets
// the problems.
func (o *output) content() (content []byte, err error) {
	if o.problems, err = checkExamples(o.pkg.Tools); err != nil {
		return nil, err
	}
	for _, check := range []func(*model.Package) ([]diag.Diagnostic, error){checkDialects, checkRegistryDialects, checkForeign} {
		more, err := check(o.pkg)
		if err != nil {
			return nil, err
		}
		o.problems = append(o.problems, more...)
	}
	if len(o.problems) > 0 || !o.hasTools {
		return nil, nil
	}
	if content, err = emit.Package(o.pkg); err != nil {
		o.problems, err = emitProblems(err)
	}
	return content, err
}

// sound returns the files of packages that neither have problems nor depend on a
// package that has. It returns a diagnostic for each other package without a
// diagnostic of its own.
func sound(all []output, diagnostics []diag.Diagnostic) (files []File, skipped []diag.Diagnostic) {
	refused := make(map[string]bool)
	for i := range all {
		refused[all[i].pkg.Path] = all[i].isRefused()
	}
	for i := range all {
		pkg := all[i].pkg
		culprit := slices.IndexFunc(pkg.Sources, func(path string) bool { return refused[path] && path != pkg.Path })
		switch {
		case culprit < 0 && !all[i].isRefused():
			if all[i].file != nil {
				files = append(files, *all[i].file)
			}
		case !needsFile(&all[i]) || slices.ContainsFunc(diagnostics, func(d diag.Diagnostic) bool { return filepath.Dir(d.Pos.Filename) == pkg.Dir }):
		case culprit < 0:
			skipped = append(skipped, skippedDiagnostic(pkg, "a declaration in another package that it uses"))
		default:
			skipped = append(skipped, skippedDiagnostic(pkg, pkg.Sources[culprit]))
		}
	}
	return files, skipped
}

// needsFile reports whether the package would have a file without the problems.
func needsFile(o *output) bool { return o.file != nil || o.hasTools }

// skippedDiagnostic reports that the file of a package is not written.
func skippedDiagnostic(pkg *model.Package, culprit string) diag.Diagnostic {
	return diag.Diagnostic{
		Pos:     token.Position{Filename: filepath.Join(pkg.Dir, FileName)},
		Code:    diag.SkippedFile,
		Message: "the file is not written, because " + culprit + " has problems",
		Fix:     "fix them, and run go generate again",
	}
}
