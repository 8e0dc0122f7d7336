package extract

import (
	"context"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/annotations"
	"github.com/toolgen/toolgen/internal/gen/diag"
	"github.com/toolgen/toolgen/internal/gen/load"
	"github.com/toolgen/toolgen/internal/gen/model"
)

// dialects returns the dialects that a package requests, in the order of the
// vocabulary.
func dialects(d *annotations.ParsedDirective) []string {
	if d == nil {
		return nil
	}
	words := slices.Clone(d.Directive.Arguments[0].Words)
	asked := d.Texts("dialect")
	return slices.DeleteFunc(words, func(name string) bool { return !slices.Contains(asked, name) })
}

// wire loads and extracts the packages of //tool:registry, and checks that this
// package can use their tools.
func (p *packageExtractor) wire(ctx context.Context) error {
	d := p.registry
	if d == nil {
		return nil
	}
	sources, problems, err := p.loader.Load(ctx, p.source.Dir, d.Texts("pattern")...)
	if err != nil {
		return err
	}
	for _, problem := range problems {
		if problem.Pos == (token.Position{}) { // a problem of a pattern, which has no position
			problem.Pos, problem.End = p.span(d).Start, p.span(d).End
		}
		p.diagnostics = append(p.diagnostics, problem)
	}
	r := &model.Registry{Span: p.span(d), Except: slices.Sorted(slices.Values(d.Texts("except")))}
	p.wired = sources
	for _, source := range sources {
		r.Matched = append(r.Matched, source.Path)
		wired := p.extract(source)
		p.model.Refused = p.model.Refused || wired.model.Refused
		if len(wired.model.Tools) > 0 && p.canWire(wired, r) {
			r.Packages = append(r.Packages, wired.model)
		}
	}
	if err := p.checkPatterns(ctx, d, sources); err != nil {
		return err
	}
	p.checkExcept(d, r)
	p.duplicates(wiredTools(r))
	p.model.Registry = r
	return nil
}

// canWire refuses packages that the registry's package cannot import, and tools
// that it cannot call.
func (p *packageExtractor) canWire(wired *packageExtractor, r *model.Registry) bool {
	if wired == p {
		return true
	}
	first := wired.model.Tools[0]
	refuse := func(t *model.Tool, fix, format string, arguments ...any) bool {
		p.report(diagnostic(diag.Unwirable, r.Span, format, arguments...).
			withRelated(t.Span.Start, "the tool %s", t.Name).withFix("%s", fix))
		p.report(diagnostic(diag.Unwirable, t.Span, format, arguments...).
			withRelated(r.Span.Start, "the registry that names the package").withFix("%s", fix))
		return false
	}
	switch {
	case wired.source.Name == "main":
		return refuse(first, "move the tools into a package that is not a program, or leave it out of the patterns",
			"the tools of %s cannot be wired: it is package main, which no other package can import", wired.source.Path)
	case !p.canImport(wired.source.Path):
		return refuse(first, "move the tools or the registry, or leave the package out of the patterns",
			"the tools of %s cannot be wired: %s may not import that internal package", wired.source.Path, p.source.Path)
	case p.imports(wired.source, p.source.Path):
		return refuse(first, "move the registry into a package that its tools do not need",
			"the tools of %s cannot be wired: that package imports the registry's", wired.source.Path)
	}
	reachable := true
	for _, t := range wired.model.Tools {
		function := wired.model.Names.Tools
		if t.Receiver != nil {
			function = wired.model.Names.Receivers[t.Receiver.Name]
		}
		switch {
		case slices.Contains(r.Except, t.Name):
		case t.Receiver != nil && !token.IsExported(t.Receiver.Name):
			reachable = refuse(t, "export the type, or leave the tool out with except="+t.Name,
				"the tool %s cannot be wired: the type %s of its receiver is not exported", t.Name, t.Receiver.Name)
		case !token.IsExported(function):
			reachable = refuse(t, "choose an exported name in //tool:defaults",
				"the tool %s cannot be wired: the function %s that returns it is not exported", t.Name, function)
		}
	}
	return reachable
}

// imports reports whether a package imports a path, directly or through packages
// that are loaded from source.
func (e *extractor) imports(source *load.Package, path string) bool {
	return e.visitImports(source, func(s *load.Package) bool {
		imports, _ := s.Imports()
		return slices.Contains(imports, path)
	})
}

