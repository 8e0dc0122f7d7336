// Package analyzer reports wrong tools in editors and linters.
//
// [Analyzer] is an analyzer of golang.org/x/tools/go/analysis. Its input is the syntax
// and the types of a package, its output the diagnostics of the package, with suggested
// fixes for misspelt directives and for what is missing. It reports what depends on one
// package and its imports; "toolgen check" reports all problems, also those of
// registries and stale generated files. With the flag vet it also reports what
// "toolgen vet" reports about one package. Package toolgenvet is a program for
// "go vet -vettool".
//
// The analyzer keeps no state and may run concurrently.
package analyzer

import (
	"flag"
	"fmt"
	"go/ast"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/toolgen/toolgen/annotations"
	"github.com/toolgen/toolgen/internal/gen"
	"github.com/toolgen/toolgen/internal/gen/model"
	"github.com/toolgen/toolgen/internal/lint"
)

// Analyzer reports tools that toolgen would refuse. Its flags are those of [Options].
var Analyzer = New(Options{})

// Options are the settings of an analyzer. The zero value is that of [Analyzer].
type Options struct {
	// Vet adds the rules of "toolgen vet", about texts and names that models
	// misunderstand.
	Vet bool
	// Disable are the names of rules of "toolgen vet" that are not applied.
	Disable []string
}

// New returns an analyzer with other settings. It reports an error for the name of a
// rule that does not exist when it runs.
func New(o Options) *analysis.Analyzer {
	a := &analysis.Analyzer{
		Name:             "toolgen",
		Doc:              "reports wrong tools and //tool: directives\n\nThe codes of the messages are explained by \"toolgen explain CODE\".",
		URL:              "https://pkg.go.dev/github.com/toolgen/toolgen/analyzer",
		Run:              o.run,
		RunDespiteErrors: true,
	}
	a.Flags = *flag.NewFlagSet("toolgen", flag.ExitOnError)
	a.Flags.BoolVar(&o.Vet, "vet", o.Vet, "also apply the rules of toolgen vet")
	a.Flags.Func("disable", "names of rules of toolgen vet that are not applied, separated by commas", func(names string) error {
		o.Disable = strings.Split(names, ",")
		return o.check()
	})
	return a
}

// check returns an error for the name of a rule that does not exist.
func (o *Options) check() error {
	for _, name := range o.Disable {
		if !slices.Contains(lint.Names(), name) {
			return fmt.Errorf("toolgen vet has no rule %q; the rules are %s", name, strings.Join(lint.Names(), ", "))
		}
	}
	return nil
}

// run reports the problems of one package.
func (o *Options) run(pass *analysis.Pass) (any, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	r := newReporter(pass)
	var directives []*annotations.File
	for _, syntax := range pass.Files {
		file, problems := annotations.Parse(pass.Fset, syntax)
		directives = append(directives, file)
		r.report(problems)
	}
	_, problems := annotations.Package(pass.Fset, directives)
	r.report(problems)
	if s, ok := syntaxOf(pass); ok {
		o.checkTools(r, s)
	}
	return nil, nil
}

// checkTools reports the problems of the tools of a package.
func (o *Options) checkTools(r *reporter, s *gen.Syntax) {
	pkg, problems, complete := gen.CheckSyntax(s)
	if !complete {
		return
	}
	r.report(problems)
	if o.Vet {
		r.report(lint.Check([]*model.Package{pkg}, o.Disable))
	}
}

// syntaxOf returns the package of a pass without tests. It reports false if the package
// has no directives, and if its files are not those that the author wrote, because of
// cgo.
func syntaxOf(pass *analysis.Pass) (s *gen.Syntax, ok bool) {
	if pass.Pkg == nil {
		return nil, false
	}
	path, _, _ := strings.Cut(pass.Pkg.Path(), " ")
	s = &gen.Syntax{Fset: pass.Fset, Path: path, Imports: pass.Pkg.Imports()}
	for _, file := range pass.Files {
		ok = ok || hasDirectives(file)
		name := pass.Fset.File(file.FileStart).Name()
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		if pass.Fset.Position(file.Package).Filename != name || !filepath.IsAbs(name) {
			return nil, false
		}
		s.Dir = filepath.Dir(name)
		s.Files = append(s.Files, file)
	}
	return s, ok && len(s.Files) > 0
}

// hasDirectives reports whether a file has a comment of toolgen.
func hasDirectives(file *ast.File) bool {
	for _, group := range file.Comments {
		for _, comment := range group.List {
			if strings.HasPrefix(comment.Text, "//tool:") {
				return true
			}
		}
	}
	return false
}