// sources returns the paths of the packages loaded from source that this package
// imports or registers, directly or not.
func (p *packageExtractor) sources() []string {
	var paths []string
	add := func(s *load.Package) bool {
		paths = append(paths, s.Path)
		return false
	}
	p.visitImports(p.source, add)
	for _, wired := range p.wired {
		p.visitImports(wired, add)
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}

// checkPatterns reports patterns without tools. sources are the packages of all
// patterns.
func (p *packageExtractor) checkPatterns(ctx context.Context, d *annotations.ParsedDirective, sources []*load.Package) error {
	patterns := d.All("pattern")
	for _, pattern := range patterns {
		if p.matchesNothing(pattern.Text, sources) {
			p.report(diagnostic(diag.UnmatchedPattern, p.span(pattern), "no packages for %s: the directory has no Go files, and no directories with Go files", pattern.Text).
				withFix("correct the path, or remove the pattern"))
		}
	}
	if !slices.ContainsFunc(sources, func(s *load.Package) bool { return p.extract(s).bare }) {
		return nil
	}
	for _, pattern := range patterns {
		if len(patterns) > 1 { // only the go command knows which packages match a pattern
			var err error
			if sources, _, err = p.loader.Load(ctx, p.source.Dir, pattern.Text); err != nil {
				return err
			}
		}
		if len(sources) > 0 && !slices.ContainsFunc(sources, p.mayHaveTools) {
			p.report(p.barePattern(pattern, sources))
		}
	}
	return nil
}

// matchesNothing reports whether a pattern for all packages below a directory matches
// none of the packages, which the go command does not report.
func (p *packageExtractor) matchesNothing(pattern string, sources []*load.Package) bool {
	folder, isWildcard := strings.CutSuffix(pattern, "/...")
	if !isWildcard || !strings.HasPrefix(folder, ".") {
		return false
	}
	top := filepath.Join(p.source.Dir, filepath.FromSlash(folder))
	if _, err := os.Stat(top); err != nil {
		return false // reported by the go command
	}
	return !slices.ContainsFunc(sources, func(s *load.Package) bool {
		relative, err := filepath.Rel(top, s.Dir)
		return err == nil && filepath.IsLocal(relative)
	})
}

// mayHaveTools reports whether a package has tools, or might have them without
// its problems.
func (p *packageExtractor) mayHaveTools(source *load.Package) bool {
	return !p.extract(source).bare || slices.ContainsFunc(p.diagnostics, func(d diag.Diagnostic) bool {
		return d.Code != diag.BarePattern && d.Code != diag.UnmatchedPattern && filepath.Dir(d.Pos.Filename) == source.Dir
	})
}

// barePattern reports that packages have no tools.
func (p *packageExtractor) barePattern(pattern annotations.Value, sources []*load.Package) problem {
	if len(sources) > 1 {
		return diagnostic(diag.BarePattern, p.span(pattern), "the %d packages that %s matches have no tools: no function in them has //tool:register", len(sources), pattern.Text).
			withFix("name the packages that have tools, or remove the pattern")
	}
	problem := diagnostic(diag.BarePattern, p.span(pattern), "%s has no tools: no function in it has //tool:register", sources[0].Path)
	if registry := p.extract(sources[0]).registry; registry != nil && sources[0] != p.source {
		return problem.withRelated(p.span(registry).Start, "it is a registry itself").
			withFix("name the packages that its own //tool:registry names")
	}
	return problem.withFix("mark a function in it with //tool:register, or remove the pattern")
}

// checkExcept reports names that are not names of tools.
func (p *packageExtractor) checkExcept(d *annotations.ParsedDirective, r *model.Registry) {
	var names []string
	for _, wired := range r.Packages {
		for _, t := range wired.Tools {
			names = append(names, t.Name)
		}
	}
	for _, value := range d.All("except") {
		if !slices.Contains(names, value.Text) {
			p.report(diagnostic(diag.UnknownTool, p.span(value), "no tool of the registry's packages is called %q", value.Text).
				withSuggestion(value.Text, names, "Remove it from except."))
		}
	}
}

// wiredTools returns the tools of a registry.
func wiredTools(r *model.Registry) []*model.Tool {
	var tools []*model.Tool
	for _, wired := range r.Packages {
		for _, t := range wired.Tools {
			if !slices.Contains(r.Except, t.Name) {
				tools = append(tools, t)
			}
		}
	}
	return tools
}
